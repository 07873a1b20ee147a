import type { Selectable } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { ClaimRow, PaymentRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { hasRows } from '#server/platform/database/countRows.ts';
import type { ClaimChangeContext } from '../claimSubscribers.ts';
import { loadClaimById } from '../findClaimById.ts';
import { makeOffer } from '../recalculation/makeOffer.ts';
import type { ClaimCourse } from '../recalculation/recalculation.ts';
import { changeHoldReason, transitionClaim } from '../status/transitionClaim.ts';
import { getReceivedTotal } from './receivedTotal.ts';
import { AMOUNT_HOLD_REASONS } from './recordPayment.ts';

/** Statuses of a claim whose money is complete. */
const PAID_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['confirming', 'aml', 'paid']);

/** Statuses in which money is sent to the client because of what has arrived, or has been. */
const SENDING_STATUSES: ReadonlySet<ClaimStatusCode> = new Set([
  'payout',
  'payout_error',
  'completed',
  'refunded',
]);

/** When and at which course a payment is taken back. */
interface PaymentRemoval {
  /** The current course, for an offer of what is left. */
  currentCourse: ClaimCourse | null;
  /** Milliseconds. */
  now: number;
}

/** Whether no money has left because of the payments of a claim, so that one can be taken back. */
export async function isBeforeSending(
  db: Db,
  { id, status }: Pick<ClaimRow, 'id' | 'status'>,
): Promise<boolean> {
  return (
    !SENDING_STATUSES.has(status) && !(await hasRows(db.selectFrom('payouts').where('claim_id', '=', id)))
  );
}

/**
 * Changes a claim whose payment was taken back, and which is not closed. `claim` is locked. Without any payment it waits
 * for its own as before, at its course and until its deadline. With other payments it comes to `hold` as underpaid, and
 * the client gets an offer for them.
 */
export async function leavePaidStatus(
  context: ClaimChangeContext,
  trx: Db,
  claim: ClaimRow,
  { currentCourse, now }: PaymentRemoval,
): Promise<ClaimRow> {
  const { id, status, reason } = claim;
  const isPaid = PAID_STATUSES.has(status);
  if (!isPaid && !(status === 'hold' && AMOUNT_HOLD_REASONS.has(reason))) return claim;
  const rest = await getReceivedTotal(trx, id);
  const waits = rest === null && claim.pay_to !== null;
  const change = { id, reason: waits ? null : 'underpaid', actor: 'operator', now } as const;
  if (isPaid) await transitionClaim(context, trx, { ...change, to: 'hold' });
  if (waits) return transitionClaim(context, trx, { ...change, to: 'waiting' });
  if (!isPaid) await changeHoldReason(context, trx, { ...change, reason: 'underpaid' });
  const held = await loadClaimById(trx, id);
  if (rest !== null) await makeOffer(context, trx, held, 'underpaid', rest, { at: now, currentCourse });
  return loadClaimById(trx, id);
}

/** Moves a payment out of `payments`: its reference is free again. */
export async function moveToRemoved(trx: Db, payment: Selectable<PaymentRow>, now: number): Promise<void> {
  await trx
    .insertInto('removed_payments')
    .values({ ...payment, removed_at: BigInt(now) })
    .execute();
  await trx.deleteFrom('payments').where('id', '=', payment.id).execute();
  // If a network has reported it, a person has to find its claim.
  await trx
    .updateTable('observed_payments')
    .set({ recorded_at: null, claim_id: null })
    .where('currency_id', '=', payment.currency_id)
    .where('reference', '=', payment.reference)
    .execute();
}
