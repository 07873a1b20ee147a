import type { LedgerQuery } from '#core/account/referral/ledgerQuery.ts';
import { exportLedgerCall } from '#core/contract/account/referral.ts';
import type { ApiClient } from '../client.ts';
import { downloadFile, type DownloadOptions, type DownloadTransport } from '../download.ts';

/** GET users/me/refferal/dw/export/ (API extension): all lines that pass the filters, as CSV. */
export const downloadLedger = (
  client: ApiClient,
  transport: DownloadTransport | undefined,
  { page: _page, size: _size, ...filters }: LedgerQuery,
  options: Omit<DownloadOptions, 'query'> = {},
): Promise<Blob> => downloadFile(client, transport, exportLedgerCall.path, { ...options, query: filters });
