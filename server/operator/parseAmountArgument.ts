import { decimalToUnits, type Units } from '#core/exchange/amount.ts';

/** Parses decimal text to units. Null for invalid text, too many decimals, or a value beyond int64. */
export function parseAmountArgument(text: string, decimals: number): Units | null {
  const fraction = /^\d{1,18}(?:\.(\d+))?$/.exec(text);
  if (fraction === null || (fraction[1] ?? '').length > decimals) return null;
  const amount = decimalToUnits(text, decimals);
  return amount < 2n ** 63n ? amount : null;
}
