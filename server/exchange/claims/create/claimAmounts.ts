import type { Units } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits, toSendUnits } from '#core/exchange/course.ts';
import type { PairDecimals } from '#core/exchange/course.ts';

/** Both amounts of a claim, in the smallest units of their currencies. */
export interface ClaimAmounts {
  from: Units;
  to: Units;
}

/**
 * Returns whether the form shows these amounts at this course: either the receive amount is derived from the send
 * amount and rounded down, or the send amount is derived from the receive amount and rounded up.
 */
export function isConsistentWithCourse(
  { from, to }: ClaimAmounts,
  courseText: string,
  decimals: PairDecimals,
): boolean {
  if (from <= 0n || to <= 0n) return false;
  const rate = parseCourse(courseText);
  return (
    toReceiveUnits(from, rate, decimals, 'down') === to || toSendUnits(to, rate, decimals, 'up') === from
  );
}
