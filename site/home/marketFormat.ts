import { decimalToUnits, formatCompactAmount, localizeDecimal } from '#core/exchange/amount.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { appendUnit } from '#widget/format.ts';

/** A free reserve to read, as the form writes it: «4 218 560 ₽», «6,4812 BTC». */
export function formatReserve({ amount: text, decimals, currency }: Reserve): string {
  return appendUnit(formatCompactAmount(decimalToUnits(text, decimals), decimals), currency);
}

/** A course to read, every digit of it, with the unit that is received: «81,42 ₽». */
export function formatCourse(text: string, currency: string): string {
  return appendUnit(localizeDecimal(text), currency);
}
