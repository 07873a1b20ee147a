import { Directions, PaymentSystemIds, Reserves } from '#core/contract/calculator.ts';
import { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { Pair, Course } from '#core/contract/course/pair.ts';
import type { Direction, Reserve } from '#core/contract/calculator.ts';
import type { PairSide } from '#core/contract/course/pair.ts';
import type { ApiCall, ApiClient, CallOptions } from './client.ts';

const CALCULATOR_API_PATH = '/api/v1/calculator';

/** GET calculator/ : all directions in display order. */
export function fetchDirections(client: ApiClient, options?: CallOptions): Promise<Direction[]> {
  return client.call(Directions, `${CALCULATOR_API_PATH}/`, options);
}

/** GET calculator/from/ : ids of payment systems that can be sent. */
export function fetchFromIds(client: ApiClient, options?: CallOptions): Promise<number[]> {
  return client.call(PaymentSystemIds, `${CALCULATOR_API_PATH}/from/`, options);
}

/** GET calculator/from/{id}/ : ids that can be received for `id`. */
export function fetchToIds(client: ApiClient, id: number, options?: CallOptions): Promise<number[]> {
  return client.call(PaymentSystemIds, `${CALCULATOR_API_PATH}/from/${id}/`, options);
}

/** GET calculator/to/{id}/ : ids that can be sent to receive `id`. */
export function fetchFromIdsByTo(client: ApiClient, id: number, options?: CallOptions): Promise<number[]> {
  return client.call(PaymentSystemIds, `${CALCULATOR_API_PATH}/to/${id}/`, options);
}

/**
 * Options of a call that returns a course. `promocode` (API extension) changes the
 * course; an invalid one is a 400 on that field.
 */
export interface PairCallOptions extends CallOptions {
  promocode?: string | undefined;
}

/**
 * GET calculator/pair/{from}/{to}/ : course, limits and fields of a pair. Removes saved requisites of an account,
 * because pairs are stored in the browser and stay after a logout.
 */
export async function fetchPair(
  client: ApiClient,
  from: number,
  to: number,
  options: PairCallOptions = {},
): Promise<Pair> {
  const path = `${CALCULATOR_API_PATH}/pair/${from}/${to}/`;
  const { structure, ...pair } = await client.call(Pair, path, toPairCall(options));
  const hide = (side: PairSide): PairSide => ({ ...side, savedRequisites: null });
  return { ...pair, structure: { from: hide(structure.from), to: hide(structure.to) } };
}

/** GET calculator/course/{from}/{to}/ : the current course and its limits. */
export function fetchCourse(client: ApiClient, from: number, to: number, options: PairCallOptions = {}) {
  return client.call(Course, `${CALCULATOR_API_PATH}/course/${from}/${to}/`, toPairCall(options));
}

/** With an account's credentials the course contains its discount. */
const toPairCall = ({ promocode, ...call }: PairCallOptions): ApiCall => ({
  ...call,
  query: { promocode },
  isAuthorized: true,
});

/** GET calculator/reserves/ : free reserve of each payment system. */
export function fetchReserves(client: ApiClient, options?: CallOptions): Promise<Reserve[]> {
  return client.call(Reserves, `${CALCULATOR_API_PATH}/reserves/`, options);
}

/** Options of GET calculator/settings/ : the pair by currency codes. */
export interface SettingsCallOptions extends CallOptions {
  cur_from?: string | undefined;
  cur_to?: string | undefined;
  city?: string | undefined;
}

/** GET calculator/settings/ ; with codes (API extension) also the directions, to-ids and pair of the first render. */
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
