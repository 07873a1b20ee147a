import * as amount from '#core/exchange/amount.ts';
import { brief } from '#core/exchange/figures.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { withUnit } from '#widget/figures.ts';

/** A free reserve to read, as the form writes it: «4 218 560 ₽», «6,4812 BTC». */
export function reserve({ amount: text, decimals, currency }: Reserve): string {
  return withUnit(brief(amount.fromText(text, decimals), decimals), currency);
}

/** A course to read, every digit of it, with the unit that is received: «81,42 ₽». */
export function course(text: string, currency: string): string {
  return withUnit(amount.show(text), currency);
}
