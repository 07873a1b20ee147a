import type { LoadedWithdrawals } from '#core/account/referral/createWithdrawals.ts';
import { isReady, listTargets, MissingRequisite } from '../shop/withdrawal/MissingRequisite.tsx';
import '../shop/withdrawal/withdrawal.css';

/** What a withdrawal needs that is missing; nothing if money can be withdrawn. */
export function WithdrawalObstacle({
  loaded: { withdrawals, requisites },
  loadedAt,
}: {
  loaded: LoadedWithdrawals;
  loadedAt: number;
}) {
  const { obstacle, methods } = withdrawals;
  const targets = listTargets(withdrawals, requisites);
  if (obstacle) return <p className="account-note withdrawal-obstacle">{obstacle.detail}.</p>;
  if (targets.some(target => isReady(target, loadedAt))) return null;
  return <MissingRequisite targets={targets} methods={methods} />;
}
