import { getMarketCall, type Market } from '#core/contract/course/market.ts';
import type { CallOptions, ApiClient } from '../client.ts';
import { sendCall } from '../sendCall.ts';

/** A pair of currency codes. */
export interface CodePair {
  from: string;
  to: string;
}

/** GET calculator/market/ (API extension): reserves, courses of `pairs`. Not in calculator.ts to keep pages small. */
export function fetchMarket(
  client: ApiClient,
  pairs: readonly CodePair[],
  options?: CallOptions,
): Promise<Market> {
  const query = { pairs: pairs.map(({ from, to }) => `${from}-${to}`).join() };
  return sendCall(client, getMarketCall, { ...options, query });
}
