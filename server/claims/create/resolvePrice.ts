import type { CourseChanged } from '#core/contract/claim.ts';
import { formatUnits, unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import {
  derivePairLimits,
  parseCourse,
  maxReceiveFromReserve,
  deriveAmounts,
} from '#core/exchange/course.ts';
import type { PairLimits } from '#core/exchange/course.ts';
import { formatMessage, type MessageData } from '#core/messages.ts';
import { formatPairKey, type Currency, type CatalogueSnapshot } from '../../catalogue/catalogueSnapshot.ts';
import type { ServerContext } from '../../context.ts';
import { differsByMoreThan, JUMP_THRESHOLD } from '../../rates/fraction.ts';
import type { PairTerms } from '../../rates/pricing.ts';
import { listRecentCourses, parseQuote, issueQuote } from '../../rates/quote.ts';
import { parseExactAmount, isConsistentWithCourse, type ClaimSums } from './claimSums.ts';
import type { ClaimBody } from './parseClaimBody.ts';
import {
  createFieldProblem,
  createProblem,
  type FieldErrors,
  type ProblemResult,
} from '../../http/problemResult.ts';

/** A claim's course and its parts, decimal text. `margin` and `discount` are percents. */
export interface ClaimPrice {
  course: string;
  sourceCourse: string;
  margin: string;
  discount: string;
}

type RequestedSums = Pick<ClaimBody, 'fromSumma' | 'toSumma' | 'quote'>;

/**
 * Finds the course that these sums were calculated with: the unexpired quote's, the current one, or one published in
 * the last minute. A course that is further than a jump from the current one is not used. Refuses sums outside the limits at that course (400) and sums that fit no course (409
 * `course_changed`).
 */
export function resolvePrice(
  context: ServerContext,
  snapshot: CatalogueSnapshot,
  terms: PairTerms,
  requested: RequestedSums,
  usesVerificationCourse: boolean,
): { ok: true; sums: ClaimSums; price: ClaimPrice } | ProblemResult {
  const { decimals } = terms;
  const from = parseExactAmount(requested.fromSumma, decimals.from);
  const to = parseExactAmount(requested.toSumma, decimals.to);
  const fieldErrors: FieldErrors = {};
  if (from === null) fieldErrors.fromSumma = { code: 'number_format' };
  if (to === null) fieldErrors.toSumma = { code: 'number_format' };
  if (from === null || to === null) return createFieldProblem(fieldErrors);
  const sums = { from, to };
  const matchesSums = ({ course }: ClaimPrice) => isConsistentWithCourse(sums, course, decimals);
  const quotedPrice = resolveQuote(context, terms, requested.quote, usesVerificationCourse);
  const currentPrice = getCurrentPrice(terms, usesVerificationCourse);
  const recentPrices = listRecentCourses(context, terms, usesVerificationCourse).map(course => ({
    ...currentPrice,
    course,
  }));
  const earlierPrices = [...(quotedPrice?.isLive ? [quotedPrice.price] : []), ...recentPrices];
  const price = [...earlierPrices.filter(earlier => !hasJumped(earlier, currentPrice)), currentPrice].find(
    matchesSums,
  );
  // If the sums were valid at the expired quote, report a changed course, not a wrong amount.
  const limitPrice =
    price ?? (quotedPrice && matchesSums(quotedPrice.price) ? quotedPrice.price : currentPrice);
  const limitProblem = checkLimits(snapshot, terms, from, limitPrice.course, usesVerificationCourse);
  if (limitProblem) return limitProblem;
  return price
    ? { ok: true, sums, price }
    : createCourseChanged(context, snapshot, terms, from, usesVerificationCourse);
}

/** Whether the course has moved by more than 5 % since: then nobody may use the earlier one, signed or not. */
function hasJumped(earlier: ClaimPrice, current: ClaimPrice): boolean {
  return differsByMoreThan(parseCourse(earlier.course), parseCourse(current.course), JUMP_THRESHOLD);
}

/**
 * Returns the price of a signed quote and whether it is unexpired. Null if it is invalid or for another pair or
 * promocode.
 */
function resolveQuote(
  context: ServerContext,
  terms: PairTerms,
  quote: string | null,
  usesVerificationCourse: boolean,
): { price: ClaimPrice; isLive: boolean } | null {
  const payload = quote === null ? null : parseQuote(context, quote);
  const course = usesVerificationCourse ? payload?.verificationCourse : payload?.course;
  if (!payload || !course) return null;
  if (
    payload.fromId !== terms.from.id ||
    payload.toId !== terms.to.id ||
    payload.promocode !== terms.promocode
  )
    return null;
  const { sourceCourse, margin, discount, expiresAt } = payload;
  return { price: { course, sourceCourse, margin, discount }, isLive: expiresAt > context.now() };
}

function getCurrentPrice(terms: PairTerms, usesVerificationCourse: boolean): ClaimPrice {
  const { courseText, verificationCourseText, sourceCourse, margin, discount } = terms;
  const course = (usesVerificationCourse ? verificationCourseText : null) ?? courseText;
  return { course, sourceCourse, margin, discount };
}

/** Calculates the limits at a course, which may be a minute old. `received` is the maximum to receive, in units. */
function getLimitsAtCourse(
  snapshot: CatalogueSnapshot,
  { from, to, decimals }: PairTerms,
  received: Units | null,
  courseText: string,
  usesVerificationCourse: boolean,
): PairLimits {
  const min = usesVerificationCourse ? 'minVerification' : 'min';
  const max = minNullable(from.max, snapshot.pairs.get(formatPairKey(from.id, to.id))?.max ?? null);
  return derivePairLimits(
    { min: from[min], max },
    { min: to[min], max: received },
    parseCourse(courseText),
    decimals,
  );
}

function checkLimits(
  snapshot: CatalogueSnapshot,
  terms: PairTerms,
  sent: Units,
  courseText: string,
  usesVerificationCourse: boolean,
): ProblemResult | null {
  const { from, to, bounds } = terms;
  const limitsFor = (received: Units | null) =>
    getLimitsAtCourse(snapshot, terms, received, courseText, usesVerificationCourse).from;
  const { min, max } = limitsFor(bounds.to.max);
  if (sent < min)
    return createLimitProblem(
      'amount_min',
      { min: formatWithTicker(min, from) },
      unitsToDecimal(min, from.decimals),
    );
  if (max === null || sent <= max) return null;
  const maxWithoutHolds = limitsFor(
    minNullable(to.max, maxReceiveFromReserve(snapshot.reserves.get(to.id)?.amount ?? 0n, 0n)),
  ).max;
  // Without the holds of other open claims the reserve would be large enough.
  if (bounds.to.max !== null && maxWithoutHolds !== null && sent <= maxWithoutHolds)
    return createProblem(409, 'reserve_short', {
      limit: unitsToDecimal(bounds.to.max, to.decimals),
      data: { max: formatWithTicker(bounds.to.max, to), side: 'to' },
    });
  return createLimitProblem(
    'amount_max',
    { max: formatWithTicker(max, from) },
    unitsToDecimal(max, from.decimals),
  );
}

function createLimitProblem(
  code: 'amount_min' | 'amount_max',
  data: MessageData,
  limit: string,
): ProblemResult {
  return createFieldProblem({ fromSumma: { code, ...data } }, limit);
}

function formatWithTicker(units: Units, { decimals, ticker }: Currency): string {
  return `${formatUnits(units, decimals)}\u00a0${ticker}`;
}

function minNullable(a: Units | null, b: Units | null): Units | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** Creates a 409 with the current course, a new quote, and the sums for the same send sum, clamped to the limits. */
function createCourseChanged(
  context: ServerContext,
  snapshot: CatalogueSnapshot,
  terms: PairTerms,
  sent: Units,
  usesVerificationCourse: boolean,
): ProblemResult {
  const { course: courseText } = getCurrentPrice(terms, usesVerificationCourse);
  const limits = getLimitsAtCourse(snapshot, terms, terms.bounds.to.max, courseText, usesVerificationCourse);
  const sums = deriveAmounts('from', sent, parseCourse(courseText), terms.decimals, limits);
  const { quote, expiresAt } = issueQuote(context, terms);
  const body: CourseChanged = {
    code: 'course_changed',
    detail: formatMessage('course_changed'),
    course: courseText,
    fromSumma: unitsToDecimal(sums.from, terms.decimals.from),
    toSumma: unitsToDecimal(sums.to, terms.decimals.to),
    quote,
    expiresAt: new Date(expiresAt).toISOString(),
  };
  return { ok: false, status: 409, body };
}
