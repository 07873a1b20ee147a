import { fromText, toText } from '#core/exchange/amount.ts';
import * as course from '#core/exchange/course.ts';

/** So many percent of a sum, decimal text of the same decimals. */
export function percent(sum: string, hundredths: bigint): string {
  const decimals = sum.split('.')[1]?.length ?? 0;
  return toText((fromText(sum, decimals) * hundredths) / 10_000n, decimals);
}

/** What the sum `from` gives at a course, rounded down to as many decimals as `to` has. */
export const received = (from: string, to: string, rate: string) => {
  const decimals = { from: from.split('.')[1]?.length ?? 0, to: to.split('.')[1]?.length ?? 0 };
  const units = course.receive(fromText(from, decimals.from), course.parse(rate), decimals, 'down');
  return toText(units, decimals.to);
};
