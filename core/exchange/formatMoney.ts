import { formatDecimal, localizeDecimal } from './amount.ts';
import { toDisplayedCourse, type DisplayedCourse } from './displayedCourse.ts';

const NBSP = '\u00a0';

/** The unit symbol shown after an amount: RUB → ₽, else the ticker. */
export function getUnitSymbol(ticker: string): string {
  return ticker === 'RUB' ? '₽' : ticker;
}

/** Appends the unit to a formatted amount: «1 250,50 USDT». */
export function appendUnit(text: string, ticker: string): string {
  return `${text}${NBSP}${getUnitSymbol(ticker)}`;
}

/** Formats decimal text from the API with its unit: «101 775,00 ₽». */
export function formatMoney(text: string, ticker: string): string {
  return appendUnit(formatDecimal(text), ticker);
}

/** Formats a displayed course as a line: «1 USDT = 81,42 ₽». */
export function formatCourseLine({ base, price, quote }: DisplayedCourse): string {
  return `${appendUnit('1', base)} = ${appendUnit(price, quote)}`;
}

/** Formats the exact course of the API, decimal text: «1 ₽ = 0,01209716796 USDT». For details. */
export function formatExactCourse(course: string, from: string, to: string): string {
  return formatCourseLine({ base: from, price: localizeDecimal(course), quote: to });
}

/**
 * Formats two courses of a pair (decimal text) to be compared: as displayed, or exact if they would look the same.
 */
export function formatComparedCourses(
  courses: readonly [previous: string, current: string],
  from: string,
  to: string,
): [previous: string, current: string] {
  const [previous, current] = courses;
  const format = (course: string) => formatCourseLine(toDisplayedCourse(course, from, to));
  return previous !== current && format(previous) === format(current)
    ? [formatExactCourse(previous, from, to), formatExactCourse(current, from, to)]
    : [format(previous), format(current)];
}

/** Name of the network that a coin is sent in: «TRC20», «Bitcoin». A coin of its own network has no `network`. */
export function getNetworkName(coin: { network: string | null; ticker: string; name: string }): string {
  return coin.network ?? (coin.ticker === 'TON' ? 'TON' : coin.name);
}
