import type { ExchangeContext } from '../../context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { shiftAmount } from '../payment/sharedAddress.ts';
import type { ClaimDraft } from './claimDraft.ts';
import {
  createChangedTerms,
  getCurrentCourseText,
  getLimitsAtCourse,
  type PricedRequest,
} from './changedTerms.ts';

/** Retry-After if no conflicting claim has a deadline. */
const DEFAULT_RETRY_SECONDS = 60;

/**
 * Refuses a claim without a target because open claims with the same amount occupy all addresses of its currency. 409
 * `amount_taken` offers the nearest free amount; 503 `requisites_busy` if there is none within 0.1 %. Does nothing if
 * the currency has no address without a memo.
 */
export async function refuseTakenAmount(
  context: ExchangeContext,
  trx: Db,
  priced: PricedRequest,
  { from, amounts }: Pick<ClaimDraft, 'from' | 'amounts'>,
): Promise<void> {
  const limits = getLimitsAtCourse(priced, priced.terms.bounds.to.max, getCurrentCourseText(priced)).from;
  const shifted = await shiftAmount(trx, BigInt(from.id), amounts.from, limits);
  if (shifted === null) return;
  if (shifted.ok) throw createChangedTerms(context, priced, shifted.amount, 'amount_taken');
  // The course, and with it the limits, has moved since the amounts were calculated.
  if (shifted.reason === 'outside') throw createChangedTerms(context, priced, amounts.from, 'course_changed');
  const waitMs = shifted.freeAt === null ? 0 : Number(shifted.freeAt) - context.now();
  throw createProblem(503, 'requisites_busy', {
    retryAfter: waitMs > 0 ? Math.ceil(waitMs / 1000) : DEFAULT_RETRY_SECONDS,
  });
}
