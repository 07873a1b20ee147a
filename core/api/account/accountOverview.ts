import {
  AccountPromocode,
  AccountPromocodes,
  AccountStatistics,
  BestPairs,
} from '#core/contract/account/accountOverview.ts';
import type { BestPair } from '#core/contract/account/accountOverview.ts';
import type { ApiClient, CallOptions } from '../client.ts';

const PROMOCODES_PATH = '/api/v1/users/me/promocodes/';

/** GET users/me/statistics/ : number of claims, turnover and discount. */
export function fetchAccountStatistics(
  client: ApiClient,
  options: CallOptions = {},
): Promise<AccountStatistics> {
  return client.call(AccountStatistics, '/api/v1/users/me/statistics/', options);
}

/** GET users/pairs/best : at most six open directions with the account's course. */
export function fetchBestPairs(client: ApiClient, options: CallOptions = {}): Promise<BestPair[]> {
  return client.call(BestPairs, '/api/v1/users/pairs/best', options);
}

/** GET users/me/promocodes/ : the promocodes of the account, the newest first. */
export function fetchAccountPromocodes(
  client: ApiClient,
  options: CallOptions = {},
): Promise<AccountPromocode[]> {
  return client.call(AccountPromocodes, PROMOCODES_PATH, options);
}

/** POST users/me/promocodes/ (API extension): keeps a promocode in the account. Rejects with 400 on the field `code`. */
export function addAccountPromocode(
  client: ApiClient,
  code: string,
  options: CallOptions = {},
): Promise<AccountPromocode> {
  return client.call(AccountPromocode, PROMOCODES_PATH, { ...options, method: 'POST', body: { code } });
}
