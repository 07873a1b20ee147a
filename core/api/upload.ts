import type * as v from 'valibot';
import { parseResponse, toApiError } from './client.ts';
import type { ApiClient } from './client.ts';
import { ApiError } from './apiError.ts';

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
}

/** An upload without progress for this time is aborted with a timeout. */
const UPLOAD_STALL_TIMEOUT_MS = 30_000;

const fetchTransport: UploadTransport = (url, { headers, body, signal }) =>
  fetch(url, { method: 'POST', headers, body, signal, credentials: 'omit' });

/** POSTs a multipart body and parses the response by `schema`. Rejects with ApiError, or the signal's reason. */
export async function uploadMultipart<T>(
  client: ApiClient,
  transport: UploadTransport = fetchTransport,
  schema: v.GenericSchema<unknown, T>,
  path: string,
  options: UploadOptions & { headers: Record<string, string>; body: FormData },
): Promise<T> {
  const { clock, base } = client;
  const controller = new AbortController();
  const forwardAbort = () => controller.abort(options.signal?.reason);
  let isStalled = false;
  let cancelTimer = () => undefined as void;
  const restartStallTimer = () => {
    cancelTimer();
    cancelTimer = clock.setTimer(() => {
      isStalled = true;
      controller.abort();
    }, UPLOAD_STALL_TIMEOUT_MS);
  };
  options.signal?.addEventListener('abort', forwardAbort);
  try {
    restartStallTimer();
    const headers = { accept: 'application/json', ...options.headers };
    const request = { headers, body: options.body, signal: controller.signal };
    const response = await transport(base + path, request, fraction => {
      restartStallTimer();
      options.onProgress?.(fraction);
    });
    const text = await response.text();
    if (!response.ok) throw toApiError(path, response, text, clock.now());
    return parseResponse(schema, path, response.status, text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    options.signal?.throwIfAborted();
    throw new ApiError(`${path}: ${isStalled ? 'timed out' : 'no connection'}`, {
      kind: isStalled ? 'timeout' : 'network',
      cause: error,
    });
  } finally {
    cancelTimer();
    options.signal?.removeEventListener('abort', forwardAbort);
  }
}
