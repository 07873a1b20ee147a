import * as v from 'valibot';
import type { Call } from '../call.ts';

/** Codes of 409: reasons why a value is suspicious. To save it anyway, send it again with `force`. */
export const DOUBT_CODES = [
  'margin_large',
  'max_below_min',
  'course_capped',
  'market_missing',
  'course_far',
  'course_above_cap',
  'percent_large',
] as const;
export type DoubtCode = (typeof DOUBT_CODES)[number];

/** Longest value, characters: the JSON of a setting. */
export const MAX_VALUE_LENGTH = 4000;

const valueText = v.pipe(v.string(), v.maxLength(MAX_VALUE_LENGTH, 'too_long'));

/** POST operator/values/{table}/{key}/{field}/ (ext): a value as the command line takes it. */
export const ValueChange = v.object({
  /** The new value. `none` removes an optional one, an empty one opens what is closed. */
  value: valueText,
  /** The value that the person saw. */
  seen: valueText,
  /** Saves it although it is suspicious. */
  force: v.optional(v.boolean(), false),
});
export type ValueChange = v.InferInput<typeof ValueChange>;

/**
 * Change a value of a row. Pairs (`pairs/{code}-{code}`) have `margin`, `discount`, `max`, `course` (frozen) and
 * `closed`, currencies (`currencies/{code}`) `CURRENCY_FIELDS`, and `send` and `receive`, which close a direction.
 * `exchange/exchange` has `maintenance`, requisites that clients pay to (`requisites/{id}`) `state`: `on` or `off`.
 * `settings/exchange` has all of `SETTING_NAMES`; `default` restores the default.
 * `tiers` and `promocodes` are at `listDiscountsCall`, `partners` and `methods` at `listPartnersCall`.
 * Cities (`cities/{currency}-{code}`) have `name`, `place` and `hours`.
 *
 * @throws {LimitProblem} 400 `value`: the code of its format; `too_long`.
 * @throws 404 `not_found`: no such table, row or field.
 * @throws 409 `value_changed` with `by` and `at`: the value is not the one seen. One of `DOUBT_CODES`,
 * with the data of its message: send `force` to save it.
 */
export const changeValueCall: Call<void, ValueChange, `${string}{table}${string}{key}${string}{field}/`> = {
  method: 'POST',
  path: '/api/v1/operator/values/{table}/{key}/{field}/',
};
