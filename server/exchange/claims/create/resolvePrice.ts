import { decimalToExactUnits, formatUnits, unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { parseCourse, maxReceiveFromReserve } from '#core/exchange/course.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '../../context.ts';
import { differsByMoreThan, JUMP_THRESHOLD } from '../../courses/prices/fraction.ts';
import type { CoursePrice } from '../../courses/courseCap.ts';
import { getCoursePrice, minUnits, type PairTerms } from '../../courses/pricing.ts';
import { listRecentCourses, parseQuote } from '../../courses/quote.ts';
import { MAX_CLOCK_DIFFERENCE_MS, QUOTE_LIFETIME_MS } from '../../courses/recentCourses.ts';
import { createChangedTerms, getLimitsAtCourse, type PricedRequest } from './changedTerms.ts';
import { isConsistentWithCourse, type ClaimAmounts } from './claimAmounts.ts';
import type { ClaimBody } from './parseClaimBody.ts';
import {
  createFieldProblem,
  createProblem,
  refuseFields,
  type FieldErrors,
} from '#server/platform/http/problem.ts';

type RequestedAmounts = Pick<ClaimBody, 'fromSumma' | 'toSumma' | 'quote'>;

/**
 * Finds the course of these amounts: that of the unexpired quote, the current one, or one published in the last minute,
 * unless it differs from the current one by more than the jump limit. Refuses amounts outside the limits at that course
 * (400, together with `otherErrors` of the request), then amounts that match no course (409 `course_changed`).
 */
export function resolvePrice(
  context: ExchangeContext,
  priced: PricedRequest,
  requested: RequestedAmounts,
  otherErrors: FieldErrors,
): { amounts: ClaimAmounts; price: CoursePrice } {
  const { terms, usesVerificationCourse } = priced;
  const { decimals } = terms;
  const from = decimalToExactUnits(requested.fromSumma, decimals.from);
  const to = decimalToExactUnits(requested.toSumma, decimals.to);
  const formatError = { code: 'number_format' };
  if (from === null || to === null)
    throw createFieldProblem({
      ...otherErrors,
      ...(from === null && { fromSumma: formatError }),
      ...(to === null && { toSumma: formatError }),
    });
  const amounts = { from, to };
  const matchesAmounts = ({ course }: CoursePrice) => isConsistentWithCourse(amounts, course, decimals);
  const quotedPrice = resolveQuote(context, terms, requested.quote, usesVerificationCourse);
  const currentPrice = getCoursePrice(terms, usesVerificationCourse);
  const recentPrices = listRecentCourses(context, terms, usesVerificationCourse);
  const price = [...(quotedPrice?.isLive ? [quotedPrice.price] : []), currentPrice, ...recentPrices].find(
    candidate => matchesAmounts(candidate) && !hasJumped(candidate, currentPrice),
  );
  // If the amounts were valid at the expired quote, report a changed course, not a wrong amount.
  const limitPrice =
    price ?? (quotedPrice && matchesAmounts(quotedPrice.price) ? quotedPrice.price : currentPrice);
  checkLimits(priced, from, limitPrice.course, otherErrors);
  refuseFields(otherErrors);
  if (!price) throw createChangedTerms(context, priced, from, 'course_changed');
  return { amounts, price };
}

/** Whether the course has moved by more than 5 % since. The earlier one is then invalid, even with a signature. */
function hasJumped(earlier: CoursePrice, current: CoursePrice): boolean {
  return differsByMoreThan(parseCourse(earlier.course), parseCourse(current.course), JUMP_THRESHOLD);
}

/**
 * Returns the price of a signed quote and whether it is unexpired; null if invalid or for another pair or promocode.
 */
function resolveQuote(
  context: ExchangeContext,
  terms: PairTerms,
  quote: string | null,
  usesVerificationCourse: boolean,
): { price: CoursePrice; isLive: boolean } | null {
  const payload = quote === null ? null : parseQuote(context, quote);
  const course = payload?.courses[usesVerificationCourse ? 'verification' : 'default'];
  if (!payload || !course) return null;
  if (
    payload.fromId !== terms.from.id ||
    payload.toId !== terms.to.id ||
    payload.promocode !== terms.promocode ||
    // A guest's quote stays valid after a login with a filled form.
    (payload.userId !== null && payload.userId !== terms.account?.userId)
  )
    return null;
  const { sourceCourse, margin, discount, expiresAt } = payload;
  // A quote with a future time was issued while the clock was set wrong.
  const remainingMs = expiresAt - context.now();
  const isLive = remainingMs > 0 && remainingMs <= QUOTE_LIFETIME_MS + MAX_CLOCK_DIFFERENCE_MS;
  return { price: { ...course, sourceCourse, margin, discount }, isLive };
}

function checkLimits(priced: PricedRequest, sent: Units, courseText: string, otherErrors: FieldErrors): void {
  const { from, to, bounds } = priced.terms;
  const createLimitProblem = (error: FieldErrors[string], limit: Units) =>
    createFieldProblem({ ...otherErrors, fromSumma: error }, unitsToDecimal(limit, from.decimals));
  const limitsFor = (received: Units | null) => getLimitsAtCourse(priced, received, courseText).from;
  const { min, max } = limitsFor(bounds.to.max);
  if (sent < min) throw createLimitProblem({ code: 'amount_min', min: formatWithTicker(min, from) }, min);
  if (max === null || sent <= max) return;
  const maxWithoutHolds = limitsFor(
    minUnits(to.max, maxReceiveFromReserve(priced.snapshot.reserves.get(to.id)?.amount ?? 0n, 0n)),
  ).max;
  // If the reserve would suffice without the holds of other open claims, the refusal is 409 `reserve_short` instead.
  if (bounds.to.max === null || maxWithoutHolds === null || sent > maxWithoutHolds)
    throw createLimitProblem({ code: 'amount_max', max: formatWithTicker(max, from) }, max);
  refuseFields(otherErrors);
  throw createProblem(409, 'reserve_short', {
    limit: unitsToDecimal(bounds.to.max, to.decimals),
    data: { max: formatWithTicker(bounds.to.max, to), side: 'to' },
  });
}

function formatWithTicker(units: Units, { decimals, ticker }: Currency): string {
  return `${formatUnits(units, decimals)}\u00a0${ticker}`;
}
