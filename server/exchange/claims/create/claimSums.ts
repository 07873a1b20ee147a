import { decimalToUnits, type Units } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits, toSendUnits } from '#core/exchange/course.ts';
import type { PairDecimals } from '#core/exchange/course.ts';

/** Both sums of a claim, in the smallest units of their currencies. */
export interface ClaimSums {
  from: Units;
  to: Units;
}

/** Converts decimal text to units. Null if it has non-zero digits beyond the currency's decimals. */
export function parseExactAmount(text: string, decimals: number): Units | null {
  const units = decimalToUnits(text, decimals, 'down');
  return units === decimalToUnits(text, decimals, 'up') ? units : null;
}

/**
 * Returns whether the form shows these sums at this course: either the receive sum is derived from the send sum and
 * rounded down, or the send sum is derived from the receive sum and rounded up.
 */
export function isConsistentWithCourse(
  { from, to }: ClaimSums,
  courseText: string,
  decimals: PairDecimals,
): boolean {
  if (from <= 0n || to <= 0n) return false;
  const rate = parseCourse(courseText);
  return (
    toReceiveUnits(from, rate, decimals, 'down') === to || toSendUnits(to, rate, decimals, 'up') === from
  );
}
