import * as course from '#core/exchange/course.ts';
import * as amount from '#core/exchange/amount.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { withUnit } from '#widget/figures.ts';
import * as money from './money.ts';

/** The pairs of the board, by code. */
export const POPULAR = [
  { from: 'USDTTRC20', to: 'SBERRUB' },
  { from: 'BTC', to: 'TCSBRUB' },
  { from: 'ETH', to: 'SBPRUB' },
  { from: 'SBERRUB', to: 'USDTTRC20' },
  { from: 'TON', to: 'ACRUB' },
] as const;

/** A line of the board: both sides and the course, decimal text, received for 1 sent. */
export interface Row {
  from: Reserve;
  to: Reserve;
  course: string;
}

/**
 * The course of a line to read. Rubles for a coin are told as the price of one coin, as people quote it: 1 ÷ course,
 * rounded up, since that is what the coin costs.
 */
export function priceOf({ from, to, course: text }: Row): string {
  if (from.currency !== 'RUB' || to.currency === 'RUB') return money.course(text, to.currency);
  const { numerator, denominator } = course.parse(text);
  return withUnit(amount.showUnits(amount.divide(denominator * 100n, numerator, 'up'), 2), from.currency);
}
