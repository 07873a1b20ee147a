import type { ClaimRow } from '../../database/claimRows.ts';

/** How long a client may decide on a new price before the payment; then the claim is cancelled. */
export const REPRICING_DECISION_MS = 24 * 60 * 60_000;

/**
 * Whether the claim is on hold because its course moved before the client could pay. Nobody knows yet where to pay, so
 * there is no money, except late money that reached a claim which ended before it had requisites.
 */
export function isRepricedUnpaid({
  status,
  reason,
  pay_to,
}: Pick<ClaimRow, 'status' | 'reason' | 'pay_to'>): boolean {
  return status === 'hold' && reason === 'rate_moved' && pay_to === null;
}
