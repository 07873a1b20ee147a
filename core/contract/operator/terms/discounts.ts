import * as v from 'valibot';
import type { Call } from '../../call.ts';
import { decimalFromServer } from '../../decimal.ts';

/** A discount by turnover. */
export const OperatorTier = v.object({
  /** Turnover of the last 12 months from which on it is given, US dollars. */
  turnover: decimalFromServer,
  /** The discount, percent. */
  percent: decimalFromServer,
  /** How many pairs do not give it in full, because `margin_min` caps their course. */
  capped: v.number(),
});
export type OperatorTier = v.InferOutput<typeof OperatorTier>;

/** A promocode. */
export const OperatorPromocode = v.object({
  /** The code, in capitals. */
  code: v.string(),
  /** The share of the margin that the client gets back, percent. */
  percent: decimalFromServer,
  /** Whether it is switched on. */
  isActive: v.boolean(),
  /** Whether it works for one claim only. */
  isSingleUse: v.boolean(),
  /** The last day, YYYY-MM-DD, by Moscow time; null: no end. */
  until: v.nullable(v.string()),
  /** Uses by claims that ended with an exchange or are open. */
  used: v.number(),
  /** How many pairs do not give it in full, because `margin_min` caps their course. */
  capped: v.number(),
});
export type OperatorPromocode = v.InferOutput<typeof OperatorPromocode>;

/** GET operator/discounts/ (ext): the tiers, the lowest turnover first, and the promocodes by code. */
export const OperatorDiscounts = v.object({
  tiers: v.array(OperatorTier),
  promocodes: v.array(OperatorPromocode),
});
export type OperatorDiscounts = v.InferOutput<typeof OperatorDiscounts>;

const shortText = v.pipe(v.string(), v.maxLength(60, 'too_long'));

/** POST operator/promocodes/ (ext): a promocode that is on at once. */
export const NewPromocode = v.object({
  /** 3 to 32 Latin letters, digits or hyphens; case does not matter. */
  code: shortText,
  /** The share of the margin, percent from 1 to 100. */
  percent: shortText,
  isSingleUse: v.boolean(),
  /** The last day; null: no end. */
  until: v.nullable(shortText),
});
export type NewPromocode = v.InferOutput<typeof NewPromocode>;

/**
 * List the discounts. `changeValueCall` changes them: `tiers/{turnover}` has `percent`, `none` removes the tier;
 * `promocodes/{code}` has `active`, which is `on` or `off`.
 *
 * @returns Tiers and promocodes.
 */
export const listDiscountsCall: Call<OperatorDiscounts> = {
  method: 'GET',
  path: '/api/v1/operator/discounts/',
  response: OperatorDiscounts,
};

/**
 * Add a promocode.
 *
 * @throws 400 `code`: `promocode_format`, `promocode_exists`. `percent`: `promocode_percent`, `discount_ungiven`: no
 * pair would give it. `until`: `day_past`. `too_long`.
 */
export const addPromocodeCall: Call<void, NewPromocode> = {
  method: 'POST',
  path: '/api/v1/operator/promocodes/',
};
