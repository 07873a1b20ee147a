import type { ClosedReason, CurrencyItem, Direction } from '../contract/calculator.ts';
import type { CodeReplacement } from '../contract/course/calculatorSettings.ts';
import { matchesCode, normalizeCode } from './currencyCode.ts';

/** A requested pair: codes or aliases in any case, and a city for cash. Empty text counts as absent. */
export interface RequestedPair {
  from?: string | undefined;
  to?: string | undefined;
  city?: string | undefined;
}

/** Data of a server besides the directions. */
export interface PairDefaults {
  /** The codes of the settings to use where nothing is requested. */
  defaults?: RequestedPair | undefined;
  /** The ids that can be received for an id. */
  toIdsOf?: ((fromId: number) => readonly number[]) | undefined;
  /** Why a pair is closed; null if it is open. */
  getClosedReason?: ((fromId: number, toId: number) => ClosedReason | null) | undefined;
}

/** An available pair. `replaced` lists the requested codes that are not part of it. */
export interface ResolvedPair {
  from: CurrencyItem;
  to: CurrencyItem;
  /** The requested city of the cash side, or its only one; null if none is requested, and without cash. */
  city: string | null;
  replaced: CodeReplacement[];
}

/** Parameters of the settings that select what a form shows, in the order of the widget's request. */
export const PAIR_PARAMETERS = ['cur_from', 'cur_to', 'city', 'amount'] as const;

type Side = 'from' | 'to';
const DIRECTION_KEY = { from: 'send', to: 'receive' } as const;

/**
 * Returns the requested pair, else the nearest available one; null if no pair is visible. For each side: the
 * requested code or alias, else the nearest code, else the default, else the first, if possible of the other
 * kind (crypto or fiat). A closed currency is used only if none is open.
 */
export function resolvePair(
  requested: RequestedPair,
  directions: readonly Direction[],
  { defaults = {}, toIdsOf, getClosedReason }: PairDefaults = {},
): ResolvedPair | null {
  const findSender = (opposite?: CurrencyItem) => {
    const candidates = visibleItems('from', directions).filter(item => !opposite || isPair(item, opposite));
    return selectItem(requested.from, openItems('from', candidates), defaults.from, opposite);
  };
  // A requested receive currency takes precedence over a default send currency.
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
  const allItems = directions.flatMap(({ items }) => items ?? []);
  const replaced = (['from', 'to'] as const).flatMap(side =>
    listReplacement(side, requested[side], { from, to }, allItems, getClosedReason),
  );
  return { from, to, city: resolveCity(requested.city, from, to), replaced };
}

/** Whether the currencies form a pair: at least one is a cryptocurrency, and they differ. */
function isPair(from: CurrencyItem, to: CurrencyItem): boolean {
  return from.id !== to.id && (from.kind === 'crypto' || to.kind === 'crypto');
}

function visibleItems(side: Side, directions: readonly Direction[]): CurrencyItem[] {
  return directions
    .filter(direction => direction[DIRECTION_KEY[side]].visible)
    .flatMap(({ items }) => items ?? []);
}

/** The open items; all of them if none is open, because a closed pair with its reason is better than no form. */
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
  // A code takes precedence over another currency's alias.
  return (
    items.find(item => normalizeCode(item.code) === normalizeCode(text)) ??
    items.find(item => matchesCode(text, item))
  );
}

/** Longest text that is compared with codes. */
const MAX_CODE_LENGTH = 40;

/**
 * Finds the item whose code or alias is nearest to an unknown code: one is a prefix of the other (at least three
 * letters), or their edit distance is at most a third of the longer one. The first of equally near ones.
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

/** The edit distance of two texts (Levenshtein): insertions, deletions and substitutions. */
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
  const onlyCity = cities.length === 1 ? cities[0] : undefined;
  return (matchingCity ?? onlyCity)?.code ?? null;
}

function listReplacement(
  side: Side,
  requestedCode: string | undefined,
  pair: { from: CurrencyItem; to: CurrencyItem },
  allItems: readonly CurrencyItem[],
  getClosedReason: PairDefaults['getClosedReason'],
): CodeReplacement[] {
  const trimmedCode = requestedCode?.trim() ?? '';
  if (trimmedCode === '' || matchesCode(trimmedCode, pair[side])) return [];
  const replacement = { side, wanted: trimmedCode.slice(0, MAX_CODE_LENGTH), chosen: pair[side].code };
  const wantedItem = findByCode(trimmedCode, allItems);
  if (!wantedItem) return [replacement];
  const { from, to }: typeof pair = { ...pair, [side]: wantedItem };
  const closed =
    wantedItem.closed[DIRECTION_KEY[side]] ??
    getClosedReason?.(from.id, to.id) ??
    ({ code: isPair(from, to) ? 'direction_closed' : 'pair_unknown', detail: '' } satisfies ClosedReason);
  return [{ ...replacement, closed }];
}
