import { Link } from 'react-router';
import type { WithdrawalMethod, Withdrawals } from '#core/contract/account/referral.ts';
import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import { formatDateTime } from '../../../claim/formatDateTime.ts';
import { accountRoutePaths } from '../../../routePaths.ts';
import { formatSide } from '../../list/claimText.ts';

/** A requisite that money can be paid to, with its method. */
export interface Target {
  requisite: AccountRequisite;
  method: WithdrawalMethod;
}

/** Saved requisites of open methods. */
export function listTargets({ methods }: Withdrawals, requisites: readonly AccountRequisite[]): Target[] {
  return requisites.flatMap(requisite => {
    const method = methods.find(({ to }) => to.code === requisite.currency.code);
    return method && method.closed === null && method.course !== null ? [{ requisite, method }] : [];
  });
}

/** Whether the delay of payouts to a requisite is over at `now`, milliseconds. */
export const isReady = ({ requisite: { payoutFrom } }: Target, now: number): boolean =>
  payoutFrom === null || Date.parse(payoutFrom) <= now;

/** What is missing, and the way to it. */
export function MissingRequisite({
  targets,
  methods,
}: {
  targets: readonly Target[];
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
