import type { Direction, CurrencyItem, CodeReplacement } from '../contract/calculator.ts';

/** What somebody wishes: codes or aliases in any case, and a city of cash. Empty counts as not wished. */
export interface RequestedPair {
  from?: string | undefined;
  to?: string | undefined;
  city?: string | undefined;
}

/** What the choice may lean on: the settings' default codes, and what can be received for an id where that is known. */
export interface PairDefaults {
  defaults?: RequestedPair | undefined;
  toIdsOf?: ((fromId: number) => readonly number[]) | undefined;
}

/** A pair that exists; `replaced` names every wish that was not a valid choice, and the code taken instead. */
export interface ResolvedPair {
  from: CurrencyItem;
  to: CurrencyItem;
  /** City code of the cash side, null where no side is cash. */
  city: string | null;
  replaced: CodeReplacement[];
}

type Side = 'from' | 'to';
const DIRECTION_KEY = { from: 'send', to: 'receive' } as const;

/**
 * The pair that the wishes mean, the nearest valid one otherwise; null when there is no pair at all. Of each side: the
 * wished code or alias, else the code nearest to an unknown one, else the default, else the first. Open ones go before
 * closed ones; a wished pair that exists but is closed is replaced like an unknown one.
 */
export function resolvePair(
  requested: RequestedPair,
  directions: readonly Direction[],
  { defaults = {}, toIdsOf }: PairDefaults = {},
): ResolvedPair | null {
  const findSender = (opposite?: CurrencyItem) => {
    const candidates = visibleItems('from', directions).filter(item => !opposite || isPair(item, opposite));
    return selectItem(requested.from, openItems('from', candidates), defaults.from, opposite);
  };
  // A receive that was wished goes before a send that nobody wished.
  const requestedReceiver = requested.from?.trim()
    ? undefined
    : findExactOrNearest(requested.to, openItems('to', visibleItems('to', directions)));
  const from = (requestedReceiver && findSender(requestedReceiver)) ?? findSender();
  if (!from) return null;
  const matchingReceivers = visibleItems('to', directions).filter(item => isPair(from, item));
  const allowedIds = toIdsOf?.(from.id);
  const allowedReceivers = allowedIds ? matchingReceivers.filter(item => allowedIds.includes(item.id)) : [];
  const receivers = openItems('to', allowedReceivers.length > 0 ? allowedReceivers : matchingReceivers);
  const to = selectItem(requested.to, receivers, defaults.to, from);
  if (!to) return null;
  const replaced = [
    ...listReplacement('from', requested.from, from),
    ...listReplacement('to', requested.to, to),
  ];
  return { from, to, city: resolveCity(requested.city, from, to), replaced };
}

/** Whether the item is what the text means: its code or an alias, in any case. */
export function matchesCode(text: string, { code, aliases }: CurrencyItem): boolean {
  const requestedCode = normalizeCode(text);
  return [code, ...aliases].some(name => normalizeCode(name) === requestedCode);
}

function normalizeCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Money is exchanged for coins, and coins for coins; never anything for itself. */
function isPair(from: CurrencyItem, to: CurrencyItem): boolean {
  return from.id !== to.id && (from.kind === 'crypto' || to.kind === 'crypto');
}

function visibleItems(side: Side, directions: readonly Direction[]): CurrencyItem[] {
  return directions
    .filter(direction => direction[DIRECTION_KEY[side]].visible)
    .flatMap(({ items }) => items ?? []);
}

/** Those that are open, or all when none is: a closed pair with its reason is better than no form. */
function openItems(side: Side, items: readonly CurrencyItem[]): readonly CurrencyItem[] {
  const openOnes = items.filter(item => !item.closed[DIRECTION_KEY[side]]);
  return openOnes.length > 0 ? openOnes : items;
}

function selectItem(
  requestedCode: string | undefined,
  items: readonly CurrencyItem[],
  defaultCode: string | undefined,
  opposite?: CurrencyItem,
): CurrencyItem | undefined {
  const firstOfOtherKind =
    opposite && items.find(item => (item.kind === 'crypto') !== (opposite.kind === 'crypto'));
  return (
    findExactOrNearest(requestedCode, items) ?? findByCode(defaultCode, items) ?? firstOfOtherKind ?? items[0]
  );
}

function findExactOrNearest(
  requestedCode: string | undefined,
  items: readonly CurrencyItem[],
): CurrencyItem | undefined {
  return (
    findByCode(requestedCode, items) ??
    (requestedCode?.trim() ? findNearestItem(requestedCode, items) : undefined)
  );
}

function findByCode(text: string | undefined, items: readonly CurrencyItem[]): CurrencyItem | undefined {
  if (!text?.trim()) return undefined;
  return items.find(item => isCodeOf(text, item)) ?? items.find(item => matchesCode(text, item));
}

/** A code goes before another currency's alias. */
function isCodeOf(text: string, item: CurrencyItem): boolean {
  return normalizeCode(item.code) === normalizeCode(text);
}

/** Longest code that is compared; whatever is longer is no code. */
const MAX_CODE_LENGTH = 40;

/**
 * The item whose code or alias is nearest to an unknown text, when it is near at all: one is the beginning of the other
 * (three letters at least), or they differ by at most a third of their letters. Of two equally near the first.
 */
export function findNearestItem(text: string, items: readonly CurrencyItem[]): CurrencyItem | undefined {
  const requestedCode = normalizeCode(text);
  if (requestedCode.length < 2 || requestedCode.length > MAX_CODE_LENGTH) return undefined;
  let best: { item: CurrencyItem; editDistance: number } | undefined;
  for (const item of items)
    for (const name of [item.code, ...item.aliases].map(normalizeCode)) {
      const isPrefix =
        Math.min(name.length, requestedCode.length) >= 3 &&
        (name.startsWith(requestedCode) || requestedCode.startsWith(name));
      const editDistance = levenshteinDistance(requestedCode, name);
      const isNear = isPrefix || editDistance * 3 <= Math.max(requestedCode.length, name.length);
      if (isNear && (!best || editDistance < best.editDistance)) best = { item, editDistance };
    }
  return best?.item;
}

/** Letters to put in, take out or change to make one text of the other (Levenshtein). */
export function levenshteinDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letterA] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, letterB] of [...b].entries()) {
      const substitutionCost = (row[j] ?? 0) + (letterA === letterB ? 0 : 1);
      next.push(Math.min(substitutionCost, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function resolveCity(requestedCity: string | undefined, from: CurrencyItem, to: CurrencyItem): string | null {
  const cities = from.cities.length > 0 ? from.cities : to.cities;
  const matchingCity = cities.find(({ code, name }) =>
    [code, name].some(text => normalizeCode(text) === normalizeCode(requestedCity ?? '')),
  );
  return (matchingCity ?? cities[0])?.code ?? null;
}

function listReplacement(
  side: Side,
  requestedCode: string | undefined,
  item: CurrencyItem,
): CodeReplacement[] {
  const trimmedCode = requestedCode?.trim() ?? '';
  return trimmedCode === '' || matchesCode(trimmedCode, item)
    ? []
    : [{ side, wanted: trimmedCode.slice(0, MAX_CODE_LENGTH), chosen: item.code }];
}
