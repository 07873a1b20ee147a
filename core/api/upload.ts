import type * as v from 'valibot';
import { parseResponse, toApiError } from './client.ts';
import type { ApiClient } from './client.ts';
import { runTransfer } from './transfer.ts';

/** Sends one multipart request and reports the fraction sent (0…1), which a browser's fetch cannot do. */
export type UploadTransport = (
  url: string,
  request: { headers: Record<string, string>; body: FormData; signal: AbortSignal },
  onProgress: (fraction: number) => void,
) => Promise<Response>;

/** Options of an upload. */
export interface UploadOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((fraction: number) => void) | undefined;
  /** Sends the credentials of the account that is logged in, if the client has `authorize`. Default false. */
  isAuthorized?: boolean | undefined;
}

const fetchTransport: UploadTransport = (url, { headers, body, signal }) =>
  fetch(url, { method: 'POST', headers, body, signal, credentials: 'omit' });

/** POSTs a multipart body and parses the response by `schema`. Rejects with ApiError, or the signal's reason. */
export function uploadMultipart<T>(
  client: ApiClient,
  transport: UploadTransport = fetchTransport,
  schema: v.GenericSchema<unknown, T>,
  path: string,
  options: UploadOptions & { headers: Record<string, string>; body: FormData },
): Promise<T> {
  const { clock, base, authorize } = client;
  const send = (credentials: Readonly<Record<string, string>>) =>
    runTransfer({ clock, path, signal: options.signal }, async (signal, restartStallTimer) => {
      const headers = { accept: 'application/json', ...options.headers, ...credentials };
      const response = await transport(base + path, { headers, body: options.body, signal }, fraction => {
        restartStallTimer();
        options.onProgress?.(fraction);
      });
      const text = await response.text();
      if (!response.ok) throw toApiError(path, response, text, clock.now());
      return parseResponse(schema, path, response.status, text);
    });
  return options.isAuthorized && authorize ? authorize(send) : send({});
}
