import * as v from 'valibot';
import {
  Shop,
  ShopHistory,
  ShopLink,
  ShopLinks,
  ShopStatistics,
  type ShopLinkCreate,
  type ShopUpdate,
} from '#core/contract/account/shop.ts';
import type { ApiClient, CallOptions } from '../client.ts';

/** Path of the account's shop. */
export const SHOP_PATH = '/api/v1/users/me/shop/';

/** Query of the history, as the server names the filters. */
export type ShopHistoryQuery = Readonly<
  Partial<Record<'page' | 'size' | 'status' | 'code' | 'sub' | 'date_from' | 'date_to', string | undefined>>
>;

/** Query of the statistics. */
export type ShopStatisticsQuery = Readonly<
  Partial<Record<'date_from' | 'date_to' | 'group' | 'by', string | undefined>>
>;

/** GET users/me/shop/ . */
export function fetchShop(client: ApiClient, options: CallOptions = {}): Promise<Shop> {
  return client.call(Shop, SHOP_PATH, options);
}

/** PATCH users/me/shop/ . */
export function updateShop(client: ApiClient, body: ShopUpdate, options: CallOptions = {}): Promise<Shop> {
  return client.call(Shop, SHOP_PATH, { ...options, method: 'PATCH', body: { ...body } });
}

/** GET users/me/shop/links/ . */
export function fetchShopLinks(client: ApiClient, options: CallOptions = {}): Promise<ShopLinks> {
  return client.call(ShopLinks, `${SHOP_PATH}links/`, options);
}

/** POST users/me/shop/links/ : saves a link. */
export function createShopLink(
  client: ApiClient,
  body: ShopLinkCreate,
  options: CallOptions = {},
): Promise<ShopLink> {
  return client.call(ShopLink, `${SHOP_PATH}links/`, { ...options, method: 'POST', body: { ...body } });
}

/** DELETE users/me/shop/links/{id}/ : the link keeps working, it is no longer listed. */
export async function deleteShopLink(
  client: ApiClient,
  id: string,
  options: CallOptions = {},
): Promise<void> {
  await client.call(v.unknown(), `${SHOP_PATH}links/${encodeURIComponent(id)}/`, {
    ...options,
    method: 'DELETE',
  });
}

/** GET users/me/shop/history/ : a page of the claims that the partner has brought. */
export function fetchShopHistory(
  client: ApiClient,
  query: ShopHistoryQuery,
  options: CallOptions = {},
): Promise<ShopHistory> {
  return client.call(ShopHistory, `${SHOP_PATH}history/`, { ...options, query: { page: '1', ...query } });
}

/** GET users/me/shop/statistics/ . */
export function fetchShopStatistics(
  client: ApiClient,
  query: ShopStatisticsQuery,
  options: CallOptions = {},
): Promise<ShopStatistics> {
  return client.call(ShopStatistics, `${SHOP_PATH}statistics/`, { ...options, query: { ...query } });
}
