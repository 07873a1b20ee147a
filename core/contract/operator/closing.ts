import * as v from 'valibot';
import type { Call } from '../call.ts';

/** Whether a currency is closed in each direction. */
export const CurrencyClosing = v.object({
  /** Code of the currency. */
  code: v.string(),
  /** Name with the network. */
  name: v.string(),
  /** Why clients cannot send it, as they read it; null: they can. */
  send: v.nullable(v.string()),
  /** Why clients cannot receive it; null: they can. */
  receive: v.nullable(v.string()),
});
export type CurrencyClosing = v.InferOutput<typeof CurrencyClosing>;

/** GET operator/closing/ (ext): whether the exchange accepts claims. */
export const Closing = v.object({
  /** Whether the exchange is closed for maintenance. */
  isMaintenance: v.boolean(),
  /** All currencies that can be exchanged, in display order. */
  currencies: v.array(CurrencyClosing),
});
export type Closing = v.InferOutput<typeof Closing>;

/**
 * Get whether the exchange accepts claims, and which currencies are closed. `changeValueCall` changes it.
 *
 * @returns Maintenance and currencies.
 */
export const getClosingCall: Call<Closing> = {
  method: 'GET',
  path: '/api/v1/operator/closing/',
  response: Closing,
};
