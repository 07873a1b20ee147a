import * as amount from './amount.ts';
import type { Direction, Units } from './amount.ts';

/** Significant digits of a course on the wire. */
const SIGNIFICANT = 10;

/** Share of a reserve that claims may take together: 95 %. */
export const RESERVE_SHARE = { numerator: 95n, denominator: 100n } as const;

/** A course as an exact fraction: units received for 1 unit sent. */
export interface Rate {
  numerator: bigint;
  denominator: bigint;
}

/** Course text of the wire → exact fraction. Throws RangeError on text that is no decimal or is zero. */
export function parse(text: string): Rate {
  const decimals = text.split('.')[1]?.length ?? 0;
  const numerator = amount.fromText(text, decimals);
  if (numerator === 0n) throw new RangeError('a course of zero');
  return { numerator, denominator: amount.power(decimals) };
}

/** Fraction → course text of at most 10 significant digits, rounded down so that we never promise more. */
export function toText({ numerator, denominator }: Rate): string {
  if (numerator <= 0n || denominator <= 0n) throw new RangeError('a course that is not positive');
  let decimals = 0;
  while (decimals < 30 && numerator * amount.power(decimals) < denominator * amount.power(SIGNIFICANT - 1))
    decimals++;
  return amount.trim(
    amount.toText(amount.divide(numerator * amount.power(decimals), denominator, 'down'), decimals),
  );
}

/** How many decimals each side's units have (`roundCalculator`). */
export interface Decimals {
  from: number;
  to: number;
}

/** Send units → receive units at the rate: received = sent × course, rounded in the direction named. */
export function receive(sent: Units, rate: Rate, decimals: Decimals, direction: Direction): Units {
  return amount.divide(
    sent * rate.numerator * amount.power(decimals.to),
    rate.denominator * amount.power(decimals.from),
    direction,
  );
}

/** Receive units → the send units that buy them: sent = received ÷ course, rounded in the direction named. */
export function send(received: Units, rate: Rate, decimals: Decimals, direction: Direction): Units {
  return amount.divide(
    received * rate.denominator * amount.power(decimals.from),
    rate.numerator * amount.power(decimals.to),
    direction,
  );
}

/** What a server says of one side's limits: units of that side, null where it says nothing. */
export interface Bounds {
  min: Units | null;
  max: Units | null;
}

/** Limits of both sides that agree with each other; `max` null means unlimited. */
export interface Limits {
  from: { min: Units; max: Units | null };
  to: { min: Units; max: Units | null };
}

/**
 * Limits of both sides from what is known of each (SPEC §5: a missing minimum follows from the other side's). The send
 * side decides; the receive side is its image, minimum rounded up and maximum down, so that either side's limit, typed
 * on its own side, gives a send amount within the limits.
 */
export function limits(from: Bounds, to: Bounds, rate: Rate, decimals: Decimals): Limits {
  const own = from.min ?? 0n;
  const other = to.min === null ? 0n : send(to.min, rate, decimals, 'up');
  const min = own > other ? own : other;
  const maxes = [from.max, to.max === null ? null : send(to.max, rate, decimals, 'down')].filter(
    max => max !== null,
  );
  const max = maxes.length === 0 ? null : maxes.reduce((a, b) => (a < b ? a : b));
  return {
    from: { min, max },
    to: {
      min: receive(min, rate, decimals, 'up'),
      max: max === null ? null : receive(max, rate, decimals, 'down'),
    },
  };
}

/**
 * The most that one exchange may receive, in units: 95 % of the whole reserve, less what open claims hold. The 5 % set
 * aside is a share of the whole, so that a claim of X lowers this limit by exactly X.
 */
export function reserveMax(amount: Units, held: Units): Units {
  const max = (amount * RESERVE_SHARE.numerator) / RESERVE_SHARE.denominator - held;
  return max < 0n ? 0n : max;
}

/** A side of the pair. */
export type SideName = 'from' | 'to';

/** Both sums that count, and which limit the typed one was moved to, if any. */
export interface Derived {
  from: Units;
  to: Units;
  clamped: 'min' | 'max' | null;
}

/**
 * Both sums from the one a person typed (units of that side). A derived receive is rounded down, a derived send up: the
 * typed receive then stays, the course covers it. The send sum is held within the limits (SPEC §4, §5).
 */
export function derive(
  side: SideName,
  typed: Units,
  rate: Rate,
  decimals: Decimals,
  within: Limits,
): Derived {
  const wanted = side === 'from' ? typed : send(typed, rate, decimals, 'up');
  const { min, max } = within.from;
  const clamped = wanted < min ? 'min' : max !== null && wanted > max ? 'max' : null;
  const from = clamped === null ? wanted : clamped === 'min' ? min : (max ?? min);
  const to = side === 'to' && clamped === null ? typed : receive(from, rate, decimals, 'down');
  return { from, to, clamped };
}

/** SPEC §4: which of the two courses of a pair counts. */
export type CourseType = 'default' | 'verification';

/**
 * The course type that holds: what the person chose, else verification when the setting verificationFirst is on; never
 * verification where the pair has no such course.
 */
export function courseType(
  chosen: CourseType | null,
  hasVerificationCourse: boolean,
  verificationFirst: boolean,
): CourseType {
  if (!hasVerificationCourse) return 'default';
  return chosen ?? (verificationFirst ? 'verification' : 'default');
}
