import { divide, power, type Units } from '#core/exchange/amount.ts';
import * as course from '#core/exchange/course.ts';
import type { ClaimRow } from '../database/schema.ts';
import { percent } from '../rates/fraction.ts';

/** source − margin + discount − rounding = payout; units of the receive side, none below zero. */
export interface Waterfall {
  source: Units;
  margin: Units;
  discount: Units;
  rounding: Units;
  payout: Units;
}

/** What of a claim the waterfall is made of: the sums and the course that hold now. */
export type Priced = Pick<
  ClaimRow,
  'from_amount' | 'to_amount' | 'course' | 'source_course' | 'margin' | 'discount'
>;

/**
 * How the payout came about. Margin and discount are the claim's percents; where its course was better than they say
 * (the verification course, one that the operator held) the rest is discount, where it was worse it is margin. Rounding
 * is what is lost to the digits that a course and a sum have.
 */
export function waterfall(claim: Priced, decimals: course.Decimals): Waterfall {
  const sent = claim.from_amount;
  const payout = claim.to_amount;
  const value = (direction: 'down' | 'up') =>
    course.receive(sent, course.parse(claim.source_course), decimals, direction);
  // Of less than one unit of value there is still one unit to take everything from.
  let source = value('up');
  const { numerator: taken, denominator: whole } = percent(claim.margin);
  let margin = divide(source * taken, whole, 'down');
  const given = percent(claim.discount);
  let discount = divide((source - margin) * given.numerator, given.denominator, 'down');
  let rest = source - margin + discount - payout;
  const lost = course.receive(sent, course.parse(claim.course), decimals, 'down') - payout;
  // Courses have 10 significant digits: each of the two may be a billionth too low.
  const slack = (source * 4n) / power(9) + 3n;
  if (rest < -slack) {
    discount -= rest;
    rest = 0n;
  } else if (rest < 0n) {
    source -= rest;
    rest = 0n;
  } else if (rest > lost + slack) {
    margin += rest - lost;
    rest = lost;
  }
  return { source, margin, discount, rounding: rest, payout };
}
