import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { toReceiveUnits, parseCourse } from '#core/exchange/course.ts';

/** So many percent of a sum, decimal text of the same decimals. */
export function takeHundredths(sum: string, hundredths: bigint): string {
  const decimals = sum.split('.')[1]?.length ?? 0;
  return unitsToDecimal((decimalToUnits(sum, decimals) * hundredths) / 10_000n, decimals);
}

/** What the sum `from` gives at a course, rounded down to as many decimals as `to` has. */
export const convertDown = (from: string, to: string, rate: string) => {
  const decimals = { from: from.split('.')[1]?.length ?? 0, to: to.split('.')[1]?.length ?? 0 };
  const units = toReceiveUnits(decimalToUnits(from, decimals.from), parseCourse(rate), decimals, 'down');
  return unitsToDecimal(units, decimals.to);
};
