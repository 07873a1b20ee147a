import * as contract from '#core/contract/calculator.ts';
import type { CallOptions, Client } from './client.ts';

const root = '/api/v1/calculator';

/** GET calculator/ : every direction, in the order to show. */
export function directions(client: Client, options?: CallOptions): Promise<contract.Direction[]> {
  return client.call(contract.Directions, `${root}/`, options);
}

/** GET calculator/from/ : ids that can be sent. */
export function fromIds(client: Client, options?: CallOptions): Promise<number[]> {
  return client.call(contract.Ids, `${root}/from/`, options);
}

/** GET calculator/from/{id}/ : the to-ids, what can be received for `id`. */
export function toIds(client: Client, id: number, options?: CallOptions): Promise<number[]> {
  return client.call(contract.Ids, `${root}/from/${id}/`, options);
}

/** GET calculator/to/{id}/ : what can be sent to receive `id`. */
export function sources(client: Client, id: number, options?: CallOptions): Promise<number[]> {
  return client.call(contract.Ids, `${root}/to/${id}/`, options);
}

/** Options of a priced call; `promocode` (ext) changes the course or is refused as a 400 on that field. */
export interface PairOptions extends CallOptions {
  promocode?: string | undefined;
}

/** GET calculator/pair/{from}/{to}/ : all that the form needs of a pair. */
export function pair(client: Client, from: number, to: number, options: PairOptions = {}) {
  const { promocode, ...call } = options;
  return client.call(contract.Pair, `${root}/pair/${from}/${to}/`, { ...call, query: { promocode } });
}

/** GET calculator/course/{from}/{to}/ : the fresh course and its limits. */
export function course(client: Client, from: number, to: number, options: PairOptions = {}) {
  const { promocode, ...call } = options;
  return client.call(contract.Course, `${root}/course/${from}/${to}/`, { ...call, query: { promocode } });
}

/** GET calculator/reserves/ : free reserves, a line a payment system. */
export function reserves(client: Client, options?: CallOptions): Promise<contract.Reserve[]> {
  return client.call(contract.Reserves, `${root}/reserves/`, options);
}

/** The pair asked of GET calculator/settings/ by code. */
export interface SettingsOptions extends CallOptions {
  cur_from?: string | undefined;
  cur_to?: string | undefined;
  city?: string | undefined;
}

/** GET calculator/settings/ ; with codes (ext) also the directions, to-ids and pair of a first paint. */
export function settings(client: Client, options: SettingsOptions = {}): Promise<contract.Settings> {
  const { cur_from, cur_to, city, ...call } = options;
  return client.call(contract.Settings, `${root}/settings/`, { ...call, query: { cur_from, cur_to, city } });
}

/** GET calculator/tech/ : whether the exchange is closed for maintenance. */
export function tech(client: Client, options?: CallOptions): Promise<contract.Tech> {
  return client.call(contract.Tech, `${root}/tech/`, options);
}

/** GET calculator/chat/ : the chat's script, if there is a chat. */
export function chat(client: Client, options?: CallOptions): Promise<contract.Chat> {
  return client.call(contract.Chat, `${root}/chat/`, options);
}
