import { BestPairs, type BestPair } from '#core/contract/account/accountOverview.ts';
import type { ApiClient, CallOptions } from '../client.ts';

/** GET users/pairs/best : at most six open directions with the account's course. */
export function fetchBestPairs(client: ApiClient, options: CallOptions = {}): Promise<BestPair[]> {
  return client.call(BestPairs, '/api/v1/users/pairs/best', options);
}
