import { countFractionDigits, decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { toReceiveUnits, parseCourse } from '#core/exchange/course.ts';

/** Returns this many hundredths of a percent of an amount. Both are decimal text with the same decimals. */
export function takeHundredths(amount: string, hundredths: bigint): string {
  const decimals = countFractionDigits(amount);
  return unitsToDecimal((decimalToUnits(amount, decimals) * hundredths) / 10_000n, decimals);
}

/** Converts the amount `from` at a course. Rounds down to the decimals of `to`. */
export const convertDown = (from: string, to: string, rate: string) => {
  const decimals = { from: countFractionDigits(from), to: countFractionDigits(to) };
  const units = toReceiveUnits(decimalToUnits(from, decimals.from), parseCourse(rate), decimals, 'down');
  return unitsToDecimal(units, decimals.to);
};
