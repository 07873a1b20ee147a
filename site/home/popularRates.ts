import { parseCourse } from '#core/exchange/course.ts';
import { formatUnits, divideRounded } from '#core/exchange/amount.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { appendUnit } from '#widget/format.ts';
import { formatCourse } from './marketFormat.ts';

/** The pairs of the board, by code. */
export const POPULAR_PAIRS = [
  { from: 'USDTTRC20', to: 'SBERRUB' },
  { from: 'BTC', to: 'TCSBRUB' },
  { from: 'ETH', to: 'SBPRUB' },
  { from: 'SBERRUB', to: 'USDTTRC20' },
  { from: 'TON', to: 'ACRUB' },
] as const;

/** A line of the board: both sides and the course, decimal text, received for 1 sent. */
export interface PopularRate {
  from: Reserve;
  to: Reserve;
  course: string;
}

/**
 * The course of a line to read. Rubles for a coin are told as the price of one coin, as people quote it: 1 ÷ course,
 * rounded up, since that is what the coin costs.
 */
export function formatPopularRate({ from, to, course: text }: PopularRate): string {
  if (from.currency !== 'RUB' || to.currency === 'RUB') return formatCourse(text, to.currency);
  const { numerator, denominator } = parseCourse(text);
  return appendUnit(formatUnits(divideRounded(denominator * 100n, numerator, 'up'), 2), from.currency);
}
