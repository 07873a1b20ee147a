import type { ApiClient } from '../client.ts';
import { downloadFile, type DownloadOptions, type DownloadTransport } from '../download.ts';
import { exportShopHistoryCall, exportShopStatisticsCall } from '#core/contract/account/shop.ts';
import type { ShopHistoryQuery, ShopStatisticsQuery } from '#core/account/shop/shopQueries.ts';

/** GET users/me/shop/history/export/ : all claims that pass the filters, as CSV. */
export function downloadShopHistory(
  client: ApiClient,
  transport: DownloadTransport | undefined,
  { page: _page, size: _size, ...filters }: ShopHistoryQuery,
  options: Omit<DownloadOptions, 'query'> = {},
): Promise<Blob> {
  return downloadFile(client, transport, exportShopHistoryCall.path, { ...options, query: filters });
}

/** GET users/me/shop/statistics/export/ : the rows as CSV. */
export function downloadShopStatistics(
  client: ApiClient,
  transport: DownloadTransport | undefined,
  query: ShopStatisticsQuery,
  options: Omit<DownloadOptions, 'query'> = {},
): Promise<Blob> {
  return downloadFile(client, transport, exportShopStatisticsCall.path, { ...options, query });
}
