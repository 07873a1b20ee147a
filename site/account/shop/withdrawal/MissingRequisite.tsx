import { Link } from 'react-router';
import type { PayoutTarget } from '#core/account/referral/payoutTarget.ts';
import type { WithdrawalMethod } from '#core/contract/account/withdrawals.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { formatDateTime } from '../../../claim/formatDateTime.ts';
import { accountRoutePaths } from '../../../routePaths.ts';

/** Why no requisite can be paid out to now: all methods are closed, none is saved, or payouts start later. */
export function MissingRequisite({
  targets,
  methods,
}: {
  targets: readonly PayoutTarget[];
  methods: readonly WithdrawalMethod[];
}) {
  const times = targets.flatMap(({ requisite: { payoutFrom } }) => payoutFrom ?? []).toSorted();
  const names = methods.filter(({ closed }) => closed === null).map(({ to }) => formatSide(to));
  if (names.length === 0)
    return <p className="account-note">Сейчас не выплачиваем ни в одной валюте. Попробуйте позже.</p>;
  return (
    <div className="account-note withdrawal-obstacle">
      {times[0] === undefined ? (
        <p>
          Сохраните реквизит, на который выплачиваем: {names.join(', ')}. Вывод на него откроется через сутки.
        </p>
      ) : (
        <p>
          Вывод на ваш реквизит откроется {formatDateTime(times[0])}: так мы защищаем деньги после изменений в
          аккаунте.
        </p>
      )}
      <p className="withdrawal-links">
        <Link to={accountRoutePaths.wallets}>Кошельки</Link>
        <Link to={accountRoutePaths.cards}>Карты и телефоны</Link>
      </p>
    </div>
  );
}
