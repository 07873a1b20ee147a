import { divideRounded, localizeDecimal, powerOfTen, unitsToShortDecimal } from '../exchange/amount.ts';
import { parseCourse } from '../exchange/course.ts';
import { toDisplayedCourse } from '../exchange/displayedCourse.ts';

/** Decimals of the percent. */
const PERCENT_DECIMALS = 2;

/** A course beside that of the market, decimal text, and the tickers of its pair. */
interface ComparedCourses {
  course: string;
  market: string;
  from: string;
  to: string;
}

/**
 * Formats how far the displayed price is above or below that of the market: «−0,6 %». If the price of the received coin
 * is displayed, a client who gets less pays a higher price: «+0,6 %». Half a hundredth is rounded away from zero.
 */
export function formatMarketDistance({ course, market, from, to }: ComparedCourses): string {
  const isCoinPrice = toDisplayedCourse(course, from, to).base !== from;
  const [price, marketPrice] = (isCoinPrice ? [market, course] : [course, market]).map(parseCourse);
  if (!price || !marketPrice) return '';
  const [numerator, denominator] = [
    price.numerator * marketPrice.denominator,
    price.denominator * marketPrice.numerator,
  ];
  const difference = numerator - denominator;
  const scaled = (difference < 0n ? -difference : difference) * powerOfTen(PERCENT_DECIMALS + 2);
  const percent = divideRounded(scaled * 2n + denominator, denominator * 2n, 'down');
  const sign = percent === 0n ? '' : difference < 0n ? '−' : '+';
  return `${sign}${localizeDecimal(unitsToShortDecimal(percent, PERCENT_DECIMALS))}\u00a0%`;
}
