import * as amount from '#core/exchange/amount.ts';
import type { Item } from '#core/contract/calculator.ts';
import type { SideName } from '#core/exchange/course.ts';
import type { Exchange, Hint } from '#core/exchange/model.ts';

const NBSP = '\u00a0';

/** A unit as people write it after a sum: RUB → ₽. */
export function unit(ticker: string): string {
  return ticker === 'RUB' ? '₽' : ticker;
}

/** A sum that is ready to read, with its unit: «1 250,50 USDT». */
export function withUnit(text: string, ticker: string): string {
  return `${text}${NBSP}${unit(ticker)}`;
}

/** Decimal text of the wire as people read it: all decimals of money, of coins only those that say something. */
export function figure(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0;
  return amount.show(decimals > 2 ? amount.trim(text) : text);
}

/** A sum of the wire with its unit: «101 775,00 ₽». */
export function sum(text: string, ticker: string): string {
  return withUnit(figure(text), ticker);
}

/** The course as a sentence: «1 USDT = 81,42 ₽». `course` is ready to read. */
export function rate(course: string, from: string, to: string): string {
  return `1${NBSP}${unit(from)} = ${withUnit(course, to)}`;
}

/** Second line under a currency's ticker: its network, else its name. */
export function network(item: Item): string {
  return item.kind === 'crypto' ? (item.network ?? item.name) : item.name;
}

/** The limit that a sum is beyond, and on which side it was typed; null when it is within. Reads signals. */
export function beyond(
  exchange: Exchange,
): { side: SideName; hint: Extract<Hint, { kind: 'below_min' | 'above_max' }> } | null {
  const hints = { from: exchange.hint.from.value, to: exchange.hint.to.value };
  for (const side of ['from', 'to'] as const) {
    const hint = hints[side];
    if (hint.kind === 'below_min' || hint.kind === 'above_max') return { side, hint };
  }
  return null;
}
