import * as v from 'valibot';
import type { Call } from '../call.ts';
import { createRequiredText } from './requiredText.ts';

/** A city where cash is handed over. */
export const OperatorCity = v.object({
  /** Codes of the currency and the city with a dash: CASHRUB-MSK. */
  key: v.string(),
  /** Name that visitors see. */
  name: v.string(),
  /** Where to come; only an open claim shows it. */
  place: v.string(),
  /** When to come; null: as arranged in Telegram. */
  hours: v.nullable(v.string()),
  /** Number of open claims that are handed over there. */
  claims: v.number(),
});
export type OperatorCity = v.InferOutput<typeof OperatorCity>;

/** GET operator/cities/ (ext): all cities by currency and name. */
export const OperatorCities = v.object({
  /** The cash currencies. */
  currencies: v.array(v.object({ code: v.string(), name: v.string() })),
  /** Cities. */
  results: v.array(OperatorCity),
});
export type OperatorCities = v.InferOutput<typeof OperatorCities>;

const text = createRequiredText();

/** POST operator/cities/ (ext): a new city. */
export const NewCity = v.object({
  /** Code of a cash currency. */
  currency: v.string(),
  /** Code of the city in links: 2 to 10 Latin letters or digits. */
  code: text,
  name: text,
  place: text,
  /** Absent: as arranged in Telegram. */
  hours: v.optional(text),
});
export type NewCity = v.InferInput<typeof NewCity>;

const CITIES = '/api/v1/operator/cities/';

/**
 * List the cities where cash is handed over. `changeValueCall` changes one.
 *
 * @returns The cities.
 */
export const listCitiesCall: Call<OperatorCities> = { method: 'GET', path: CITIES, response: OperatorCities };

/**
 * Add a city.
 *
 * @returns The cities.
 * @throws {LimitProblem} 400 `code`: `city_code`, `city_known`. `name`, `place`, `hours`: `sentence_format`.
 * @throws 404 `not_found`: there is no such cash currency.
 */
export const addCityCall: Call<OperatorCities, NewCity> = {
  method: 'POST',
  path: CITIES,
  response: OperatorCities,
};

/**
 * Remove a city.
 *
 * @returns The cities.
 * @throws 404 `not_found`: there is no such city.
 * @throws 409 `city_claims`: open claims are handed over there.
 */
export const removeCityCall: Call<OperatorCities, undefined, `${string}{key}/`> = {
  method: 'DELETE',
  path: `${CITIES}{key}/`,
  response: OperatorCities,
};
