import { decimalToUnits, formatCompactAmount } from '#core/exchange/amount.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';

/** Formats a free reserve with its unit: «4 218 560 ₽», «6,4812 BTC». */
export function formatReserve({ amount: text, decimals, currency }: Reserve): string {
  return appendUnit(formatCompactAmount(decimalToUnits(text, decimals), decimals), currency);
}
