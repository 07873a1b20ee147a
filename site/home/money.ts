import * as amount from '#core/exchange/amount.ts';
import { brief } from '#core/exchange/figures.ts';
import type { Reserve } from '#core/contract/calculator.ts';

const NBSP = '\u00a0';

/** What stands after a sum: the ruble's sign, else the ticker. */
function unit(currency: string): string {
  return currency === 'RUB' ? '₽' : currency;
}

/** A free reserve to read, as the form writes it: «4 218 560 ₽», «6,4812 BTC». */
export function reserve({ amount: text, decimals, currency }: Reserve): string {
  return brief(amount.fromText(text, decimals), decimals) + NBSP + unit(currency);
}

/** A course to read, every digit of it, with the unit that is received: «81,42 ₽». */
export function course(text: string, currency: string): string {
  return amount.show(text) + NBSP + unit(currency);
}
