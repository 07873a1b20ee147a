import { divideRounded, powerOfTen, type Units } from '#core/exchange/amount.ts';
import { toReceiveUnits, parseCourse } from '#core/exchange/course.ts';
import type { PairDecimals } from '#core/exchange/course.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { parsePercent } from '../../courses/prices/fraction.ts';

/** The parts of a payout: source − margin + discount − cap − rounding = payout. Units received, none negative. */
export interface PayoutBreakdown {
  source: Units;
  margin: Units;
  discount: Units;
  /** The part of the discount that the cap of the course removes. */
  cap: Units;
  rounding: Units;
  payout: Units;
}

/** The columns of a claim that the breakdown is calculated from. */
export type PricedClaim = Pick<
  ClaimRow,
  'from_amount' | 'to_amount' | 'course' | 'source_course' | 'uncapped_course' | 'margin' | 'discount'
>;

/**
 * Splits the payout into its parts. Margin and discount follow the claim's percents. If the actual course was better
 * (verification course, frozen course), the difference is added to the discount; if worse, to the margin. The deduction
 * by the cap is a separate part. Rounding is the loss from the limited digits of courses and amounts.
 */
export function calculatePayoutBreakdown(claim: PricedClaim, decimals: PairDecimals): PayoutBreakdown {
  const sent = claim.from_amount;
  const payout = claim.to_amount;
  const convert = (course: string, direction: 'down' | 'up') =>
    toReceiveUnits(sent, parseCourse(course), decimals, direction);
  // Rounded up, so that a value below one unit still gives one unit to subtract from.
  let source = convert(claim.source_course, 'up');
  let margin = takePercent(source, claim.margin);
  let discount = takePercent(source - margin, claim.discount);
  const atCourse = convert(claim.course, 'down');
  let cap = claim.uncapped_course === null ? 0n : convert(claim.uncapped_course, 'down') - atCourse;
  let remainder = source - margin + discount - cap - payout;
  const roundingLoss = atCourse - payout;
  // Courses have 10 significant digits: each may be too low by a billionth.
  const tolerance = (source * 4n) / powerOfTen(9) + 3n;
  if (remainder < -tolerance) {
    discount -= remainder;
    remainder = 0n;
  } else if (remainder < 0n) {
    source -= remainder;
    remainder = 0n;
  } else if (remainder > roundingLoss + tolerance) {
    margin += remainder - roundingLoss;
    remainder = roundingLoss;
  }
  // A cap that exceeds the discount raises the margin.
  if (cap > discount) {
    margin += cap - discount;
    cap = discount;
  }
  return { source, margin, discount, cap, rounding: remainder, payout };
}

function takePercent(units: Units, percent: string): Units {
  const { numerator, denominator } = parsePercent(percent);
  return divideRounded(units * numerator, denominator, 'down');
}
