import {
  getCalculatorSettingsCall,
  type CalculatorSettings,
} from '#core/contract/course/calculatorSettings.ts';
import {
  getCourseCall,
  getPairCall,
  type Course,
  type Pair,
  type PairSide,
} from '#core/contract/course/pair.ts';
import type { ApiClient, CallOptions } from './client.ts';
import { sendCall } from './sendCall.ts';

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
  const { structure, ...pair } = await sendCall(client, getPairCall, { from, to, ...toPairCall(options) });
  const hide = (side: PairSide): PairSide => ({ ...side, savedRequisites: null });
  return { ...pair, structure: { from: hide(structure.from), to: hide(structure.to) } };
}

/** GET calculator/course/{from}/{to}/ : the current course and its limits. */
export function fetchCourse(
  client: ApiClient,
  from: number,
  to: number,
  options: PairCallOptions = {},
): Promise<Course> {
  return sendCall(client, getCourseCall, { from, to, ...toPairCall(options) });
}

/** With an account's credentials the course contains its discount. */
const toPairCall = ({ promocode, ...call }: PairCallOptions) => ({
  ...call,
  query: { promocode },
  isAuthorized: true,
});

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
  return sendCall(client, getCalculatorSettingsCall, { ...call, query: { cur_from, cur_to, city } });
}
