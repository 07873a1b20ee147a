import type { ClaimReason } from '#core/claim/status.ts';
import type { Units } from '#core/exchange/amount.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { publishClaimChange, type ClaimChangeContext } from '../claimSubscribers.ts';
import {
  withdrawOffer,
  calculateReceived,
  insertRecalculation,
  pickLowerCourse,
  type ClaimCourse,
} from './recalculation.ts';

/** How long an offer may be accepted. */
export const OFFER_LIFETIME_MS = 15 * 60_000;

/** Delay of the next attempt after an offer failed for lack of a fresh price. */
const PRICE_RETRY_MS = 15_000;

/**
 * Offers new amounts for `amount` (the received one or, before the payment, the claim's own) at the lower of the
 * claim's own course and the current one, so that a delay never benefits the client. They replace the amounts of an
 * earlier offer; only a first offer is published. Returns whether an offer was made or renewed. It is not without a
 * fresh price, when the attempt is repeated, and for an amount that converts to nothing, when the operator decides.
 */
export async function makeOffer(
  context: ClaimChangeContext,
  trx: Db,
  claim: ClaimRow,
  reason: ClaimReason,
  amount: Units,
  { at, currentCourse }: { at: number; currentCourse: ClaimCourse | null },
): Promise<boolean> {
  if (currentCourse === null) {
    await withdrawOffersOfOtherAmounts(trx, claim, amount);
    await setOfferDue(trx, claim, claim.offer_due_at === null ? at : at + PRICE_RETRY_MS);
    return false;
  }
  const offeredCourse = pickLowerCourse(claim, currentCourse);
  const expiresAt = at + OFFER_LIFETIME_MS;
  const receivedAmount = await calculateReceived(trx, claim, amount, offeredCourse.course);
  await setOfferDue(trx, claim, receivedAmount === 0n ? null : expiresAt);
  if (receivedAmount === 0n) {
    await withdrawOffer(trx, claim.id);
    return false;
  }
  const renewed = await trx
    .updateTable('recalculations')
    .set({
      course: offeredCourse.course,
      source_course: offeredCourse.sourceCourse,
      uncapped_course: offeredCourse.uncappedCourse,
      to_amount: receivedAmount,
      at: BigInt(at),
      expires_at: BigInt(expiresAt),
    })
    .where('claim_id', '=', claim.id)
    .where('state', '=', 'offered')
    .where('reason', '=', reason)
    .where('from_amount', '=', amount)
    .executeTakeFirst();
  if (renewed.numUpdatedRows > 0n) return true;
  const offer = await insertRecalculation(trx, claim, {
    ...offeredCourse,
    reason,
    amount: amount,
    state: 'offered',
    at,
    expiresAt,
  });
  // Also for a claim that was already on hold: the client has to decide on new amounts.
  if (offer) {
    const messageId = `${claim.id}.offer${offer.id}`;
    await publishClaimChange(context, trx, 'decisionNeeded', { claim, messageId, at: BigInt(at) });
  }
  return true;
}

/** Withdraws an offer for another amount: an offer for less money than has arrived must not be accepted. */
async function withdrawOffersOfOtherAmounts(
  trx: Db,
  { id }: Pick<ClaimRow, 'id'>,
  amount: Units,
): Promise<void> {
  await trx
    .updateTable('recalculations')
    .set({ state: 'refused' })
    .where('claim_id', '=', id)
    .where('state', '=', 'offered')
    .where('from_amount', '!=', amount)
    .execute();
}

/** Sets the time of the claim's next offer, milliseconds; null: never. */
export async function setOfferDue(
  trx: Db,
  { id }: Pick<ClaimRow, 'id'>,
  dueAt: number | null,
): Promise<void> {
  await trx
    .updateTable('claims')
    .set({ offer_due_at: dueAt === null ? null : BigInt(dueAt) })
    .where('id', '=', id)
    .execute();
}
