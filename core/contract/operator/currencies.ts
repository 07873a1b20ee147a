import * as v from 'valibot';
import type { Call } from '../call.ts';
import { decimalFromServer } from '../decimal.ts';

/** The values of a currency that staff changes. `min`, `min-verification`, `max` and `default` are amounts. */
export const CURRENCY_FIELDS = [
  'min',
  'min-verification',
  'max',
  'default',
  'note',
  'congestion',
  'words',
  'confirmations',
  'contract',
] as const;
export type CurrencyField = (typeof CURRENCY_FIELDS)[number];

/** A currency with its values. */
export const OperatorCurrency = v.object({
  /** Code of the currency: USDTTRC20. */
  code: v.string(),
  /** Name with the network. */
  name: v.string(),
  /** Other codes. */
  aliases: v.array(v.string()),
  /** Ticker of the amounts. */
  currency: v.string(),
  /** Smallest amount to send or receive. */
  min: decimalFromServer,
  /** Largest amount; null: only the reserve limits it. */
  max: v.nullable(decimalFromServer),
  /** The values that it has. */
  values: v.array(
    v.object({
      field: v.picklist(CURRENCY_FIELDS),
      /** As `changeValueCall` takes it; `none`: not set. */
      value: v.string(),
      /** What applies without one; null: nothing. */
      standard: v.nullable(v.string()),
    }),
  ),
});
export type OperatorCurrency = v.InferOutput<typeof OperatorCurrency>;
export type CurrencyValue = OperatorCurrency['values'][number];

/** GET operator/currencies/ (ext): all currencies, in display order. */
export const OperatorCurrencies = v.object({ results: v.array(OperatorCurrency) });
export type OperatorCurrencies = v.InferOutput<typeof OperatorCurrencies>;

/**
 * List the currencies with the values that staff changes. `changeValueCall` changes them.
 *
 * @returns All currencies.
 */
export const listOperatorCurrenciesCall: Call<OperatorCurrencies> = {
  method: 'GET',
  path: '/api/v1/operator/currencies/',
  response: OperatorCurrencies,
};
