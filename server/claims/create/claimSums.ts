import { decimalToUnits, type Units } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits, toSendUnits } from '#core/exchange/course.ts';
import type { PairDecimals } from '#core/exchange/course.ts';

/** Both sums of a claim in units of their currencies. */
export interface ClaimSums {
  from: Units;
  to: Units;
}

/** Decimal text → units; null when it has digits beyond the currency's decimals, which nobody could pay. */
export function parseExactAmount(text: string, decimals: number): Units | null {
  const units = decimalToUnits(text, decimals, 'down');
  return units === decimalToUnits(text, decimals, 'up') ? units : null;
}

/**
 * Whether the sums are what a form shows at this course: the receive derived from the send and rounded down, or the
 * send derived from the receive and rounded up. Never more than the course gives.
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
