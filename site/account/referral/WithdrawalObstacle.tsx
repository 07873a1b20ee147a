import type { LoadedWithdrawals } from '#core/account/referral/createWithdrawals.ts';
import { isWithdrawalPossible, listPayoutTargets } from '#core/account/referral/payoutTarget.ts';
import { MissingRequisite } from '../shop/withdrawal/MissingRequisite.tsx';
import '../shop/withdrawal/withdrawal.css';

/** The obstacle to a withdrawal. Renders nothing if money can be withdrawn. */
export function WithdrawalObstacle({ loaded, loadedAt }: { loaded: LoadedWithdrawals; loadedAt: number }) {
  if (isWithdrawalPossible(loaded, loadedAt)) return null;
  const { obstacle, methods } = loaded.withdrawals;
  if (obstacle) return <p className="account-note withdrawal-obstacle">{obstacle.detail}.</p>;
  return <MissingRequisite targets={listPayoutTargets(loaded)} methods={methods} />;
}
