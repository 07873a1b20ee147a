import type { ApiClient } from '../client.ts';
import { downloadFile, type DownloadOptions, type DownloadTransport } from '../download.ts';
import { SHOP_PATH, type ShopHistoryQuery, type ShopStatisticsQuery } from './shop.ts';

/** GET users/me/shop/history/export/ : all claims that pass the filters, as CSV. */
export function downloadShopHistory(
  client: ApiClient,
  transport: DownloadTransport | undefined,
  { page: _page, size: _size, ...filters }: ShopHistoryQuery,
  options: Omit<DownloadOptions, 'query'> = {},
): Promise<Blob> {
  return downloadFile(client, transport, `${SHOP_PATH}history/export/`, { ...options, query: filters });
}

/** GET users/me/shop/statistics/export/ : the rows as CSV. */
export function downloadShopStatistics(
  client: ApiClient,
  transport: DownloadTransport | undefined,
  query: ShopStatisticsQuery,
  options: Omit<DownloadOptions, 'query'> = {},
): Promise<Blob> {
  return downloadFile(client, transport, `${SHOP_PATH}statistics/export/`, { ...options, query });
}
