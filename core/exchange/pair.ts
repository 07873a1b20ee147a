import type { Direction, Item, Replaced } from '../contract/calculator.ts';

/** What somebody wishes: codes or aliases in any case, and a city of cash. Empty counts as not wished. */
export interface Wanted {
  from?: string | undefined;
  to?: string | undefined;
  city?: string | undefined;
}

/** What the choice may lean on: the settings' default codes, and what can be received for an id where that is known. */
export interface Known {
  defaults?: Wanted | undefined;
  toIdsOf?: ((fromId: number) => readonly number[]) | undefined;
}

/** A pair that exists; `replaced` names every wish that was not a valid choice, and the code taken instead. */
export interface Chosen {
  from: Item;
  to: Item;
  /** City code of the cash side, null where no side is cash. */
  city: string | null;
  replaced: Replaced[];
}

type Side = 'from' | 'to';
const VISIBLE = { from: 'send', to: 'receive' } as const;

/**
 * The pair that the wishes mean, the nearest valid one otherwise; null when there is no pair at all. Of each side: the
 * wished code or alias, else the code nearest to an unknown one, else the default, else the first. Open ones go before
 * closed ones; a wished pair that exists but is closed is replaced like an unknown one.
 */
export function choose(
  wanted: Wanted,
  directions: readonly Direction[],
  { defaults = {}, toIdsOf }: Known = {},
): Chosen | null {
  const sender = (opposite?: Item) => {
    const fitting = shown('from', directions).filter(item => !opposite || isPair(item, opposite));
    return one(wanted.from, open('from', fitting), defaults.from, opposite);
  };
  // A receive that was wished goes before a send that nobody wished.
  const wished = wanted.from?.trim() ? undefined : near(wanted.to, open('to', shown('to', directions)));
  const from = (wished && sender(wished)) ?? sender();
  if (!from) return null;
  const all = shown('to', directions).filter(item => isPair(from, item));
  const ids = toIdsOf?.(from.id);
  const offered = ids ? all.filter(item => ids.includes(item.id)) : [];
  const receivers = open('to', offered.length > 0 ? offered : all);
  const to = one(wanted.to, receivers, defaults.to, from);
  if (!to) return null;
  const replaced = [...missed('from', wanted.from, from), ...missed('to', wanted.to, to)];
  return { from, to, city: city(wanted.city, from, to), replaced };
}

/** Whether the item is what the text means: its code or an alias, in any case. */
export function means(text: string, { code, aliases }: Item): boolean {
  const wish = normal(text);
  return [code, ...aliases].some(name => normal(name) === wish);
}

function normal(text: string): string {
  return text.trim().toUpperCase();
}

/** Money is exchanged for coins, and coins for coins; never anything for itself. */
function isPair(from: Item, to: Item): boolean {
  return from.id !== to.id && (from.kind === 'crypto' || to.kind === 'crypto');
}

function shown(side: Side, directions: readonly Direction[]): Item[] {
  return directions.filter(one => one[VISIBLE[side]].visible).flatMap(({ items }) => items ?? []);
}

/** Those that are open, or all when none is: a closed pair with its reason is better than no form. */
function open(side: Side, items: readonly Item[]): readonly Item[] {
  const left = items.filter(item => !item.closed[VISIBLE[side]]);
  return left.length > 0 ? left : items;
}

function one(
  wish: string | undefined,
  items: readonly Item[],
  usual: string | undefined,
  opposite?: Item,
): Item | undefined {
  const first = opposite && items.find(item => (item.kind === 'crypto') !== (opposite.kind === 'crypto'));
  return near(wish, items) ?? named(usual, items) ?? first ?? items[0];
}

function near(wish: string | undefined, items: readonly Item[]): Item | undefined {
  return named(wish, items) ?? (wish?.trim() ? nearest(wish, items) : undefined);
}

function named(text: string | undefined, items: readonly Item[]): Item | undefined {
  if (!text?.trim()) return undefined;
  return items.find(item => code(text, item)) ?? items.find(item => means(text, item));
}

/** A code goes before another currency's alias. */
function code(text: string, item: Item): boolean {
  return normal(item.code) === normal(text);
}

/** Longest code that is compared; whatever is longer is no code. */
const MOST = 40;

/**
 * The item whose code or alias is nearest to an unknown text, when it is near at all: one is the beginning of the other
 * (three letters at least), or they differ by at most a third of their letters. Of two equally near the first.
 */
export function nearest(text: string, items: readonly Item[]): Item | undefined {
  const wish = normal(text);
  if (wish.length < 2 || wish.length > MOST) return undefined;
  let best: { item: Item; away: number } | undefined;
  for (const item of items)
    for (const name of [item.code, ...item.aliases].map(normal)) {
      const begins =
        Math.min(name.length, wish.length) >= 3 && (name.startsWith(wish) || wish.startsWith(name));
      const away = distance(wish, name);
      const near = begins || away * 3 <= Math.max(wish.length, name.length);
      if (near && (!best || away < best.away)) best = { item, away };
    }
  return best?.item;
}

/** Letters to put in, take out or change to make one text of the other (Levenshtein). */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function city(wish: string | undefined, from: Item, to: Item): string | null {
  const cities = from.cities.length > 0 ? from.cities : to.cities;
  const same = cities.find(({ code, name }) =>
    [code, name].some(text => normal(text) === normal(wish ?? '')),
  );
  return (same ?? cities[0])?.code ?? null;
}

function missed(side: Side, wish: string | undefined, item: Item): Replaced[] {
  const wanted = wish?.trim() ?? '';
  return wanted === '' || means(wanted, item)
    ? []
    : [{ side, wanted: wanted.slice(0, MOST), chosen: item.code }];
}
