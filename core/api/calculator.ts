import {
  Directions,
  PaymentSystemIds,
  Pair,
  Course,
  Reserves,
  CalculatorSettings,
  MaintenanceStatus,
  ChatSettings,
} from '#core/contract/calculator.ts';
import type { Direction, Reserve } from '#core/contract/calculator.ts';
import type { CallOptions, ApiClient } from './client.ts';

const CALCULATOR_API_PATH = '/api/v1/calculator';

/** GET calculator/ : every direction, in the order to show. */
export function fetchDirections(client: ApiClient, options?: CallOptions): Promise<Direction[]> {
  return client.call(Directions, `${CALCULATOR_API_PATH}/`, options);
}

/** GET calculator/from/ : ids that can be sent. */
export function fetchFromIds(client: ApiClient, options?: CallOptions): Promise<number[]> {
  return client.call(PaymentSystemIds, `${CALCULATOR_API_PATH}/from/`, options);
}

/** GET calculator/from/{id}/ : the to-ids, what can be received for `id`. */
export function fetchToIds(client: ApiClient, id: number, options?: CallOptions): Promise<number[]> {
  return client.call(PaymentSystemIds, `${CALCULATOR_API_PATH}/from/${id}/`, options);
}

/** GET calculator/to/{id}/ : what can be sent to receive `id`. */
export function fetchFromIdsFor(client: ApiClient, id: number, options?: CallOptions): Promise<number[]> {
  return client.call(PaymentSystemIds, `${CALCULATOR_API_PATH}/to/${id}/`, options);
}

/** Options of a priced call; `promocode` (ext) changes the course or is refused as a 400 on that field. */
export interface PairCallOptions extends CallOptions {
  promocode?: string | undefined;
}

/** GET calculator/pair/{from}/{to}/ : all that the form needs of a pair. */
export function fetchPair(client: ApiClient, from: number, to: number, options: PairCallOptions = {}) {
  const { promocode, ...call } = options;
  return client.call(Pair, `${CALCULATOR_API_PATH}/pair/${from}/${to}/`, { ...call, query: { promocode } });
}

/** GET calculator/course/{from}/{to}/ : the fresh course and its limits. */
export function fetchCourse(client: ApiClient, from: number, to: number, options: PairCallOptions = {}) {
  const { promocode, ...call } = options;
  return client.call(Course, `${CALCULATOR_API_PATH}/course/${from}/${to}/`, {
    ...call,
    query: { promocode },
  });
}

/** GET calculator/reserves/ : free reserves, a line a payment system. */
export function fetchReserves(client: ApiClient, options?: CallOptions): Promise<Reserve[]> {
  return client.call(Reserves, `${CALCULATOR_API_PATH}/reserves/`, options);
}

/** The pair asked of GET calculator/settings/ by code. */
export interface SettingsCallOptions extends CallOptions {
  cur_from?: string | undefined;
  cur_to?: string | undefined;
  city?: string | undefined;
}

/** GET calculator/settings/ ; with codes (ext) also the directions, to-ids and pair of a first paint. */
export function fetchCalculatorSettings(
  client: ApiClient,
  options: SettingsCallOptions = {},
): Promise<CalculatorSettings> {
  const { cur_from, cur_to, city, ...call } = options;
  return client.call(CalculatorSettings, `${CALCULATOR_API_PATH}/settings/`, {
    ...call,
    query: { cur_from, cur_to, city },
  });
}

/** GET calculator/tech/ : whether the exchange is closed for maintenance. */
export function fetchMaintenanceStatus(client: ApiClient, options?: CallOptions): Promise<MaintenanceStatus> {
  return client.call(MaintenanceStatus, `${CALCULATOR_API_PATH}/tech/`, options);
}

/** GET calculator/chat/ : the chat's script, if there is a chat. */
export function fetchChatSettings(client: ApiClient, options?: CallOptions): Promise<ChatSettings> {
  return client.call(ChatSettings, `${CALCULATOR_API_PATH}/chat/`, options);
}
