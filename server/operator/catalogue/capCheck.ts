import { divideRounded, powerOfTen, unitsToShortDecimal, type RoundingMode } from '#core/exchange/amount.ts';
import type { CourseFraction } from '#core/exchange/course.ts';
import { formatPairKey, type CatalogueSnapshot } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { calculateCapShare, calculateCourseShare } from '#server/exchange/courses/courseCap.ts';
import { calculateDiscount, type DiscountSources } from '#server/exchange/courses/discount.ts';
import { ONE, divideFractions, isGreaterFraction } from '#server/exchange/courses/prices/fraction.ts';
import {
  checkPromocode,
  getDefaultMargin,
  isExchangeablePair,
  isVerifiable,
} from '#server/exchange/courses/pricing.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { refuse, type Refusal } from '../defineCommand.ts';
import { createDoubt } from '../editableTable.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { formatPair, type CurrencyPair } from './currencyPair.ts';

/** Decimals of the reported percents. */
const REPORT_DECIMALS = 4;

/** The parts of a pair's course, besides the source course. */
interface CourseParts {
  pair: CurrencyPair;
  margin: string;
  /** The pair's own discount; null if it has none. */
  discount: string | null;
}

/** A discount besides the pair's own: a tier or a promocode; null: none. */
export type Grant = Pick<DiscountSources, 'account' | 'promocodeShare'> & { name: string };

/** A course that `margin_min` lowers, of all pairs with the same parts. */
export interface CappedCourse {
  pairs: CurrencyPair[];
  margin: string;
  /** The best single discount, percent. */
  discount: string;
  /** The name of the grant with that discount; null: the pair's own, or none. */
  grant: string | null;
  isVerified: boolean;
  /** The share of the market's course that the exchange would keep, percent; may be negative. */
  kept: string;
  /** The discount that the client gets, percent. */
  given: string;
}

/** Creates the grant of a tier. */
export const createTierGrant = (percent: string): Grant => ({
  name: `tier ${percent} %`,
  account: percent,
  promocodeShare: null,
});

/** Creates the grant of a promocode. */
export const createPromocodeGrant = (percent: string, code: string): Grant => ({
  name: `promocode ${code}`,
  account: null,
  promocodeShare: percent,
});

/** Lists the courses that the cap lowers: of the pairs alone, with each tier and each share of a promocode. */
export function listCappedCourses(snapshot: CatalogueSnapshot, now: number): CappedCourse[] {
  const promocodes = [...snapshot.promocodes.values()].filter(row => checkPromocode(row, now) === null);
  const grants = [
    null,
    ...snapshot.discountTiers.map(({ percent }) => createTierGrant(percent)),
    ...[...Map.groupBy(promocodes, ({ percent }) => percent)].map(([percent, rows]) =>
      createPromocodeGrant(percent, joinNames(rows.map(({ code }) => code))),
    ),
  ];
  const groups = groupCourseParts(snapshot);
  return grants.flatMap(grant => listCappedByGrant(snapshot, grant, groups));
}

/** Groups the pairs whose courses have the same parts. */
const groupCourseParts = (snapshot: CatalogueSnapshot): readonly CourseParts[][] => [
  ...Map.groupBy(listCourseParts(snapshot), ({ pair, margin, discount }) =>
    [margin, discount, canBeVerified(pair)].join(),
  ).values(),
];

/** Lists the courses with this grant that the cap lowers; null: those without any. */
function listCappedByGrant(
  snapshot: CatalogueSnapshot,
  grant: Grant | null,
  groups = groupCourseParts(snapshot),
): CappedCourse[] {
  return groups.flatMap(group => {
    const [parts] = group;
    if (!parts) return [];
    const pairs = group.map(({ pair }) => pair);
    return (canBeVerified(parts.pair) ? [false, true] : [false]).flatMap(isVerified => {
      const capped = calculateCapped(snapshot, parts, grant, isVerified);
      return capped
        ? [{ ...capped, pairs, margin: parts.margin, grant: grant?.name ?? null, isVerified }]
        : [];
    });
  });
}

/** Refuses a grant that has no effect for clients with any pair. `offer`: its description; `field`: that of the API. */
export function requireGiven(
  snapshot: CatalogueSnapshot,
  grant: Grant,
  { offer, field }: { offer: string; field: string },
): void {
  const isGiven = listCourseParts(snapshot).some(parts => {
    const capped = calculateCapped(snapshot, parts, grant, false);
    if (capped) return capped.given !== '0';
    return calculateBestDiscount(parts, grant) !== calculateBestDiscount(parts, null);
  });
  const reason = 'all have margins up to margin_min, or a discount as large';
  if (!isGiven)
    refuse(
      `No pair gives ${offer}: ${reason}. Nothing was changed.`,
      createFieldProblem({ [field]: { code: 'discount_ungiven' } }),
    );
}

/**
 * Returns why a change of margins, discounts or the bonus makes no sense: a sentence with the first pair that would
 * keep less than `margin_min` even without a tier or a promocode, and less than at present. Null if there is none.
 */
export function findCapProblem(present: CatalogueSnapshot, changed: CatalogueSnapshot): Refusal | null {
  const { margin_min, verification_bonus } = changed.settings;
  for (const parts of listCourseParts(changed)) {
    const excess = calculateExcess(changed, parts);
    if (excess === null) continue;
    const presentParts = findCourseParts(present, parts.pair);
    const presentExcess = presentParts && calculateExcess(present, presentParts);
    if (presentExcess && !isGreaterFraction(excess, presentExcess)) continue;
    const isVerified = canBeVerified(parts.pair);
    const { kept = '' } = calculateCapped(changed, parts, null, isVerified) ?? {};
    // Without the cap, (1 − margin) × (1 + discount) × (1 + bonus) would have to be 1 − margin_min.
    const bonus = isVerified ? verification_bonus : '0';
    const gains = calculateCourseShare('0', calculateBestDiscount(parts, null), bonus);
    const neededMargin = formatDifference(ONE, divideFractions(calculateCapShare(margin_min), gains), 'up');
    const name = formatPair(parts.pair);
    return createDoubt(
      `${name} would keep ${kept} % of the market’s course${isVerified ? ' with a verified card' : ''}, ` +
        `less than margin_min (${margin_min} %). It needs a margin of ${neededMargin} %.`,
      'course_capped',
      { wanted: name, kept, min: margin_min, needed: neededMargin },
    );
  }
  return null;
}

/** Counts the combinations of a pair and its discounts that the cap lowers, before and after a change. */
export function countNewlyCapped(
  { catalogue, now }: OperatorContext,
  changed: CatalogueSnapshot,
): { before: number; after: number } {
  const countCapped = (snapshot: CatalogueSnapshot) =>
    listCappedCourses(snapshot, now()).reduce((sum, { pairs }) => sum + pairs.length, 0);
  return { before: countCapped(catalogue.getSnapshot()), after: countCapped(changed) };
}

/** Describes how many more combinations of discounts the cap lowers after a change, after a space; empty if none. */
export function describeNewlyCapped(context: OperatorContext, changed: CatalogueSnapshot): string {
  const { before, after } = countNewlyCapped(context, changed);
  return after > before
    ? ` margin_min now caps ${after} combinations of a pair and its discounts, before ${before}. List them: check.`
    : '';
}

/** Formats the names of pairs or codes: the first one, and the number of the others. */
export function joinNames([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** Creates a function that counts the pairs that do not give a grant in full. */
export function createCapCounter(snapshot: CatalogueSnapshot): (grant: Grant) => number {
  const groups = groupCourseParts(snapshot);
  return grant => new Set(listCappedByGrant(snapshot, grant, groups).flatMap(({ pairs }) => pairs)).size;
}

/** Describes the courses with a grant that the cap lowers, one sentence each. */
export function describeGrantCaps(snapshot: CatalogueSnapshot, grant: Grant): string[] {
  const { margin_min } = snapshot.settings;
  return listCappedByGrant(snapshot, grant).map(({ pairs, discount, isVerified, given }) => {
    const card = isVerified ? ' with a verified card' : '';
    return `margin_min (${margin_min} %) caps ${joinNames(pairs.map(formatPair))}${card}: ${given} % is given instead of ${discount} %.`;
  });
}

function listCourseParts(snapshot: CatalogueSnapshot): CourseParts[] {
  return snapshot.currencies.flatMap(from =>
    snapshot.currencies.flatMap(to => findCourseParts(snapshot, { from, to }) ?? []),
  );
}

/** Null for a pair that cannot exist, has an invalid row or a course fixed by the operator. */
function findCourseParts(snapshot: CatalogueSnapshot, pair: CurrencyPair): CourseParts | null {
  const { from, to } = pair;
  const row = snapshot.pairs.get(formatPairKey(from.id, to.id));
  if (!isExchangeablePair(from, to) || snapshot.isPairInvalid(from.id, to.id) || row?.frozen_course)
    return null;
  return {
    pair,
    margin: row?.margin ?? getDefaultMargin(from, to, snapshot.settings),
    discount: row?.discount ?? null,
  };
}

const canBeVerified = ({ from, to }: CurrencyPair) => isVerifiable(from) || isVerifiable(to);

function calculateBestDiscount({ margin, discount }: CourseParts, grant: Grant | null): string {
  const { account = null, promocodeShare = null } = grant ?? {};
  return calculateDiscount(margin, { pair: discount, account, promocodeShare });
}

/** Null if the cap does not lower the course, or the grant adds nothing to it. */
function calculateCapped(
  { settings }: CatalogueSnapshot,
  parts: CourseParts,
  grant: Grant | null,
  isVerified: boolean,
): Pick<CappedCourse, 'discount' | 'kept' | 'given'> | null {
  const bonus = isVerified ? settings.verification_bonus : '0';
  const discount = calculateBestDiscount(parts, grant);
  if (grant !== null && discount === calculateBestDiscount(parts, null)) return null;
  const cap = calculateCapShare(settings.margin_min);
  const share = calculateCourseShare(parts.margin, discount, bonus);
  if (!isGreaterFraction(share, cap)) return null;
  const undiscounted = calculateCourseShare(parts.margin, '0', bonus);
  const gain = isGreaterFraction(undiscounted, cap) ? ONE : divideFractions(cap, undiscounted);
  return { discount, kept: formatDifference(ONE, share, 'down'), given: formatDifference(gain, ONE, 'down') };
}

/** The excess of a pair's best course, without a tier or a promocode, over the cap; null if there is none. */
function calculateExcess({ settings }: CatalogueSnapshot, parts: CourseParts): CourseFraction | null {
  const { margin_min, verification_bonus } = settings;
  const bonus = canBeVerified(parts.pair) ? verification_bonus : '0';
  const share = calculateCourseShare(parts.margin, calculateBestDiscount(parts, null), bonus);
  const cap = calculateCapShare(margin_min);
  return isGreaterFraction(share, cap) ? divideFractions(share, cap) : null;
}

/** a − b in percent, rounded to a smaller (`down`) or larger value. */
function formatDifference(a: CourseFraction, b: CourseFraction, rounding: RoundingMode): string {
  const denominator = a.denominator * b.denominator;
  const scaled =
    (a.numerator * b.denominator - b.numerator * a.denominator) * powerOfTen(REPORT_DECIMALS + 2);
  const units =
    scaled < 0n
      ? -divideRounded(-scaled, denominator, rounding === 'up' ? 'down' : 'up')
      : divideRounded(scaled, denominator, rounding);
  return unitsToShortDecimal(units, REPORT_DECIMALS);
}
