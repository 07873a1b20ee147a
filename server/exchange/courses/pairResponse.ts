import type { Course, Pair, PairSide } from '#core/contract/course/pair.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import type { SideName } from '#core/exchange/course.ts';
import { listRequisiteFields } from '../catalogue/requisiteFields.ts';
import { getCardVerificationThreshold } from '../requisites/cardVerificationThreshold.ts';
import type { Currency } from '../catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '../context.ts';
import { createClosedReason, type PairCourses, type PairTerms, type UnpricedPair } from './pricing.ts';
import { issueQuote } from './quote.ts';

/** Course in responses for a pair without one; such a pair is closed. */
const NO_COURSE = '0';

/** Builds the pair response. An open pair has a quote. */
export function buildPair(context: ExchangeContext, pairTerms: PairTerms | UnpricedPair): Pair {
  return { ...buildPairWithoutQuote(context, pairTerms), ...issuePairQuote(context, pairTerms) };
}

/** Builds the response without a quote, for exports. */
export function buildPairWithoutQuote(context: ExchangeContext, pairTerms: PairTerms | UnpricedPair): Pair {
  return {
    ...buildCourseFields(context, pairTerms),
    structure: { from: buildSide(context, pairTerms, 'from'), to: buildSide(context, pairTerms, 'to') },
  };
}

/** Builds the course response with the limits. */
export function buildCourse(context: ExchangeContext, pairTerms: PairTerms | UnpricedPair): Course {
  const response = { ...buildCourseFields(context, pairTerms), ...issuePairQuote(context, pairTerms) };
  return pairTerms.ok
    ? { ...response, from: formatLimits(pairTerms, 'from'), to: formatLimits(pairTerms, 'to') }
    : response;
}

function buildCourseFields(context: ExchangeContext, pairTerms: PairTerms | UnpricedPair) {
  const now = new Date(context.now()).toISOString();
  const defaults = {
    verificationCourse: null,
    bonus: null,
    bonusVerification: null,
    regular: null,
    quote: null,
    expiresAt: null,
    now,
  };
  if (!pairTerms.ok) return { ...defaults, course: NO_COURSE, closed: createClosedReason(pairTerms.code) };
  const { courses, bonus, bonusVerification, regular, closed } = pairTerms;
  return {
    ...defaults,
    ...formatCourses(courses),
    bonus,
    bonusVerification,
    regular: regular && formatCourses(regular),
    closed,
  };
}

function formatCourses({ default: { course }, verification }: PairCourses) {
  return { course, verificationCourse: verification?.course ?? null };
}

/** Quote fields of an open pair; empty for a closed one. */
function issuePairQuote(context: ExchangeContext, pairTerms: PairTerms | UnpricedPair) {
  if (!pairTerms.ok || pairTerms.closed) return {};
  const { quote, expiresAt } = issueQuote(context, pairTerms);
  return { quote, expiresAt: new Date(expiresAt).toISOString() };
}

/** Formats the limits of a side. Without a price, only its own minimum is known. */
function formatLimits(pairTerms: PairTerms | UnpricedPair, sideName: SideName) {
  const currency = pairTerms[sideName];
  const { min, minVerification, max } = pairTerms.ok
    ? pairTerms.bounds[sideName]
    : { ...currency, max: null };
  const format = (units: Units) => unitsToDecimal(units, currency.decimals);
  return {
    min: format(min),
    minVerification: format(minVerification),
    max: max === null ? null : format(max),
    reserve: pairTerms.ok && sideName === 'to' ? format(pairTerms.reserve) : null,
  };
}

function buildSide(
  context: ExchangeContext,
  pairTerms: PairTerms | UnpricedPair,
  sideName: SideName,
): PairSide {
  const currency = pairTerms[sideName];
  return {
    input: listRequisiteFields(currency, sideName, 'default'),
    inputVerify: listRequisiteFields(currency, sideName, 'verification'),
    currency: currency.ticker,
    network: currency.network,
    savedRequisites: null,
    congestion: currency.congestion,
    ...formatLimits(pairTerms, sideName),
    roundCalculator: currency.decimals,
    notify: currency.notify,
    ...(sideName === 'from' && buildSendAmounts(currency)),
  };
}

/** Optional amounts of the side to send. Omitted rather than null to keep prerendered pages small. */
function buildSendAmounts(currency: Currency): Pick<PairSide, 'defaultAmount' | 'verificationFrom'> {
  const { defaultAmount, decimals } = currency;
  const threshold = getCardVerificationThreshold(currency);
  return {
    ...(defaultAmount !== null && { defaultAmount: unitsToDecimal(defaultAmount, decimals) }),
    ...(threshold !== null && { verificationFrom: unitsToDecimal(threshold, decimals) }),
  };
}
