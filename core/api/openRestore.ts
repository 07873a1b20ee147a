import {
  openRestoreCall,
  type RestoreAccess,
  type RestoreAccessRequest,
} from '#core/contract/account/recentAccess.ts';
import { toErrorCode } from './apiError.ts';
import { isUnsupportedCall } from '../loadFailure.ts';
import type { ApiClient, CallOptions } from './client.ts';
import { sendCall } from './sendCall.ts';

/** The access that a new password removes by default. Null if the backend has no such call. */
export async function openRestore(
  client: ApiClient,
  token: string,
  body: RestoreAccessRequest,
  options?: CallOptions,
): Promise<RestoreAccess | null> {
  try {
    return await sendCall(client, openRestoreCall, { ...options, token, body });
  } catch (error) {
    if (isUnsupportedCall(error) && toErrorCode(error) !== 'link_invalid') return null;
    throw error;
  }
}
