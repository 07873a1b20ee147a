import * as v from 'valibot';
import { decimalFromServer } from './decimal.ts';

/** ext: from which turnover on, in 12 months, which discount is given. */
export const Tier = v.object({
  turnover: decimalFromServer,
  percent: decimalFromServer,
});
export type Tier = v.InferOutput<typeof Tier>;

/** ext: GET calculator/discounts/ : every tier, the smallest turnover first. */
export const Tiers = v.array(Tier);
