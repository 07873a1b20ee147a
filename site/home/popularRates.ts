import { parseCourse } from '#core/exchange/course.ts';
import { formatUnits, divideRounded } from '#core/exchange/amount.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { appendUnit } from '#widget/format.ts';
import { formatCourse } from './marketFormat.ts';

/** Currency codes of the pairs in the table of popular courses. */
export const POPULAR_PAIRS = [
  { from: 'USDTTRC20', to: 'SBERRUB' },
  { from: 'BTC', to: 'TCSBRUB' },
  { from: 'ETH', to: 'SBPRUB' },
  { from: 'SBERRUB', to: 'USDTTRC20' },
  { from: 'TON', to: 'ACRUB' },
] as const;

/** A popular pair. `course` is decimal text: units received for 1 unit sent. */
export interface PopularRate {
  from: Reserve;
  to: Reserve;
  course: string;
}

/**
 * Formats the course of a pair. From rubles to a coin it is the price of one coin, 1 ÷ course, rounded up because the
 * customer pays it.
 */
export function formatPopularRate({ from, to, course: text }: PopularRate): string {
  if (from.currency !== 'RUB' || to.currency === 'RUB') return formatCourse(text, to.currency);
  const { numerator, denominator } = parseCourse(text);
  return appendUnit(formatUnits(divideRounded(denominator * 100n, numerator, 'up'), 2), from.currency);
}
