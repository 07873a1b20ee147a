import { exportAccountClaimsCall } from '#core/contract/account/accountClaim.ts';
import type { ClaimListQuery } from './accountClaims.ts';
import type { ApiClient } from '../client.ts';
import { downloadFile } from '../download.ts';
import type { DownloadOptions, DownloadTransport } from '../download.ts';

/** GET users/me/claims/export/ (API extension): all claims that pass the filters, as CSV. */
export function downloadAccountClaims(
  client: ApiClient,
  transport: DownloadTransport | undefined,
  { page: _page, size: _size, ...filters }: ClaimListQuery,
  options: Omit<DownloadOptions, 'query'> = {},
): Promise<Blob> {
  return downloadFile(client, transport, exportAccountClaimsCall.path, { ...options, query: filters });
}
