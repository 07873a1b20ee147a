import * as v from 'valibot';
import { decimal } from './decimal.ts';

/**
 * What a monitoring site may be told of a direction; only what holds is said. `manual`: people move claims on.
 * `verifying`: within the item's limits a sum may need the sender's card verified. `floating` (the course may still
 * change once the money is on its way) and `reg` (an account is needed) never hold here: a course is frozen for the time
 * to pay, and guests exchange.
 */
export const RateFlag = v.picklist(['manual', 'floating', 'verifying', 'reg']);
export type RateFlag = v.InferOutput<typeof RateFlag>;

/**
 * A direction as monitoring sites list it (schema 1.1), cash once a city: what the form shows for the deep link
 * `?cur_from={from}&cur_to={to}&city={city}` when it opens. `amount` and the `to…` limits are in units of `to`, all others of `from`.
 */
export const ExportedRate = v.object({
  from: v.string(),
  to: v.string(),
  in: decimal,
  out: decimal,
  amount: decimal,
  minamount: decimal,
  maxamount: v.optional(decimal),
  frommin: decimal,
  frommax: v.optional(decimal),
  tomin: decimal,
  tomax: v.optional(decimal),
  city: v.optional(v.string()),
  param: v.optional(v.array(RateFlag)),
});
export type ExportedRate = v.InferOutput<typeof ExportedRate>;

/** GET /rates.json : the same as /rates.xml; empty while the exchange is closed. */
export const ExportedRates = v.object({ rates: v.array(ExportedRate) });
