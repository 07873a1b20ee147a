import { divideRounded, formatUnits, isNonZero, powerOfTen } from './amount.ts';
import type { RoundingMode } from './amount.ts';
import { countDecimals, parseCourse } from './course.ts';
import type { CourseFraction } from './course.ts';

/** A course as people read it: `1 base = price quote`. `base` and `quote` are tickers, `price` is formatted. */
export interface DisplayedCourse {
  base: string;
  price: string;
  quote: string;
}

/** Significant digits of a displayed price, except of roubles from 1 ₽ on, which have kopecks. */
const PRICE_SIGNIFICANT_DIGITS = 6;

/** Between coins a course below 1 ÷ this is hard to read: «1 USDT = 0,0000107683 BTC». */
const INVERSION_THRESHOLD = 1000n;

/**
 * Rounds a course for display. `course` is decimal text: units of `to` received for 1 `from`. From roubles to a coin,
 * and from a coin to one worth over 1000 times as much, it is the price of the received coin, 1 ÷ course. Rounded
 * against the visitor, so that the claim is never worse than the display. The number of decimals depends only on the
 * size of the price, so it rarely changes with a new course. `base` chooses the direction, for courses that are compared.
 */
export function toDisplayedCourse(course: string, from: string, to: string, base?: string): DisplayedCourse {
  const isFromRoubles = from === 'RUB' && to !== 'RUB';
  // A closed direction has the course 0.
  if (!isNonZero(course))
    return isFromRoubles ? { base: to, price: '0', quote: from } : { base: from, price: '0', quote: to };
  const { numerator, denominator } = parseCourse(course);
  const isCoinPrice = base
    ? base !== from
    : isFromRoubles || (to !== 'RUB' && numerator * INVERSION_THRESHOLD < denominator);
  const [unit, quote] = isCoinPrice ? [to, from] : [from, to];
  const price = isCoinPrice ? { numerator: denominator, denominator: numerator } : { numerator, denominator };
  return { base: unit, price: formatPrice(price, quote, isCoinPrice ? 'up' : 'down'), quote };
}

function formatPrice(price: CourseFraction, quote: string, rounding: RoundingMode): string {
  const decimals =
    quote === 'RUB' && price.numerator >= price.denominator
      ? 2
      : countDecimals(price, PRICE_SIGNIFICANT_DIGITS);
  return formatUnits(
    divideRounded(price.numerator * powerOfTen(decimals), price.denominator, rounding),
    decimals,
  );
}
