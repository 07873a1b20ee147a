import { RestoreAccess, type RestoreAccessRequest } from '#core/contract/account/recentAccess.ts';
import { isUnsupportedCall, toErrorCode } from '../apiError.ts';
import type { ApiClient, CallOptions } from '../client.ts';

/**
 * POST users/restore/{token}/access/ (API extension): what a new password removes unless it is kept. Null if the backend has
 * no such call.
 */
export async function openRestore(
  client: ApiClient,
  token: string,
  body: RestoreAccessRequest,
  options?: CallOptions,
): Promise<RestoreAccess | null> {
  const path = `/api/v1/users/restore/${encodeURIComponent(token)}/access/`;
  try {
    return await client.call(RestoreAccess, path, { ...options, method: 'POST', body: { ...body } });
  } catch (error) {
    if (isUnsupportedCall(error) && toErrorCode(error) !== 'link_invalid') return null;
    throw error;
  }
}
