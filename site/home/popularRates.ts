import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';

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

/** Formats the price of a pair with its unit, as the form does: «81,42 ₽». */
export function formatPopularRate({ from, to, course }: PopularRate): string {
  const { price, quote } = toDisplayedCourse(course, from.currency, to.currency);
  return appendUnit(price, quote);
}
