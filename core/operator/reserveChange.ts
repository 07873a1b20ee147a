import {
  countFractionDigits,
  decimalToExactUnits,
  DECIMAL_PATTERN,
  unitsToDecimal,
} from '../exchange/amount.ts';

/** How a person changes the total of a reserve. */
export type ReserveOperation = 'set' | 'add' | 'subtract';

/** Converts typed text to decimal text: «1 250,5» becomes "1250.5". */
export const normalizeDecimal = (text: string): string => text.replaceAll(/\s/g, '').replace(',', '.');

/** The total and the free part after a change, decimal text; null if `typed` is no amount. */
export function calculateReserveChange(
  { amount, held }: { amount: string; held: string },
  operation: ReserveOperation,
  typed: string,
): { amount: string; free: string; isTooSmall: boolean } | null {
  const decimals = countFractionDigits(amount);
  const text = normalizeDecimal(typed);
  const given = DECIMAL_PATTERN.test(text) && text.length <= 20 ? decimalToExactUnits(text, decimals) : null;
  if (given === null) return null;
  const [present = 0n, heldUnits = 0n] = [amount, held].map(
    value => decimalToExactUnits(value, decimals) ?? 0n,
  );
  const total = { set: given, add: present + given, subtract: present - given }[operation];
  const free = total - heldUnits;
  return {
    amount: unitsToDecimal(total, decimals),
    free: unitsToDecimal(free, decimals),
    isTooSmall: free < 0n,
  };
}
