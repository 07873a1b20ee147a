import { sendCall } from '#core/api/sendCall.ts';
import { listToIdsCall } from '#core/contract/calculator.ts';
import { importWithRetry } from '../../../importWithRetry.ts';
import { fetchCalculatorSettings, fetchPair } from '../../../api/calculator.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { Direction, CurrencyItem } from '../../../contract/calculator.ts';
import type { CodeReplacement, CalculatorSettings } from '../../../contract/course/calculatorSettings.ts';
import type { Pair, PairSide } from '../../../contract/course/pair.ts';
import type { CurrentPair } from '../pairView.ts';
import type { LogFunction, PairSelection } from '../exchangeModel.ts';
import { listItems, listVisibleItems } from './directionItems.ts';

/** A pair with everything that the form shows. `settings` is null if that request failed. */
export interface LoadedPair {
  settings: CalculatorSettings | null;
  directions: readonly Direction[];
  current: CurrentPair;
  replacements: readonly CodeReplacement[];
}

/** Options of the requests for a pair; `promocode` is undefined without one. */
export interface PairRequestOptions {
  signal: AbortSignal;
  promocode: string | undefined;
}

/** Fills in a payment system without `items`, whose currency and network are only in the pair's response. */
function describePlaceholder(
  item: CurrencyItem,
  { currency, network, roundCalculator }: PairSide,
): CurrencyItem {
  return item.code === String(item.id)
    ? { ...item, ticker: currency, network, decimals: roundCalculator }
    : item;
}

const describePlaceholders = (current: CurrentPair): CurrentPair => ({
  ...current,
  from: describePlaceholder(current.from, current.pair.structure.from),
  to: describePlaceholder(current.to, current.pair.structure.to),
});

/** The first open payment system among the to-ids, else the first closed one; null if none is visible. */
function findFirstAvailable(ids: readonly number[], directions: readonly Direction[]): CurrencyItem | null {
  const availableItems = listVisibleItems(directions, 'receive').filter(item => ids.includes(item.id));
  return availableItems.find(item => !item.closed.receive) ?? availableItems[0] ?? null;
}

/** Reads the pair embedded in a settings response (ext); null if the response has none. */
export function fromEmbeddedSettings(settings: CalculatorSettings): LoadedPair | null {
  const { directions, toIds, pair, replaced = [], city = null } = settings;
  if (!directions || !toIds || !pair) return null;
  const items = listItems(directions);
  const from = items.find(item => item.code === settings.from);
  const to = items.find(item => item.code === settings.to);
  return from && to
    ? {
        settings,
        directions,
        // The stored response may come from another backend.
        current: describePlaceholders({ from, to, toIds, pair, city }),
        replacements: replaced,
      }
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
 * Loads the requested pair or the nearest available one: with one request if the settings embed it, else with
 * loadPairSeparately. Rejects with ApiError if no pair can be shown.
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
    log('Error while fetching the settings; the course type is default', error);
  }
  const embedded = settings && fromEmbeddedSettings(settings);
  if (embedded) return embedded;
  try {
    // Only backends whose settings embed no pair need it.
    const { loadPairSeparately } = await importWithRetry(() => import('./loadPairSeparately.ts'));
    return await loadPairSeparately(api, settings, selection, requestOptions);
  } catch (error) {
    signal.throwIfAborted();
    log('Error while setting initial currencies', error);
    throw error;
  }
}

/** A pair to switch to. */
export interface TargetPair {
  from: CurrencyItem;
  to: CurrencyItem;
  city: string | null;
}

/**
 * Loads a pair. A new send currency also needs its to-ids, requested at the same time; if they exclude the receive
 * currency, the first available one replaces it.
 */
export async function fetchTargetPair(
  api: ApiClient,
  directions: readonly Direction[],
  currentPair: CurrentPair | null,
  target: TargetPair,
  { signal, promocode }: PairRequestOptions,
): Promise<CurrentPair> {
  const { from, to, city } = target;
  const fetchPairWith = (receive: CurrencyItem): Promise<Pair> =>
    fetchPair(api, from.id, receive.id, { signal, promocode });
  const knownIds = currentPair?.from.id === from.id ? currentPair.toIds : [];
  const earlyRequest = to.id !== from.id ? fetchPairWith(to) : null;
  // A failure counts only if the to-ids include the receive currency.
  earlyRequest?.catch(() => undefined);
  const toIds = knownIds.includes(to.id)
    ? knownIds
    : await sendCall(api, listToIdsCall, { id: from.id, signal });
  const isAvailable = earlyRequest !== null && toIds.includes(to.id);
  const receive = isAvailable ? to : findFirstAvailable(toIds, directions);
  if (!receive) throw new Error(`no currency can be received for ${from.code}`);
  const pair = await (isAvailable ? earlyRequest : fetchPairWith(receive));
  return describePlaceholders({ from, to: receive, toIds, pair, city });
}
