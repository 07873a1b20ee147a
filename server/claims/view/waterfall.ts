import { divideRounded, powerOfTen, type Units } from '#core/exchange/amount.ts';
import { toReceiveUnits, parseCourse } from '#core/exchange/course.ts';
import type { PairDecimals } from '#core/exchange/course.ts';
import type { ClaimRow } from '../../database/schema.ts';
import { parsePercent } from '../../rates/fraction.ts';

/** source − margin + discount − rounding = payout; units of the receive side, none below zero. */
export interface Waterfall {
  source: Units;
  margin: Units;
  discount: Units;
  rounding: Units;
  payout: Units;
}

/** What of a claim the waterfall is made of: the sums and the course that hold now. */
export type PricedClaim = Pick<
  ClaimRow,
  'from_amount' | 'to_amount' | 'course' | 'source_course' | 'margin' | 'discount'
>;

/**
 * How the payout came about. Margin and discount are the claim's percents; where its course was better than they say
 * (the verification course, one that the operator held) the rest is discount, where it was worse it is margin. Rounding
 * is what is lost to the digits that a course and a sum have.
 */
export function calculateWaterfall(claim: PricedClaim, decimals: PairDecimals): Waterfall {
  const sent = claim.from_amount;
  const payout = claim.to_amount;
  const convertAtSource = (direction: 'down' | 'up') =>
    toReceiveUnits(sent, parseCourse(claim.source_course), decimals, direction);
  // Of less than one unit of value there is still one unit to take everything from.
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
  // Courses have 10 significant digits: each of the two may be a billionth too low.
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
