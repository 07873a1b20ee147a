import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { downloadFile } from '#core/api/download.ts';
import { fillPath } from '#core/api/sendCall.ts';
import { getStoredFileCall, type StoredFile } from '#core/contract/operator/verifications.ts';

/** Loads a file of a client. The server records each use. Rejects with ApiError. */
export const downloadStoredFile = (
  api: ApiClient,
  { id }: StoredFile,
  { signal }: CallOptions = {},
): Promise<Blob> =>
  downloadFile(api, undefined, fillPath(getStoredFileCall.path, { file: id }), { ...(signal && { signal }) });
