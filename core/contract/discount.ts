import * as v from 'valibot';
import { decimalFromServer } from './decimal.ts';

/** ext: from which turnover on, in 12 months, which discount is given. */
export const DiscountTier = v.object({
  turnover: decimalFromServer,
  percent: decimalFromServer,
});
export type DiscountTier = v.InferOutput<typeof DiscountTier>;

/** ext: GET calculator/discounts/ : every tier, the smallest turnover first. */
export const DiscountTiers = v.array(DiscountTier);
