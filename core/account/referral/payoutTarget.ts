import type { WithdrawalMethod } from '../../contract/account/withdrawals.ts';
import type { AccountRequisite } from '../../contract/account/savedRequisite.ts';
import type { LoadedWithdrawals } from './createWithdrawals.ts';

/** A saved requisite for payouts, with its method. */
export interface PayoutTarget {
  requisite: AccountRequisite;
  method: WithdrawalMethod;
}

/** The saved requisites of open methods. */
export const listPayoutTargets = ({
  withdrawals: { methods },
  requisites,
}: LoadedWithdrawals): PayoutTarget[] =>
  requisites.flatMap(requisite => {
    const method = methods.find(({ to }) => to.code === requisite.currency.code);
    return method && method.closed === null && method.course !== null ? [{ requisite, method }] : [];
  });

/** Whether the delay of payouts to a requisite is over at `now`, milliseconds. */
export const isPayoutTargetReady = ({ requisite: { payoutFrom } }: PayoutTarget, now: number): boolean =>
  payoutFrom === null || Date.parse(payoutFrom) <= now;

/** Whether money can be withdrawn at `now` (milliseconds): there is no obstacle, and a requisite is ready. */
export const isWithdrawalPossible = (loaded: LoadedWithdrawals, now: number): boolean =>
  loaded.withdrawals.obstacle === null &&
  listPayoutTargets(loaded).some(target => isPayoutTargetReady(target, now));
