import { toApiError } from './client.ts';
import type { ApiCall, ApiClient } from './client.ts';
import { runTransfer } from './transfer.ts';

/** Sends one GET request. Default: fetch. */
export type DownloadTransport = (url: string, init: RequestInit) => Promise<Response> | Response;

/** Query and headers of a download. `onProgress` receives the number of bytes that have arrived. */
export interface DownloadOptions extends Pick<ApiCall, 'query' | 'headers' | 'signal'> {
  onProgress?: ((bytes: number) => void) | undefined;
}

/**
 * GETs a file with the credentials of the logged-in account, which a link cannot send.
 * Rejects with ApiError, or the signal's reason.
 */
export function downloadFile(
  client: ApiClient,
  transport: DownloadTransport = fetch,
  path: string,
  { query = {}, headers, signal, onProgress }: DownloadOptions = {},
): Promise<Blob> {
  const { base, clock, authorize } = client;
  const send = (credentials: Readonly<Record<string, string>>) =>
    runTransfer({ clock, path, signal }, async (transferSignal, restartStallTimer) => {
      const url = base + path + toSearch(query);
      const response = await transport(url, {
        headers: { ...headers, ...credentials },
        signal: transferSignal,
        credentials: 'omit',
      });
      if (!response.ok) throw toApiError(path, response, await response.text(), clock.now());
      return readBlob(response, bytes => {
        restartStallTimer();
        onProgress?.(bytes);
      });
    });
  return authorize ? authorize(send) : send({});
}

/** Reads the body part by part. Rejects if the connection ends early. */
async function readBlob(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    parts.push(part.value);
    bytes += part.value.byteLength;
    onProgress(bytes);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

function toSearch(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
}
