import * as amount from './amount.ts';
import * as course from './course.ts';
import type { Decimals, Derived, Limits, Rate, SideName } from './course.ts';
import type { Typed } from './model.ts';

/** What the sums are counted with. */
export interface Terms {
  rate: Rate;
  limits: Limits;
  decimals: Decimals;
}

/** Both sums that count; nothing typed (or an emptied field) means the minimum. */
export function of(typed: Typed | null, { rate, limits, decimals }: Terms): Derived {
  if (!typed || typed.value === null) return course.derive('from', limits.from.min, rate, decimals, limits);
  const units = amount.fromText(typed.value, decimals[typed.side], 'down');
  return course.derive(typed.side, units, rate, decimals, limits);
}

/** A keystroke: the text stays verbatim, and one that cannot be read leaves the sum that counted on that side. */
export function typed(now: Typed | null, side: SideName, text: string, terms: Terms | null): Typed {
  const read = amount.read(text);
  const value = read.ok ? read.text : read.code === 'empty' ? null : before(now, side, terms);
  return { side, text, value, editing: true };
}

function before(now: Typed | null, side: SideName, terms: Terms | null): string | null {
  if (now?.side === side) return now.value;
  return terms && amount.toText(of(now, terms)[side], terms.decimals[side]);
}
