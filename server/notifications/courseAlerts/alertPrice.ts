import type { CourseAlert } from '#core/contract/course/courseAlert.ts';
import { formatDecimal } from '#core/exchange/amount.ts';
import { parseCourse } from '#core/exchange/course.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { appendUnit, formatCourseLine } from '#core/exchange/formatMoney.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { ONE, divideFractions, isGreaterFraction } from '#server/exchange/courses/prices/fraction.ts';

/** A price of one of a pair's currencies in units of the other: decimal text. */
export type AlertPrice = Pick<CourseAlert, 'priceOf' | 'price'>;

/** Whether a course is above (1), below (-1) or at (0) a price. Exact. */
export function compareToPrice(course: string, { priceOf, price }: AlertPrice): -1 | 0 | 1 {
  const [received, wanted] = [parseCourse(course), parseCourse(price)];
  // The price of the currency received is 1 ÷ course.
  const actual = priceOf === 'from' ? received : divideFractions(ONE, received);
  return isGreaterFraction(actual, wanted) ? 1 : isGreaterFraction(wanted, actual) ? -1 : 0;
}

type NamedCurrency = Pick<Currency, 'name' | 'network' | 'ticker'>;

/** «USDT TRC20 на Сбербанк». */
export function formatAlertPair(from: NamedCurrency, to: NamedCurrency): string {
  const [fromName, toName] = [from, to].map(side => formatSide({ ...side, currency: side.ticker }));
  return `${fromName} на ${toName}`;
}

/** Sorts the tickers: first the priced currency, then the currency of the price. */
const sortTickers = (from: NamedCurrency, to: NamedCurrency, priceOf: AlertPrice['priceOf']) =>
  priceOf === 'from' ? ([from.ticker, to.ticker] as const) : ([to.ticker, from.ticker] as const);

/** «1 USDT = 85 ₽». */
export function formatAlertPrice(
  from: NamedCurrency,
  to: NamedCurrency,
  { priceOf, price }: AlertPrice,
): string {
  const [base, quote] = sortTickers(from, to, priceOf);
  return formatCourseLine({ base, quote, price: formatDecimal(price) });
}

/** The course as a price of the same currency: «1 USDT = 84,97 ₽». */
export function formatAlertCourse(
  course: string,
  from: NamedCurrency,
  to: NamedCurrency,
  priceOf: AlertPrice['priceOf'],
): string {
  const [base] = sortTickers(from, to, priceOf);
  const displayed = toDisplayedCourse(course, from.ticker, to.ticker, base);
  return `${appendUnit('1', displayed.base)} = ${appendUnit(displayed.price, displayed.quote)}`;
}
