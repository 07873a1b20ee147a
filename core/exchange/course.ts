import { countFractionDigits, decimalToUnits, divideRounded, powerOfTen } from './amount.ts';
import type { RoundingMode, Units } from './amount.ts';

/** The share of a reserve that all open claims together may hold: 95 %. */
export const RESERVE_SHARE = { numerator: 95n, denominator: 100n } as const;

/** A course as an exact fraction: units received for 1 unit sent. */
export interface CourseFraction {
  numerator: bigint;
  denominator: bigint;
}

/** Parses decimal text without rounding. Throws RangeError if it is not a non-negative decimal. */
export function parseFraction(text: string): CourseFraction {
  const decimals = countFractionDigits(text);
  return { numerator: decimalToUnits(text, decimals), denominator: powerOfTen(decimals) };
}

/** Parses course text of the API. Throws RangeError if it is not a decimal or is zero. */
export function parseCourse(text: string): CourseFraction {
  const course = parseFraction(text);
  if (course.numerator === 0n) throw new RangeError('the course is zero');
  return course;
}

/** The number of decimals, at most 30, that shows this many significant digits of a positive fraction. */
export function countDecimals({ numerator, denominator }: CourseFraction, significantDigits: number): number {
  let decimals = 0;
  while (decimals < 30 && numerator * powerOfTen(decimals) < denominator * powerOfTen(significantDigits - 1))
    decimals++;
  return decimals;
}

/** The decimals of each side's units (`roundCalculator`). */
export interface PairDecimals {
  from: number;
  to: number;
}

/** Converts send units to receive units: sent × rate, rounded in the given direction. */
export function toReceiveUnits(
  sentUnits: Units,
  rate: CourseFraction,
  decimals: PairDecimals,
  rounding: RoundingMode,
): Units {
  return divideRounded(
    sentUnits * rate.numerator * powerOfTen(decimals.to),
    rate.denominator * powerOfTen(decimals.from),
    rounding,
  );
}

/** Converts receive units to send units: received ÷ rate, rounded in the given direction. */
export function toSendUnits(
  receivedUnits: Units,
  rate: CourseFraction,
  decimals: PairDecimals,
  rounding: RoundingMode,
): Units {
  return divideRounded(
    receivedUnits * rate.denominator * powerOfTen(decimals.from),
    rate.numerator * powerOfTen(decimals.to),
    rounding,
  );
}

/** The limits of one side as the server sends them, in units; null if it sends none. */
export interface SideBounds {
  min: Units | null;
  max: Units | null;
}

/** Consistent limits of both sides in units; `max` null is unlimited. */
export interface PairLimits {
  from: { min: Units; max: Units | null };
  to: { min: Units; max: Units | null };
}

/**
 * Derives consistent limits of both sides. The stricter of the two sides' minimums applies, and of their
 * maximums. The receive limits are the converted send limits, minimum rounded up and maximum down: a limit
 * typed on either side gives a send amount within the limits. A receive minimum that applies is not converted back,
 * because the rounding of both ways would raise it: 50 is the minimum, not 50.01.
 */
export function derivePairLimits(
  from: SideBounds,
  to: SideBounds,
  rate: CourseFraction,
  decimals: PairDecimals,
): PairLimits {
  const ownMin = from.min ?? 0n;
  const otherMin = to.min === null ? 0n : toSendUnits(to.min, rate, decimals, 'up');
  const min = ownMin > otherMin ? ownMin : otherMin;
  const maxes = [from.max, to.max === null ? null : toSendUnits(to.max, rate, decimals, 'down')].filter(
    max => max !== null,
  );
  const max = maxes.length === 0 ? null : maxes.reduce((a, b) => (a < b ? a : b));
  return {
    from: { min, max },
    to: {
      min: to.min !== null && otherMin >= ownMin ? to.min : toReceiveUnits(min, rate, decimals, 'up'),
      max: max === null ? null : toReceiveUnits(max, rate, decimals, 'down'),
    },
  };
}

/**
 * The largest receive amount in units: 95 % of the whole reserve minus the amounts held by open claims. The 5 % are a
 * share of the whole reserve, so a claim of X lowers this limit by exactly X.
 */
export function maxReceiveFromReserve(reserve: Units, held: Units): Units {
  const max = divideRounded(reserve * RESERVE_SHARE.numerator, RESERVE_SHARE.denominator, 'down') - held;
  return max < 0n ? 0n : max;
}

/** A side of the pair. */
export type SideName = 'from' | 'to';

/** The amounts of both sides in units, and the limit that the typed amount was clamped to, if any. */
export interface DerivedAmounts {
  from: Units;
  to: Units;
  clampedTo: 'min' | 'max' | null;
}

/**
 * Derives both amounts from the typed one (units of `side`) and clamps the send amount to the limits. A derived
 * receive amount is rounded down, a derived send amount up, so that it covers the typed receive amount.
 */
export function deriveAmounts(
  side: SideName,
  typedUnits: Units,
  rate: CourseFraction,
  decimals: PairDecimals,
  limits: PairLimits,
): DerivedAmounts {
  const unclampedFrom = side === 'from' ? typedUnits : toSendUnits(typedUnits, rate, decimals, 'up');
  const { min, max } = limits.from;
  const clampedTo = unclampedFrom < min ? 'min' : max !== null && unclampedFrom > max ? 'max' : null;
  const from = clampedTo === null ? unclampedFrom : clampedTo === 'min' ? min : (max ?? min);
  const to = side === 'to' && clampedTo === null ? typedUnits : toReceiveUnits(from, rate, decimals, 'down');
  return { from, to, clampedTo };
}

/** The type of a pair's course. */
export type CourseType = 'default' | 'verification';

/**
 * The course type in use: the chosen one, else verification if the setting verificationFirst is on; always default for a
 * pair without a verification course.
 */
export function resolveCourseType(
  chosen: CourseType | null,
  hasVerificationCourse: boolean,
  verificationFirst: boolean,
): CourseType {
  if (!hasVerificationCourse) return 'default';
  return chosen ?? (verificationFirst ? 'verification' : 'default');
}
