import type { ClosedReason } from '#core/contract/calculator.ts';
import type { Units } from '#core/exchange/amount.ts';
import { parseCourse, maxReceiveFromReserve, derivePairLimits } from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import type { CourseFraction, PairDecimals, SideName, PairLimits } from '#core/exchange/course.ts';
import { formatMessage, type MessageCode } from '#core/messages.ts';
import { formatPairKey, type Currency, type CatalogueSnapshot } from '../catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '../context.ts';
import type { PairRow, PromocodeRow } from '#server/platform/database/catalogueRows.ts';
import {
  calculateCourseShare,
  calculateGivenDiscount,
  capCourse,
  type CappedCourse,
  type CoursePrice,
} from './courseCap.ts';
import { increaseByShare, multiplyFractions, parsePercent } from './prices/fraction.ts';
import { calculateDiscount } from './discount.ts';

/** The courses of a pair, within the cap. `verification` is null if the pair has no verification course. */
export interface PairCourses {
  default: CappedCourse;
  verification: CappedCourse | null;
}

/** All terms of a pair. Amounts are in units of each side's decimals. Percents and courses are decimal text. */
export interface PairTerms {
  ok: true;
  from: Currency;
  to: Currency;
  courses: PairCourses;
  /** The default course as a fraction: calculations use exactly the displayed course. */
  rate: CourseFraction;
  sourceCourse: string;
  margin: string;
  /** The best discount, before the cap; "0" if there is none. */
  discount: string;
  /** The displayed discount of each course; null if there is none. */
  bonus: string | null;
  bonusVerification: string | null;
  /** In upper case; null if there is none. */
  promocode: string | null;
  /** The account whose discount the courses may include; null for guests. */
  account: AccountDiscount | null;
  /** The courses without the promocode; null if there is none. */
  regular: PairCourses | null;
  decimals: PairDecimals;
  /** Bounds of each side in responses. `limits` are calculated from them by core. */
  bounds: Record<SideName, { min: Units; minVerification: Units; max: Units | null }>;
  limits: PairLimits;
  /** Limits in verification mode, with its minimum and course. Equals `limits` if there is no verification course. */
  limitsVerification: PairLimits;
  /** Free reserve of the receive side. */
  reserve: Units;
  /** Why the pair is closed now; null if it is open. */
  closed: ClosedReason | null;
}

/** A pair without a price: the rate is stale or jumped, or the operator's row is invalid. */
export interface UnpricedPair {
  ok: false;
  code: 'rate_stale' | 'rate_jump' | 'direction_closed';
  detail: string;
  from: Currency;
  to: Currency;
}

/** The discount of an account by its turnover, percent as decimal text; null if it has none. */
export interface AccountDiscount {
  userId: string;
  percent: string | null;
}

/** Why a promocode cannot be used. */
type PromocodeRefusalCode = 'promocode_invalid' | 'promocode_used' | 'promocode_expired';

/** Why there are no terms. `promocode` codes belong to that field. */
export interface TermsRefusal {
  ok: false;
  code: 'pair_unknown' | PromocodeRefusalCode;
  detail: string;
}

/** Options of `calculateTerms`. */
export interface TermsOptions {
  /** In any letter case. */
  promocode?: string | null | undefined;
  /** The discount of a logged-in client's account. */
  account?: AccountDiscount | null | undefined;
  /** The catalogue from the transaction of a claim. */
  snapshot?: CatalogueSnapshot | undefined;
}

type PricingContext = Pick<ExchangeContext, 'catalogue' | 'rates' | 'now'>;

/** Creates the reason why a pair or currency is closed. Without `detail`: the message of the code. */
export function createClosedReason(code: MessageCode, detail: string | null = null): ClosedReason {
  return { code, detail: detail ?? formatMessage<MessageCode>(code) };
}

/** Whether the pair can exist: both sides visible, different currencies, and at least one of them crypto. */
export function isExchangeablePair(from: Currency, to: Currency): boolean {
  return (
    from.id !== to.id &&
    from.sendVisible &&
    to.receiveVisible &&
    (from.kind === 'crypto' || to.kind === 'crypto')
  );
}

/** Calculates the course, the limits and the reason for a closed pair. All callers use this function. */
export function calculateTerms(
  context: PricingContext,
  fromId: number,
  toId: number,
  options: TermsOptions = {},
): PairTerms | UnpricedPair | TermsRefusal {
  const snapshot = options.snapshot ?? context.catalogue.getSnapshot();
  const [from, to] = [snapshot.byId.get(fromId), snapshot.byId.get(toId)];
  if (!from || !to || !isExchangeablePair(from, to)) return createRefusal('pair_unknown');
  const promocode = options.promocode?.trim().toUpperCase() || null;
  const promocodeRow = promocode === null ? null : snapshot.promocodes.get(promocode);
  const promocodeRefusal = promocode === null ? null : checkPromocode(promocodeRow, context.now());
  if (promocodeRefusal) return createRefusal(promocodeRefusal);
  if (snapshot.isPairInvalid(fromId, toId)) return { ...createRefusal('direction_closed'), from, to };
  const pair = snapshot.pairs.get(formatPairKey(fromId, toId));
  const source = context.rates.getSourceCourse(from.ticker, to.ticker);
  if (!source.ok) return { ...createRefusal(source.code), from, to };
  const { settings } = snapshot;
  const margin = pair?.margin ?? getDefaultMargin(from, to, settings);
  const frozenCourse = pair?.frozen_course ?? null;
  const sourceCourse = courseToDecimal(source.rate);
  const sources = { pair: pair?.discount ?? null, account: options.account?.percent ?? null };
  // A course fixed by the operator has no margin to discount.
  const getDiscount = (promocodeShare: string | null) =>
    frozenCourse === null ? calculateDiscount(margin, { ...sources, promocodeShare }) : '0';
  const appliedDiscount = getDiscount(promocodeRow?.percent ?? null);
  const cap = (exact: CourseFraction) => capCourse(exact, sourceCourse, settings.margin_min);
  const calculateCourses = (discount: string): PairCourses => {
    const exactRate =
      frozenCourse === null
        ? multiplyFractions(source.rate, calculateCourseShare(margin, discount, '0'))
        : parseCourse(frozenCourse);
    const verificationRate = increaseByShare(exactRate, parsePercent(settings.verification_bonus));
    const isVerified = isVerifiable(from) || isVerifiable(to);
    return { default: cap(exactRate), verification: isVerified ? cap(verificationRate) : null };
  };
  const courses = calculateCourses(appliedDiscount);
  return {
    ok: true,
    from,
    to,
    courses,
    sourceCourse,
    margin,
    discount: appliedDiscount,
    ...calculateBonuses(courses, calculateCourses('0'), appliedDiscount),
    promocode,
    account: options.account ?? null,
    regular: promocodeRow ? calculateCourses(getDiscount(null)) : null,
    ...calculateLimits(snapshot, pair, from, to, courses),
  };
}

/** Finds the present course of an open pair; null if the pair is closed. */
export function findOpenCourse(
  context: PricingContext,
  fromId: number,
  toId: number,
  options?: TermsOptions,
): string | null {
  const terms = calculateTerms(context, fromId, toId, options);
  return terms.ok && !terms.closed ? terms.courses.default.course : null;
}

/** Returns the price of the verification course or, also if the pair has none, of the default one. */
export function getCoursePrice(
  { courses, sourceCourse, margin, discount }: PairTerms,
  usesVerificationCourse: boolean,
): CoursePrice {
  const course = (usesVerificationCourse ? courses.verification : null) ?? courses.default;
  return { ...course, sourceCourse, margin, discount };
}

function calculateBonuses(courses: PairCourses, undiscounted: PairCourses, discount: string) {
  const { verification } = courses;
  return {
    bonus: calculateGivenDiscount(courses.default, undiscounted.default.course, discount),
    bonusVerification:
      verification &&
      undiscounted.verification &&
      calculateGivenDiscount(verification, undiscounted.verification.course, discount),
  };
}

/** Returns why a promocode cannot be used now; null if it can be used. */
export function checkPromocode(
  row: PromocodeRow | null | undefined,
  now: number,
): PromocodeRefusalCode | null {
  if (!row || row.active === 0n) return 'promocode_invalid';
  if (row.valid_until !== null && row.valid_until <= now) return 'promocode_expired';
  return row.single_use === 1n && row.used > 0n ? 'promocode_used' : null;
}

function createRefusal<Code extends MessageCode>(code: Code) {
  return { ok: false, code, detail: formatMessage<MessageCode>(code) } as const;
}

/** Whether the payer can be verified: banks and transfers by phone identify the owner of the money. */
export function isVerifiable({ kind }: Currency): boolean {
  return kind === 'bank' || kind === 'system';
}

/** Returns the margin of a pair without its own. */
export function getDefaultMargin(
  from: Currency,
  to: Currency,
  settings: CatalogueSnapshot['settings'],
): string {
  if (from.kind !== 'crypto') return settings.margin_buy;
  return to.kind === 'crypto' ? settings.margin_swap : settings.margin_sell;
}

function calculateLimits(
  snapshot: CatalogueSnapshot,
  pair: PairRow | undefined,
  from: Currency,
  to: Currency,
  courses: PairCourses,
) {
  const rate = parseCourse(courses.default.course);
  const decimals = { from: from.decimals, to: to.decimals };
  const reserveRow = snapshot.reserves.get(to.id);
  const [amount, heldAmount] = [reserveRow?.amount ?? 0n, reserveRow?.held ?? 0n];
  const maxReceived = minUnits(maxReceiveFromReserve(amount, heldAmount), to.max);
  const maxSent = minUnits(from.max, pair?.max ?? null);
  const defaultLimits = derivePairLimits(
    { min: from.min, max: maxSent },
    { min: to.min, max: maxReceived },
    rate,
    decimals,
  );
  const verificationLimits =
    courses.verification === null
      ? defaultLimits
      : derivePairLimits(
          { min: from.minVerification, max: maxSent },
          { min: to.minVerification, max: maxReceived },
          parseCourse(courses.verification.course),
          decimals,
        );
  const bounds = {
    from: {
      min: defaultLimits.from.min,
      minVerification: verificationLimits.from.min,
      max: defaultLimits.from.max,
    },
    to: { min: to.min, minVerification: to.minVerification, max: maxReceived },
  };
  const closed =
    getOperatorClosedReason(pair, from, to) ??
    (isEmptyRange(defaultLimits) && isEmptyRange(verificationLimits)
      ? createClosedReason('reserve_empty')
      : null);
  return {
    rate,
    decimals,
    bounds,
    limits: defaultLimits,
    limitsVerification: verificationLimits,
    reserve: amount - heldAmount,
    closed,
  };
}

/** Returns the operator's reason; a currency's reason precedes the pair's. */
function getOperatorClosedReason(
  pair: PairRow | undefined,
  from: Currency,
  to: Currency,
): ClosedReason | null {
  const sentence = from.sendClosed ?? to.receiveClosed ?? pair?.closed ?? null;
  return sentence === null ? null : createClosedReason('direction_closed', sentence);
}

function isEmptyRange({ from }: PairLimits): boolean {
  return from.max !== null && from.max < from.min;
}

/** Returns the smaller of two maximums; null is none. */
export function minUnits(a: Units | null, b: Units | null): Units | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
