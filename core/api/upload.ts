import type * as v from 'valibot';
import { parse, refused } from './client.ts';
import type { Client } from './client.ts';
import { ApiError } from './error.ts';

/** One multipart request; `progress` is called with the part that has left, 0…1. A browser's fetch cannot tell that. */
export type Transport = (
  url: string,
  request: { headers: Record<string, string>; body: FormData; signal: AbortSignal },
  progress: (part: number) => void,
) => Promise<Response>;

/** Of an upload. */
export interface UploadOptions {
  signal?: AbortSignal | undefined;
  progress?: ((part: number) => void) | undefined;
}

/** Milliseconds without a byte after which an upload counts as lost. */
const STALLED = 30_000;

const plain: Transport = (url, { headers, body, signal }) =>
  fetch(url, { method: 'POST', headers, body, signal, credentials: 'omit' });

/** POSTs a multipart body; the answer parsed by `schema`. Rejects with ApiError, or the signal's reason. */
export async function upload<T>(
  client: Client,
  transport: Transport = plain,
  schema: v.GenericSchema<unknown, T>,
  path: string,
  options: UploadOptions & { headers: Record<string, string>; body: FormData },
): Promise<T> {
  const { clock, base } = client;
  const controller = new AbortController();
  const abort = () => controller.abort(options.signal?.reason);
  let stalled = false;
  let off = () => undefined as void;
  const alive = () => {
    off();
    off = clock.later(() => {
      stalled = true;
      controller.abort();
    }, STALLED);
  };
  options.signal?.addEventListener('abort', abort);
  try {
    alive();
    const headers = { accept: 'application/json', ...options.headers };
    const request = { headers, body: options.body, signal: controller.signal };
    const response = await transport(base + path, request, part => {
      alive();
      options.progress?.(part);
    });
    const text = await response.text();
    if (!response.ok) throw refused(path, response, text, clock.now());
    return parse(schema, path, response.status, text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    options.signal?.throwIfAborted();
    throw new ApiError(`${path}: ${stalled ? 'no answer in time' : 'no connection'}`, {
      kind: stalled ? 'timeout' : 'network',
      cause: error,
    });
  } finally {
    off();
    options.signal?.removeEventListener('abort', abort);
  }
}
