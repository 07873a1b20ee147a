import * as v from 'valibot';
import type { Call } from './call.ts';
import { decimalFromServer } from './decimal.ts';

/** ext: a discount tier: the minimum turnover in 12 months in US dollars, and the discount in percent. */
export const DiscountTier = v.object({
  /** Minimum turnover of the tier, in USD. */
  turnover: decimalFromServer,
  /** Discount, percent of the course. */
  percent: decimalFromServer,
});
export type DiscountTier = v.InferOutput<typeof DiscountTier>;

/** ext: all tiers by ascending turnover. */
export const DiscountTiers = v.array(DiscountTier);

/** List discount tiers by turnover in 12 months. */
export const listDiscountTiersCall: Call<DiscountTier[]> = {
  method: 'GET',
  path: '/api/v1/calculator/discounts/',
  response: DiscountTiers,
};
