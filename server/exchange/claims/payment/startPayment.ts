import type { Transaction } from 'kysely';
import { canTransition } from '#core/claim/status.ts';
import { parseCourse } from '#core/exchange/course.ts';
import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { isGreaterFraction } from '../../courses/prices/fraction.ts';
import type { ClaimChangeContext } from '../claimSubscribers.ts';
import { loadClaimById } from '../findClaimById.ts';
import { makeOffer } from '../recalculation/makeOffer.ts';
import {
  applyNewAmounts,
  calculateReceived,
  getCurrentCourse,
  type ClaimCourse,
} from '../recalculation/recalculation.ts';
import { isRepricedUnpaid, REPRICING_DECISION_MS } from '../recalculation/repricing.ts';
import { transitionClaim, type StatusChange } from '../status/transitionClaim.ts';
import { findPaymentTarget, savePaymentTarget } from './assignPaymentTarget.ts';
import { getReceivedTotal } from './receivedTotal.ts';

/**
 * Moves a claim to `waiting` with a full payment window. A claim without money is repriced first, since the client did
 * not cause the new window. A course that gives more is applied if the reserve suffices. With a course that gives less,
 * or without a fresh one, the claim is on hold until the client accepts the new amount or cancels. Null, without a
 * change, if no requisite is free.
 */
export async function startPayment(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  { id }: Pick<ClaimRow, 'id'>,
  change: Pick<StatusChange, 'actor' | 'note' | 'reason' | 'now'>,
): Promise<ClaimRow | null> {
  const { now } = change;
  // Reloaded, because the client may have changed it since the caller's read.
  const claim = await loadClaimById(trx, id);
  if (!canTransition(claim.status, 'waiting'))
    throw createProblem(409, 'transition_forbidden', { status: claim.status });
  const payTo = await findPaymentTarget(context, trx, claim, now);
  if (payTo === null) return null;
  if ((await getReceivedTotal(trx, id)) === null) {
    const currentCourse = await getCurrentCourse(context, trx, claim);
    if (!(await reprice(trx, claim, currentCourse, now)))
      return holdForDecision(context, trx, claim, currentCourse, change);
  }
  await savePaymentTarget(context, trx, claim, payTo, now);
  return transitionClaim(context, trx, { ...change, id, to: 'waiting' });
}

/** Applies a course that gives the client more. Returns false if the course gives less than promised. */
async function reprice(
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  currentCourse: ClaimCourse | null,
  at: number,
): Promise<boolean> {
  if (currentCourse === null) return false;
  const amount = claim.from_amount;
  const receivedAmount = await calculateReceived(trx, claim, amount, currentCourse.course);
  if (receivedAmount < claim.to_amount) return false;
  const isBetter = isGreaterFraction(parseCourse(currentCourse.course), parseCourse(claim.course));
  if (isBetter && receivedAmount > claim.to_amount)
    await applyNewAmounts(trx, claim, { ...currentCourse, reason: 'rate_moved', amount, at });
  return true;
}

/** Puts the claim on hold with an offer at the current course; without a fresh one, a job makes the offer. */
async function holdForDecision(
  context: ClaimChangeContext,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  currentCourse: ClaimCourse | null,
  { actor, note, now }: Pick<StatusChange, 'actor' | 'note' | 'now'>,
): Promise<ClaimRow> {
  const { id } = claim;
  const reason = 'rate_moved';
  if (claim.status !== 'hold')
    await transitionClaim(context, trx, { id, to: 'hold', reason, actor, now, ...(note && { note }) });
  else if (!(await isRepricedUnpaid(trx, claim)))
    // The payment target is chosen again after the client accepts.
    await trx
      .updateTable('claims')
      .set({ reason, pay_to: null, deadline: BigInt(now + REPRICING_DECISION_MS), updated_at: BigInt(now) })
      .where('id', '=', id)
      .execute();
  await makeOffer(context, trx, claim, reason, claim.from_amount, { at: now, currentCourse });
  return loadClaimById(trx, id);
}
