import { DiscountTiers, type DiscountTier } from '#core/contract/discount.ts';
import type { CallOptions, ApiClient } from './client.ts';

/** GET calculator/discounts/ (ext): discount tiers by turnover. */
export function fetchDiscountTiers(client: ApiClient, options?: CallOptions): Promise<DiscountTier[]> {
  return client.call(DiscountTiers, '/api/v1/calculator/discounts/', options);
}
