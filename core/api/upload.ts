import * as v from 'valibot';
import type { Call } from '../contract/call.ts';
import { parseResponse, toApiError } from './client.ts';
import type { ApiClient } from './client.ts';
import { fillPath } from './sendCall.ts';
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

/** Sends a call with a multipart body. `id`: of its path. Rejects with ApiError, or the signal's reason. */
export function uploadMultipart<T>(
  client: ApiClient,
  transport: UploadTransport = fetchTransport,
  { path: pattern, response = v.unknown() as v.GenericSchema<unknown, T> }: Call<T>,
  options: UploadOptions & { id?: string; headers: Record<string, string>; body: FormData },
): Promise<T> {
  const path = fillPath(pattern, options);
  const { clock, base, authorize } = client;
  const send = (credentials: Readonly<Record<string, string>>) =>
    runTransfer({ clock, path, signal: options.signal }, async (signal, restartStallTimer) => {
      const headers = { accept: 'application/json', ...options.headers, ...credentials };
      const sent = await transport(base + path, { headers, body: options.body, signal }, fraction => {
        restartStallTimer();
        options.onProgress?.(fraction);
      });
      const text = await sent.text();
      if (!sent.ok) throw toApiError(path, sent, text, clock.now());
      return parseResponse(response, path, sent.status, text);
    });
  return options.isAuthorized && authorize ? authorize(send) : send({});
}
