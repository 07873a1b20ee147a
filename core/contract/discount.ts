import * as v from 'valibot';
import { decimalFromServer } from './decimal.ts';

/** ext: from which turnover on, in 12 months, which discount is given. */
export const Tier = v.object({
  turnover: v.pipe(decimalFromServer, v.description('From this turnover on, in USD')),
  percent: v.pipe(decimalFromServer, v.description('Percent of the course')),
});
export type Tier = v.InferOutput<typeof Tier>;

/** ext: GET calculator/discounts/ : every tier, the smallest turnover first. */
export const Tiers = v.array(Tier);
