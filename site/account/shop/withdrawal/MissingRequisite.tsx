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
    return (
      <p className="account-note">
        Сейчас не&nbsp;выплачиваем ни&nbsp;в&nbsp;одной валюте. Попробуйте позже.
      </p>
    );
  return (
    <div className="account-note withdrawal-obstacle">
      {times[0] === undefined ? (
        <p>
          Сохраните реквизит, на&nbsp;который выплачиваем: {names.join(', ')}. Вывод на&nbsp;него откроется
          через сутки.
        </p>
      ) : (
        <p>
          Вывод на&nbsp;ваш реквизит откроется {formatDateTime(times[0])}: так мы защищаем деньги после
          изменений в&nbsp;аккаунте.
        </p>
      )}
      <p className="withdrawal-links">
        <Link to={accountRoutePaths.wallets}>Кошельки</Link>
        <Link to={accountRoutePaths.cards}>Карты и&nbsp;телефоны</Link>
      </p>
    </div>
  );
}
