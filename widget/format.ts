import { localizeDecimal, trimTrailingZeros } from '#core/exchange/amount.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import type { CurrencyItem } from '#core/contract/calculator.ts';
import type { SideName } from '#core/exchange/course.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import type { DisplayedCourse } from '#core/exchange/displayedCourse.ts';
import type { ExchangeModel, AmountFieldHint } from '#core/exchange/form/exchangeModel.ts';

const NO_BREAK_SPACE = '\u00a0';

/** The unit symbol shown after an amount: RUB → ₽, else the ticker. */
export function getUnitSymbol(ticker: string): string {
  return ticker === 'RUB' ? '₽' : ticker;
}

/** Appends the unit to a formatted amount: «1 250,50 USDT». */
export function appendUnit(text: string, ticker: string): string {
  return `${text}${NO_BREAK_SPACE}${getUnitSymbol(ticker)}`;
}

/** Formats decimal text from the API. Trims trailing zeros if there are more than two decimals. */
export function formatDecimal(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0;
  return localizeDecimal(decimals > 2 ? trimTrailingZeros(text) : text);
}

/** Formats decimal text from the API with its unit: «101 775,00 ₽». */
export function formatMoney(text: string, ticker: string): string {
  return appendUnit(formatDecimal(text), ticker);
}

/** Formats a displayed course as a line: «1 USDT = 81,42 ₽». */
export function formatCourseLine({ base, price, quote }: DisplayedCourse): string {
  return `1${NO_BREAK_SPACE}${getUnitSymbol(base)} = ${appendUnit(price, quote)}`;
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

/** Second line below a ticker: the network of a crypto currency, else the name. */
export function getNetworkLabel(item: CurrencyItem): string {
  return item.kind === 'crypto' ? (item.network ?? item.name) : item.name;
}

/** Where a claim's payout goes: «Сбербанк, 2202 •••• 4417», or «Наличные, Москва». */
export function formatDestination({ to, meeting, toRequisite }: ClaimStatus): string {
  return [to.name, meeting?.side === 'to' ? meeting.city : toRequisite].filter(Boolean).join(', ');
}

/** The exceeded limit and its side; null if both amounts are within their limits. Reads signals. */
export function findExceededLimit(
  exchange: ExchangeModel,
): { side: SideName; hint: Extract<AmountFieldHint, { kind: 'below_min' | 'above_max' }> } | null {
  const hints = { from: exchange.amountHint.from.value, to: exchange.amountHint.to.value };
  for (const side of ['from', 'to'] as const) {
    const hint = hints[side];
    if (hint.kind === 'below_min' || hint.kind === 'above_max') return { side, hint };
  }
  return null;
}
