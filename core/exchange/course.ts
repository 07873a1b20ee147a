import { decimalToUnits, powerOfTen, trimTrailingZeros, unitsToDecimal, divideRounded } from './amount.ts';
import type { RoundingMode, Units } from './amount.ts';

/** Significant digits of a course on the wire. */
const COURSE_SIGNIFICANT_DIGITS = 10;

/** Share of a reserve that claims may take together: 95 %. */
export const RESERVE_SHARE = { numerator: 95n, denominator: 100n } as const;

/** A course as an exact fraction: units received for 1 unit sent. */
export interface CourseFraction {
  numerator: bigint;
  denominator: bigint;
}

/** Course text of the wire → exact fraction. Throws RangeError on text that is no decimal or is zero. */
export function parseCourse(text: string): CourseFraction {
  const decimals = text.split('.')[1]?.length ?? 0;
  const numerator = decimalToUnits(text, decimals);
  if (numerator === 0n) throw new RangeError('a course of zero');
  return { numerator, denominator: powerOfTen(decimals) };
}

/** Fraction → course text of at most 10 significant digits, rounded down so that we never promise more. */
export function courseToDecimal({ numerator, denominator }: CourseFraction): string {
  if (numerator <= 0n || denominator <= 0n) throw new RangeError('a course that is not positive');
  let decimals = 0;
  while (
    decimals < 30 &&
    numerator * powerOfTen(decimals) < denominator * powerOfTen(COURSE_SIGNIFICANT_DIGITS - 1)
  )
    decimals++;
  return trimTrailingZeros(
    unitsToDecimal(divideRounded(numerator * powerOfTen(decimals), denominator, 'down'), decimals),
  );
}

/** How many decimals each side's units have (`roundCalculator`). */
export interface PairDecimals {
  from: number;
  to: number;
}

/** Send units → receive units at the rate: received = sent × course, rounded in the direction named. */
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

/** Receive units → the send units that buy them: sent = received ÷ course, rounded in the direction named. */
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

/** What a server says of one side's limits: units of that side, null where it says nothing. */
export interface SideBounds {
  min: Units | null;
  max: Units | null;
}

/** Limits of both sides that agree with each other; `max` null means unlimited. */
export interface PairLimits {
  from: { min: Units; max: Units | null };
  to: { min: Units; max: Units | null };
}

/**
 * Limits of both sides from what is known of each (SPEC §5: a missing minimum follows from the other side's). The send
 * side decides; the receive side is its image, minimum rounded up and maximum down, so that either side's limit, typed
 * on its own side, gives a send amount within the limits.
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
      min: toReceiveUnits(min, rate, decimals, 'up'),
      max: max === null ? null : toReceiveUnits(max, rate, decimals, 'down'),
    },
  };
}

/**
 * The most that one exchange may receive, in units: 95 % of the whole reserve, less what open claims hold. The 5 % set
 * aside is a share of the whole, so that a claim of X lowers this limit by exactly X.
 */
export function maxReceiveFromReserve(reserve: Units, held: Units): Units {
  const max = (reserve * RESERVE_SHARE.numerator) / RESERVE_SHARE.denominator - held;
  return max < 0n ? 0n : max;
}

/** A side of the pair. */
export type SideName = 'from' | 'to';

/** Both sums that count, and which limit the typed one was moved to, if any. */
export interface DerivedAmounts {
  from: Units;
  to: Units;
  clampedTo: 'min' | 'max' | null;
}

/**
 * Both sums from the one a person typed (units of that side). A derived receive is rounded down, a derived send up: the
 * typed receive then stays, the course covers it. The send sum is held within the limits (SPEC §4, §5).
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

/** SPEC §4: which of the two courses of a pair counts. */
export type CourseType = 'default' | 'verification';

/**
 * The course type that holds: what the person chose, else verification when the setting verificationFirst is on; never
 * verification where the pair has no such course.
 */
export function resolveCourseType(
  chosen: CourseType | null,
  hasVerificationCourse: boolean,
  verificationFirst: boolean,
): CourseType {
  if (!hasVerificationCourse) return 'default';
  return chosen ?? (verificationFirst ? 'verification' : 'default');
}
