import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { getReceivedTotal } from '../payment/receivedTotal.ts';

/** How long a client may decide on a new price before the payment. The claim is cancelled after that. */
export const REPRICING_DECISION_MS = 24 * 60 * 60_000;

/**
 * Whether the claim is on hold because its course changed before the payment: it has no payment target and no money.
 * Late money can still reach a claim that ended before it had a target.
 */
export async function isRepricedUnpaid(
  db: Db,
  { id, status, reason, pay_to }: Pick<ClaimRow, 'id' | 'status' | 'reason' | 'pay_to'>,
): Promise<boolean> {
  if (status !== 'hold' || reason !== 'rate_moved' || pay_to !== null) return false;
  return (await getReceivedTotal(db, id)) === null;
}
