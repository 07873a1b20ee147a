import { createFetch } from 'ofetch';
import * as v from 'valibot';
import { deviceClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { retry, retryDelay } from '../retry.ts';
import type { RetryDelay } from '../retry.ts';
import { ApiError } from './apiError.ts';

/** Settings of one call. */
export interface CallOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt including the response's body; default 10 000. */
  timeout?: number | undefined;
  /** Revalidates a response that the browser has cached; default false. */
  revalidate?: boolean | undefined;
  /** Receives the time of the response's Date header, milliseconds since 1970 UTC; whole seconds. */
  onServerTime?: ((serverMs: number) => void) | undefined;
}

/** Options, method, query, headers and JSON body of one request. */
export interface ApiCall extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
  /** `same-origin` sends and stores cookies, if the API has the page's origin. Default `omit`. */
  credentials?: 'same-origin' | undefined;
  /** Sends the credentials of the account that is logged in, if the client has `authorize`. Default false. */
  isAuthorized?: boolean | undefined;
}

/** Calls `send` with the headers of the account that is logged in; without any for a guest. Sends again if a token expired. */
export type AuthorizeRequest = <T>(
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
) => Promise<T>;

/** Client of one API origin. `base` is "" for the page's own origin. */
export interface ApiClient {
  readonly base: string;
  readonly clock: Clock;
  /** Credentials of calls with `isAuthorized`; absent where nobody can be logged in. */
  readonly authorize?: AuthorizeRequest | undefined;
  /**
   * Returns the response parsed by `schema`, undefined without a schema; rejects with ApiError. A GET is sent up to
   * three times, others once.
   */
  call<T>(schema: v.GenericSchema<unknown, T> | undefined, path: string, call: ApiCall): Promise<T>;
}

/** Options of a client; tests pass a `fetch` that calls a server in process. */
export interface ApiClientOptions {
  base: string;
  fetch?: ((url: string, init: RequestInit) => Promise<Response> | Response) | undefined;
  clock?: Clock | undefined;
  /** Milliseconds for one attempt, default 10 000. */
  timeout?: number | undefined;
}

const CALL_TIMEOUT_MS = 10_000;
const MAX_GET_RETRIES = 2;
const GET_BACKOFF = { firstMs: 300, maxMs: 2_000 } as const;

/** Transient statuses: a GET is retried unless Retry-After exceeds `GET_BACKOFF.maxMs`. */
const RETRIABLE_STATUSES = new Set([408, 502, 503, 504]);

const ProblemBody = v.object({
  // A field of a form may have this name, too: its messages are an array.
  code: v.fallback(v.optional(v.string()), undefined),
  codes: v.optional(v.record(v.string(), v.string())),
  limit: v.optional(v.string()),
});
const FieldMessages = v.array(v.string());

/** Parses Retry-After (seconds or an HTTP date) into seconds from now. */
function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Converts a response with an error status. `now` is the client's time, milliseconds. */
export function toApiError(path: string, response: Response, text: string, now: number): ApiError {
  const body = parseJson(text);
  const parsed = v.safeParse(ProblemBody, body);
  // Other statuses may have lists that are no messages, as `confirm_required` has.
  const entries = parsed.success && response.status === 400 ? Object.entries(body as object) : [];
  const fields = entries.filter((entry): entry is [string, string[]] => v.is(FieldMessages, entry[1]));
  return new ApiError(`${path}: ${response.status}`, {
    kind: 'http',
    status: response.status,
    ...(parsed.success && parsed.output),
    fields: Object.fromEntries(fields),
    retryAfter: parseRetryAfter(response.headers.get('retry-after'), now),
    body,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a response's text by its schema; undefined without one. Throws ApiError of kind `shape`. */
export function parseResponse<T>(
  schema: v.GenericSchema<unknown, T> | undefined,
  path: string,
  status: number,
  text: string,
): T {
  if (!schema) return undefined as T;
  const result = v.safeParse(schema, parseJson(text));
  if (result.success) return result.output;
  const issuePaths = result.issues.map(issue => v.getDotPath(issue) ?? 'the whole response');
  // The path without the value: responses contain requisites.
  throw new ApiError(`${path}: unexpected ${issuePaths.slice(0, 3).join(', ')}`, { kind: 'shape', status });
}

/**
 * Retries a GET at most twice after a network error or a transient status, unless Retry-After exceeds 2 s. A
 * timeout is not retried, because it has taken 10 s already.
 */
const retryGet: RetryDelay = (error, attempt) => {
  if (!(error instanceof ApiError) || attempt >= MAX_GET_RETRIES) return null;
  if (error.kind !== 'network' && !(error.kind === 'http' && RETRIABLE_STATUSES.has(error.status)))
    return null;
  const delayMs = retryDelay(error, attempt, GET_BACKOFF);
  return delayMs > GET_BACKOFF.maxMs ? null : delayMs;
};

/** Creates a client of the API at `base`. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const clock = options.clock ?? deviceClock;
  const { raw } = createFetch({
    // ofetch passes a complete URL and init.
    fetch: async (url, init = {}) => (options.fetch ?? fetch)(String(url), init),
    defaults: {
      baseURL: options.base,
      headers: { accept: 'application/json' },
      // `retry` and the clock handle retries and timeouts: decisions/ofetch.md.
      retry: false,
    },
  });

  async function sendOnce<T>(
    schema: v.GenericSchema<unknown, T> | undefined,
    path: string,
    call: ApiCall,
  ): Promise<T> {
    const { method, query = {}, headers = {}, body, credentials = 'omit' } = call;
    const controller = new AbortController();
    const forwardAbort = () => controller.abort(call.signal?.reason);
    let isTimedOut = false;
    const cancelTimeout = clock.setTimer(
      () => {
        isTimedOut = true;
        controller.abort();
      },
      call.timeout ?? options.timeout ?? CALL_TIMEOUT_MS,
    );
    call.signal?.addEventListener('abort', forwardAbort);
    try {
      const response = await raw<string, 'text'>(path, {
        method,
        query,
        headers,
        credentials,
        ...(body && { body }),
        responseType: 'text',
        signal: controller.signal,
        cache: call.revalidate ? 'no-cache' : 'default',
        onResponseError: ({ response: failed }) => {
          throw toApiError(path, failed, failed._data ?? '', clock.now());
        },
      });
      const serverMs = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(serverMs)) call.onServerTime?.(serverMs);
      return parseResponse(schema, path, response.status, response._data ?? '');
    } catch (error) {
      if (error instanceof ApiError) throw error;
      call.signal?.throwIfAborted();
      throw new ApiError(`${path}: ${isTimedOut ? 'timed out' : 'no connection'}`, {
        kind: isTimedOut ? 'timeout' : 'network',
        cause: error,
      });
    } finally {
      cancelTimeout();
      call.signal?.removeEventListener('abort', forwardAbort);
    }
  }

  return {
    base: options.base,
    clock,
    call(schema, path, call) {
      const getDelay = call.method === 'GET' ? retryGet : () => null;
      return retry(() => sendOnce(schema, path, call), { clock, getDelay, signal: call.signal });
    },
  };
}
