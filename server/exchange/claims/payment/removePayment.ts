import type { Selectable } from 'kysely';
import { isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import { debitUnsettled } from '../../catalogue/reserveLedger.ts';
import type { ClaimRow, PaymentRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { hasRows } from '#server/platform/database/countRows.ts';
import type { ClaimChangeContext } from '../claimSubscribers.ts';
import { loadClaimById } from '../findClaimById.ts';
import { makeOffer } from '../recalculation/makeOffer.ts';
import { withdrawOffer, type ClaimCourse } from '../recalculation/recalculation.ts';
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

/** A payment that is taken back. */
interface PaymentRemoval {
  payment: Selectable<PaymentRow>;
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
 * Changes a claim whose payment was taken back. `claim` is locked. A paid claim comes to `hold` as underpaid, where the
 * right payment can be recorded; the client gets an offer for the rest, if there is any. Of a closed claim the money
 * without a claim becomes less.
 */
export async function leavePaidStatus(
  context: ClaimChangeContext,
  trx: Db,
  claim: ClaimRow,
  { payment, currentCourse, now }: PaymentRemoval,
): Promise<ClaimRow> {
  const { id, status, reason } = claim;
  if (isClosedStatus(status)) {
    const { amount, currency_id: currencyId } = payment;
    await debitUnsettled(trx, { currencyId, claimId: id, amount, at: now });
    return claim;
  }
  const change = { id, reason: 'underpaid', actor: 'operator', now } as const;
  if (PAID_STATUSES.has(status)) await transitionClaim(context, trx, { ...change, to: 'hold' });
  else if (status === 'hold' && AMOUNT_HOLD_REASONS.has(reason)) await changeHoldReason(context, trx, change);
  else return claim;
  const rest = await getReceivedTotal(trx, id);
  const held = await loadClaimById(trx, id);
  if (rest === null) await withdrawOffer(trx, id);
  else await makeOffer(context, trx, held, 'underpaid', rest, { at: now, currentCourse });
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
