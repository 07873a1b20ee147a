import * as amount from '#core/exchange/amount.ts';

const NBSP = '\u00a0';

/** What stands after a sum: the ruble's sign, else the ticker. */
export function unit(currency: string): string {
  return currency === 'RUB' ? '₽' : currency;
}

/** A sum to read, decimal text: all its decimals, or none where they are all zero: «4 218 560 ₽», «6,48120000 BTC». */
export function sum(text: string, currency: string): string {
  const shown = /\.0+$/.test(text) ? amount.trim(text) : text;
  return amount.show(shown) + NBSP + unit(currency);
}
