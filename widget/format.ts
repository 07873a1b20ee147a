import { localizeDecimal, trimTrailingZeros } from '#core/exchange/amount.ts';
import type { CurrencyItem } from '#core/contract/calculator.ts';
import type { SideName } from '#core/exchange/course.ts';
import type { ExchangeModel, AmountFieldHint } from '#core/exchange/form/exchangeModel.ts';

const NO_BREAK_SPACE = '\u00a0';

/** A unit as people write it after a sum: RUB → ₽. */
export function getUnitSymbol(ticker: string): string {
  return ticker === 'RUB' ? '₽' : ticker;
}

/** A sum that is ready to read, with its unit: «1 250,50 USDT». */
export function appendUnit(text: string, ticker: string): string {
  return `${text}${NO_BREAK_SPACE}${getUnitSymbol(ticker)}`;
}

/** Decimal text of the wire as people read it: all decimals of money, of coins only those that say something. */
export function formatDecimal(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0;
  return localizeDecimal(decimals > 2 ? trimTrailingZeros(text) : text);
}

/** A sum of the wire with its unit: «101 775,00 ₽». */
export function formatMoney(text: string, ticker: string): string {
  return appendUnit(formatDecimal(text), ticker);
}

/** The course as a sentence: «1 USDT = 81,42 ₽». `course` is ready to read. */
export function formatCourseLine(course: string, from: string, to: string): string {
  return `1${NO_BREAK_SPACE}${getUnitSymbol(from)} = ${appendUnit(course, to)}`;
}

/** Second line under a currency's ticker: its network, else its name. */
export function getNetworkLabel(item: CurrencyItem): string {
  return item.kind === 'crypto' ? (item.network ?? item.name) : item.name;
}

/** The limit that a sum is beyond, and on which side it was typed; null when it is within. Reads signals. */
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
