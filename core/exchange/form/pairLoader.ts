import { importWithRetry } from '../../importWithRetry.ts';
import { fetchCalculatorSettings, fetchDirections, fetchPair, fetchToIds } from '../../api/calculator.ts';
import type { ApiClient } from '../../api/client.ts';
import type {
  Direction,
  CurrencyItem,
  Pair,
  CodeReplacement,
  CalculatorSettings,
} from '../../contract/calculator.ts';
import type { CurrentPair } from './pairView.ts';
import type { LogFunction, PairSelection } from './exchangeModel.ts';

/** All that a first paint needs. `settings` is null when that call failed. */
export interface LoadedPair {
  settings: CalculatorSettings | null;
  directions: readonly Direction[];
  current: CurrentPair;
  replacements: readonly CodeReplacement[];
}

/** What a pair is asked with. */
export interface PairRequestOptions {
  signal: AbortSignal;
  promocode: string | undefined;
}

function createPlaceholderItem(id: number, name: string): CurrencyItem {
  const open = { send: null, receive: null };
  const placeholderFields = { aliases: [], cities: [], network: null, group: '', icon: '', closed: open };
  return { id, code: String(id), ticker: name, name, kind: 'crypto', decimals: 8, ...placeholderFields };
}

/** Every payment system, in the order to show; a backend without `items` has numbers for codes. */
export function listItems(directions: readonly Direction[]): CurrencyItem[] {
  return directions.flatMap(
    ({ ids, name, items }) => items ?? ids.map(id => createPlaceholderItem(id, name)),
  );
}

/** The payment systems shown on a side. */
export function listVisibleItems(directions: readonly Direction[], side: 'send' | 'receive'): CurrencyItem[] {
  return listItems(directions.filter(direction => direction[side].visible));
}

/** The first of the to-ids in the order to show that can be received now, else the first at all. */
export function findFirstAvailable(
  ids: readonly number[],
  directions: readonly Direction[],
): CurrencyItem | null {
  const availableItems = listVisibleItems(directions, 'receive').filter(item => ids.includes(item.id));
  return availableItems.find(item => !item.closed.receive) ?? availableItems[0] ?? null;
}

/** A settings answer (ext) that holds all of a first paint, as such; null when it does not. */
export function fromEmbeddedSettings(settings: CalculatorSettings): LoadedPair | null {
  const { directions, toIds, pair, replaced = [], city = null } = settings;
  if (!directions || !toIds || !pair) return null;
  const items = listItems(directions);
  const from = items.find(item => item.code === settings.from);
  const to = items.find(item => item.code === settings.to);
  return from && to
    ? { settings, directions, current: { from, to, toIds, pair, city }, replacements: replaced }
    : null;
}

const DEFAULT_SETTINGS: CalculatorSettings = {
  filters: [],
  contest: null,
  captchaLogin: false,
  verificationFirst: false,
  usePublicId: false,
};

/** A loaded pair as a settings response that `fromEmbeddedSettings` reads, for storage. */
export function toEmbeddedSettings({ settings, directions, current }: LoadedPair): CalculatorSettings {
  const { pair, toIds, from, to, city } = current;
  return {
    ...DEFAULT_SETTINGS,
    ...settings,
    directions: [...directions],
    toIds: [...toIds],
    pair,
    city,
    from: from.code,
    to: to.code,
  };
}

/**
 * The wished pair or the nearest valid one. One request where the backend embeds it all in its settings, else SPEC's
 * own calls. Rejects with ApiError when there is no pair to show.
 */
export async function loadPair(
  api: ApiClient,
  selection: PairSelection,
  log: LogFunction,
  requestOptions: PairRequestOptions,
): Promise<LoadedPair> {
  const { signal } = requestOptions;
  const { from: cur_from = '', to: cur_to = '', city } = selection;
  let settings: CalculatorSettings | null = null;
  try {
    settings = await fetchCalculatorSettings(api, { cur_from, cur_to, city, signal });
  } catch (error) {
    signal.throwIfAborted();
    log('Settings are not known; the course type is default', error);
  }
  const embedded = settings && fromEmbeddedSettings(settings);
  if (embedded) return embedded;
  try {
    return await loadSeparately(api, settings, selection, requestOptions);
  } catch (error) {
    signal.throwIfAborted();
    log('Error while setting initial currencies', error);
    throw error;
  }
}

async function loadSeparately(
  api: ApiClient,
  settings: CalculatorSettings | null,
  selection: PairSelection,
  requestOptions: PairRequestOptions,
): Promise<LoadedPair> {
  const directions = settings?.directions ?? (await fetchDirections(api, { signal: requestOptions.signal }));
  // Only backends without our settings need it.
  const pairModule = await importWithRetry(() => import('../pair.ts'));
  const namedDirections = directions.map(direction => ({ ...direction, items: listItems([direction]) }));
  const resolved = pairModule.resolvePair(selection, namedDirections);
  if (!resolved) throw new Error('no pair is visible');
  const target = { from: resolved.from, to: resolved.to, city: resolved.city };
  const current = await fetchTargetPair(api, directions, null, target, requestOptions);
  const unavailableReceiver =
    current.to.id === resolved.to.id
      ? []
      : [
          {
            side: 'to' as const,
            wanted: resolved.to.code,
            chosen: current.to.code,
            closed: resolved.to.closed.receive ?? { code: 'pair_unknown', detail: '' },
          },
        ];
  return { settings, directions, current, replacements: [...resolved.replaced, ...unavailableReceiver] };
}

/** A pair to switch to. */
export interface TargetPair {
  from: CurrencyItem;
  to: CurrencyItem;
  city: string | null;
}

/** The pair's answer; the to-ids are asked for at the same time when the send currency is another. */
export async function fetchTargetPair(
  api: ApiClient,
  directions: readonly Direction[],
  currentPair: CurrentPair | null,
  target: TargetPair,
  { signal, promocode }: PairRequestOptions,
): Promise<CurrentPair> {
  const { from, to, city } = target;
  const fetchPairWith = (to: CurrencyItem): Promise<Pair> =>
    fetchPair(api, from.id, to.id, { signal, promocode });
  if (currentPair?.from.id === from.id && currentPair.toIds.includes(to.id))
    return { from, to, toIds: currentPair.toIds, pair: await fetchPairWith(to), city };
  const earlyRequest = to.id !== from.id ? fetchPairWith(to) : null;
  // Whether it failed counts only if the to-ids say that it is the pair wanted.
  earlyRequest?.catch(() => undefined);
  const toIds = await fetchToIds(api, from.id, { signal });
  if (earlyRequest && toIds.includes(to.id)) return { from, to, toIds, pair: await earlyRequest, city };
  const first = findFirstAvailable(toIds, directions);
  if (!first) throw new Error(`nothing can be received for ${from.code}`);
  return { from, to: first, toIds, pair: await fetchPairWith(first), city };
}
