import { divideRounded, powerOfTen, type Units } from '#core/exchange/amount.ts';
import { toReceiveUnits, parseCourse } from '#core/exchange/course.ts';
import type { PairDecimals } from '#core/exchange/course.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import { parsePercent } from '../../rates/fraction.ts';

/** The parts of a payout: source − margin + discount − rounding = payout. Units of the receive side, none negative. */
export interface Waterfall {
  source: Units;
  margin: Units;
  discount: Units;
  rounding: Units;
  payout: Units;
}

/** The columns of a claim that the waterfall is calculated from. */
export type PricedClaim = Pick<
  ClaimRow,
  'from_amount' | 'to_amount' | 'course' | 'source_course' | 'margin' | 'discount'
>;

/**
 * Splits the payout into its parts. Margin and discount follow the claim's percents. If the actual course was better
 * (verification course, frozen course), the difference is added to the discount; if worse, to the margin. Rounding is
 * the loss from the limited digits of courses and sums.
 */
export function calculateWaterfall(claim: PricedClaim, decimals: PairDecimals): Waterfall {
  const sent = claim.from_amount;
  const payout = claim.to_amount;
  const convertAtSource = (direction: 'down' | 'up') =>
    toReceiveUnits(sent, parseCourse(claim.source_course), decimals, direction);
  // Rounded up, so that a value below one unit still gives one unit to subtract from.
  let source = convertAtSource('up');
  const { numerator: marginNumerator, denominator: marginDenominator } = parsePercent(claim.margin);
  let margin = divideRounded(source * marginNumerator, marginDenominator, 'down');
  const discountPercent = parsePercent(claim.discount);
  let discount = divideRounded(
    (source - margin) * discountPercent.numerator,
    discountPercent.denominator,
    'down',
  );
  let remainder = source - margin + discount - payout;
  const roundingLoss = toReceiveUnits(sent, parseCourse(claim.course), decimals, 'down') - payout;
  // Courses have 10 significant digits: each of the two may be too low by a billionth.
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
  return { source, margin, discount, rounding: remainder, payout };
}
