import { again } from '../again.ts';
import * as calculator from '../api/calculator.ts';
import type { Client } from '../api/client.ts';
import type { Direction, Item, Pair, Replaced, Settings } from '../contract/calculator.ts';
import type { Current } from './figures.ts';
import type { Log, Wish } from './model.ts';

/** All that a first paint needs. `settings` is null when that call failed. */
export interface Loaded {
  settings: Settings | null;
  directions: readonly Direction[];
  current: Current;
  replaced: readonly Replaced[];
}

/** What a pair is asked with. */
export interface Asking {
  signal: AbortSignal;
  promocode: string | undefined;
}

function nameless(id: number, name: string): Item {
  const open = { send: null, receive: null };
  const plain = { aliases: [], cities: [], network: null, group: '', icon: '', closed: open };
  return { id, code: String(id), ticker: name, name, kind: 'crypto', decimals: 8, ...plain };
}

/** Every payment system, in the order to show; a backend without `items` has numbers for codes. */
export function items(directions: readonly Direction[]): Item[] {
  return directions.flatMap(({ ids, name, items }) => items ?? ids.map(id => nameless(id, name)));
}

/** The payment systems shown on a side. */
export function visible(directions: readonly Direction[], side: 'send' | 'receive'): Item[] {
  return items(directions.filter(direction => direction[side].visible));
}

/** The first of the to-ids in the order to show that can be received now, else the first at all. */
export function firstOf(ids: readonly number[], directions: readonly Direction[]): Item | null {
  const offered = visible(directions, 'receive').filter(item => ids.includes(item.id));
  return offered.find(item => !item.closed.receive) ?? offered[0] ?? null;
}

/** A settings answer (ext) that holds all of a first paint, as such; null when it does not. */
export function embedded(settings: Settings): Loaded | null {
  const { directions, toIds, pair, replaced = [], city = null } = settings;
  if (!directions || !toIds || !pair) return null;
  const all = items(directions);
  const from = all.find(item => item.code === settings.from);
  const to = all.find(item => item.code === settings.to);
  return from && to ? { settings, directions, current: { from, to, toIds, pair, city }, replaced } : null;
}

/**
 * The wished pair or the nearest valid one. One request where the backend embeds it all in its settings, else SPEC's
 * own calls. Rejects with ApiError when there is no pair to show.
 */
export async function load(api: Client, wish: Wish, log: Log, asking: Asking): Promise<Loaded> {
  const { signal } = asking;
  const { from: cur_from = '', to: cur_to = '', city } = wish;
  let settings: Settings | null = null;
  try {
    settings = await calculator.settings(api, { cur_from, cur_to, city, signal });
  } catch (error) {
    signal.throwIfAborted();
    log('Settings are not known; the course type is default', error);
  }
  const whole = settings && embedded(settings);
  if (whole) return whole;
  try {
    return await separately(api, settings, wish, asking);
  } catch (error) {
    signal.throwIfAborted();
    log('Error while setting initial currencies', error);
    throw error;
  }
}

async function separately(
  api: Client,
  settings: Settings | null,
  wish: Wish,
  asking: Asking,
): Promise<Loaded> {
  const directions = settings?.directions ?? (await calculator.directions(api, { signal: asking.signal }));
  // Only backends without our settings need it.
  const pairs = await again(() => import('./pair.ts'));
  const named = directions.map(one => ({ ...one, items: items([one]) }));
  const chosen = pairs.choose(wish, named);
  if (!chosen) throw new Error('no pair is visible');
  const target = { from: chosen.from, to: chosen.to, city: chosen.city };
  const current = await switchTo(api, directions, null, target, asking);
  const to =
    current.to.id === chosen.to.id
      ? []
      : [{ side: 'to' as const, wanted: chosen.to.code, chosen: current.to.code }];
  return { settings, directions, current, replaced: [...chosen.replaced, ...to] };
}

/** A pair to go to; `to` null means the first available. */
export interface Target {
  from: Item;
  to: Item | null;
  city: string | null;
}

/** The pair's answer; the to-ids are asked for at the same time when the send currency is another. */
export async function switchTo(
  api: Client,
  directions: readonly Direction[],
  known: Current | null,
  target: Target,
  { signal, promocode }: Asking,
): Promise<Current> {
  const { from, to, city } = target;
  const ask = (to: Item): Promise<Pair> => calculator.pair(api, from.id, to.id, { signal, promocode });
  if (known?.from.id === from.id && to && known.toIds.includes(to.id))
    return { from, to, toIds: known.toIds, pair: await ask(to), city };
  const early = to && to.id !== from.id ? ask(to) : null;
  // Whether it failed counts only if the to-ids say that it is the pair wanted.
  early?.catch(() => undefined);
  const toIds = await calculator.toIds(api, from.id, { signal });
  if (early && to && toIds.includes(to.id)) return { from, to, toIds, pair: await early, city };
  const first = firstOf(toIds, directions);
  if (!first) throw new Error(`nothing can be received for ${from.code}`);
  return { from, to: first, toIds, pair: await ask(first), city };
}
