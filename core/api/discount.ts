import { Tiers, type Tier } from '#core/contract/discount.ts';
import type { CallOptions, Client } from './client.ts';

/** GET calculator/discounts/ (ext): discount tiers by turnover. */
export function tiers(client: Client, options?: CallOptions): Promise<Tier[]> {
  return client.call(Tiers, '/api/v1/calculator/discounts/', options);
}
