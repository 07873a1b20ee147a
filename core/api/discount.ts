import { DiscountTiers, type DiscountTier } from '#core/contract/discount.ts';
import type { CallOptions, ApiClient } from './client.ts';

/** GET calculator/discounts/ (API extension): discount tiers by turnover. Not in calculator.ts to keep pages small. */
export function fetchDiscountTiers(client: ApiClient, options?: CallOptions): Promise<DiscountTier[]> {
  return client.call(DiscountTiers, '/api/v1/calculator/discounts/', options);
}
