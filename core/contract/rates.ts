import * as v from 'valibot';
import { decimal } from './decimal.ts';

/**
 * Flags of a rate for monitoring sites. `manual`: people process claims. `verifying`: an amount within the limits may
 * require card verification. `floating` (the course may change after payment) and `reg` (an account is required) are
 * never set: courses are frozen for the payment window, and guests may exchange.
 */
export const RateFlag = v.picklist(['manual', 'floating', 'verifying', 'reg']);
export type RateFlag = v.InferOutput<typeof RateFlag>;

/**
 * A pair for monitoring sites (schema 1.1), one row per city for cash. It equals what the form shows for the deep link
 * `?cur_from={from}&cur_to={to}&city={city}`. `amount`, `tomin` and `tomax` are in `to`, the other limits in `from`.
 */
export const ExportedRate = v.object({
  /** Code of the currency to send. */
  from: v.string(),
  /** Code of the currency to receive. */
  to: v.string(),
  /** Amount sent; always 1. */
  in: decimal,
  /** Amount received for it: the course. */
  out: decimal,
  /** Free reserve. */
  amount: decimal,
  /** Same as `frommin`, under its older name. */
  minamount: decimal,
  /** Same as `frommax`, under its older name. */
  maxamount: v.optional(decimal),
  frommin: decimal,
  frommax: v.optional(decimal),
  tomin: decimal,
  tomax: v.optional(decimal),
  /** Code of the city, for cash. */
  city: v.optional(v.string()),
  /** `manual`: people process claims; `verifying`: a card verification may be required. */
  param: v.optional(v.array(RateFlag)),
});
export type ExportedRate = v.InferOutput<typeof ExportedRate>;

/** GET /rates.json : the rates of /rates.xml; empty during maintenance. */
export const ExportedRates = v.object({
  /** Every open direction. */
  rates: v.array(ExportedRate),
});
