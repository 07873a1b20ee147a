import * as v from 'valibot';
import { decimalFromServer } from './decimal.ts';

/** ext: a discount tier: the minimum turnover in 12 months in US dollars, and the discount in percent. */
export const DiscountTier = v.object({
  /** Minimum turnover of the tier, in USD. */
  turnover: decimalFromServer,
  /** Discount, percent of the course. */
  percent: decimalFromServer,
});
export type DiscountTier = v.InferOutput<typeof DiscountTier>;

/** ext: GET calculator/discounts/ : all tiers by ascending turnover. */
export const DiscountTiers = v.array(DiscountTier);
