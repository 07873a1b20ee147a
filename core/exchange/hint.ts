import * as amount from './amount.ts';
import type { Decimals, Derived, Limits, SideName } from './course.ts';
import * as figures from './figures.ts';
import type { Hint, Limit, Typed } from './model.ts';

/** What a hint is made of. */
export interface Grounds {
  typed: Typed | null;
  sums: Derived | null;
  limits: Limits | null;
  decimals: Decimals;
  reserve: Limit | null;
}

/** How a text was read, when it could have been meant otherwise or has more digits than the side keeps. */
function reading(text: string, places: number): string | null {
  const read = amount.read(text);
  if (!read.ok) return null;
  const kept = amount.toText(amount.fromText(read.text, places, 'down'), places);
  const rounded = amount.trim(kept) !== amount.trim(read.text);
  return read.ambiguous || rounded ? `= ${amount.show(amount.trim(kept))}` : null;
}

/** What stands beside the field of a side; the worst news first. */
export function of(side: SideName, { typed, sums, limits, decimals, reserve }: Grounds): Hint {
  const places = decimals[side];
  const here = typed?.side === side ? typed : null;
  if (here) {
    const read = amount.read(here.text);
    if (!read.ok && read.code === 'number_format') return { kind: 'unreadable', code: 'number_format' };
  }
  if (!limits) return { kind: 'none' };
  const { min, max } = limits[side];
  const text = here?.editing ? reading(here.text, places) : null;
  const missed = here && here.value !== null ? sums?.clamped : null;
  if (missed === 'min') return { kind: 'below_min', limit: figures.limit(min, places), reading: text };
  if (missed === 'max' && max !== null)
    return { kind: 'above_max', limit: figures.limit(max, places), reading: text };
  if (text !== null) return { kind: 'reading', text };
  if (side === 'to' && !here && reserve) return { kind: 'reserve', amount: reserve };
  return {
    kind: 'limits',
    min: figures.limit(min, places),
    max: max === null ? null : figures.limit(max, places),
  };
}
