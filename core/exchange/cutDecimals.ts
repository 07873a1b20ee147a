import { decimalToUnits, unitsToDecimal } from './amount.ts';

/** Cuts decimal text, which may be negative, to what a currency has: "-30.000066" with 2 decimals is "-30.00". */
export function cutDecimals(text: string, decimals: number): string {
  const units = decimalToUnits(text.replace('-', ''), decimals, 'down');
  return unitsToDecimal(text.startsWith('-') ? -units : units, decimals);
}
