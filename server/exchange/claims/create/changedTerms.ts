import type { ChangedTerms } from '#core/contract/claim/claimCreate.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { deriveAmounts, derivePairLimits, parseCourse } from '#core/exchange/course.ts';
import type { PairLimits } from '#core/exchange/course.ts';
import { formatMessage } from '#core/messages.ts';
import { formatPairKey, type CatalogueSnapshot } from '../../catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '../../context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { getCoursePrice, minUnits, type PairTerms } from '../../courses/pricing.ts';
import { issueQuote } from '../../courses/quote.ts';

/** Reference for the check of a request's amounts: the rows that its transaction reads, and its course type. */
export interface PricedRequest {
  snapshot: CatalogueSnapshot;
  terms: PairTerms;
  usesVerificationCourse: boolean;
}

/** Returns the current course of the request's type as text. */
export function getCurrentCourseText({ terms, usesVerificationCourse }: PricedRequest): string {
  return getCoursePrice(terms, usesVerificationCourse).course;
}

/** Calculates the limits at a course, which may be a minute old. `received` is the maximum to receive, in units. */
export function getLimitsAtCourse(
  { snapshot, terms: { from, to, decimals }, usesVerificationCourse }: PricedRequest,
  received: Units | null,
  courseText: string,
): PairLimits {
  const min = usesVerificationCourse ? 'minVerification' : 'min';
  const max = minUnits(from.max, snapshot.pairs.get(formatPairKey(from.id, to.id))?.max ?? null);
  return derivePairLimits(
    { min: from[min], max },
    { min: to[min], max: received },
    parseCourse(courseText),
    decimals,
  );
}

/**
 * Creates a 409 with the current course, a new quote, and the amounts for a send amount, clamped to the limits. The
 * client can accept these terms or go back.
 */
export function createChangedTerms(
  context: ExchangeContext,
  request: PricedRequest,
  sent: Units,
  code: ChangedTerms['code'],
): Problem {
  const { terms } = request;
  const course = getCurrentCourseText(request);
  const limits = getLimitsAtCourse(request, terms.bounds.to.max, course);
  const amounts = deriveAmounts('from', sent, parseCourse(course), terms.decimals, limits);
  const { quote, expiresAt } = issueQuote(context, terms);
  const body: ChangedTerms = {
    code,
    detail: formatMessage(code),
    course,
    fromSumma: unitsToDecimal(amounts.from, terms.decimals.from),
    toSumma: unitsToDecimal(amounts.to, terms.decimals.to),
    quote,
    expiresAt: new Date(expiresAt).toISOString(),
  };
  return new Problem(409, body);
}
