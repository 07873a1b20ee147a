import { createFetch } from 'ofetch';
import * as v from 'valibot';
import { backoff, clock as deviceClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { ApiError } from './error.ts';

/** A call's own settings. */
export interface CallOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, answer's body included; default 10 000. */
  timeout?: number | undefined;
  /** Asks the server even where the browser keeps an answer that is young enough; default false. */
  fresh?: boolean | undefined;
}

/** A request as core/api's resource files write it. */
export interface Call extends CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** One API origin. `base` is "" for the page's own origin. */
export interface Client {
  readonly base: string;
  readonly clock: Clock;
  /** The answer parsed by `schema`; rejects with ApiError. GET is tried up to three times, anything else once. */
  call<T>(schema: v.GenericSchema<unknown, T>, path: string, options?: Call): Promise<T>;
}

/** What a client is made of; `fetch` lets tests talk to a server in process. */
export interface ClientOptions {
  base: string;
  fetch?: ((url: string, init: RequestInit) => Promise<Response> | Response) | undefined;
  clock?: Clock | undefined;
  /** Milliseconds for one attempt, default 10 000. */
  timeout?: number | undefined;
}

const TIMEOUT = 10_000;
const RETRIES = 2;

/** Statuses that say "not now" of a GET: tried again unless Retry-After asks to wait longer than a person would. */
const AGAIN = new Set([408, 502, 503, 504]);
const LONGEST_WAIT = 2_000;

const problem = v.looseObject({
  code: v.optional(v.string()),
  codes: v.optional(v.record(v.string(), v.string())),
  limit: v.optional(v.string()),
});
const messages = v.array(v.string());

/** Retry-After, seconds or an HTTP date → seconds from now. */
function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** An error status of an answer as an error. `now` is the client's clock, milliseconds. */
export function refused(path: string, response: Response, text: string, now: number): ApiError {
  const body = json(text);
  const known = v.safeParse(problem, body);
  const entries = known.success ? Object.entries(known.output) : [];
  const fields = entries.filter((entry): entry is [string, string[]] => v.is(messages, entry[1]));
  return new ApiError(`${path}: ${response.status}`, {
    kind: 'http',
    status: response.status,
    ...(known.success ? withoutUndefined(known.output) : {}),
    fields: Object.fromEntries(fields),
    retryAfter: retryAfter(response.headers.get('retry-after'), now),
    body,
  });
}

function withoutUndefined(found: v.InferOutput<typeof problem>) {
  const { code, codes, limit } = found;
  return { ...(code && { code }), ...(codes && { codes }), ...(limit && { limit }) };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answer's text by its schema. Throws ApiError of kind shape. */
export function parse<T>(schema: v.GenericSchema<unknown, T>, path: string, status: number, text: string): T {
  const result = v.safeParse(schema, json(text));
  if (result.success) return result.output;
  const places = result.issues.map(issue => v.getDotPath(issue) ?? 'the whole answer');
  // Names the place and not the value: answers hold requisites.
  throw new ApiError(`${path}: unexpected ${places.slice(0, 3).join(', ')}`, { kind: 'shape', status });
}

/** A client of the API at `base`. Every answer is parsed by its schema of core/contract. */
export function create(options: ClientOptions): Client {
  const clock = options.clock ?? deviceClock;
  const { raw } = createFetch({
    // By then ofetch has made text of the address, and settings of what there was.
    fetch: async (url, init = {}) => (options.fetch ?? fetch)(String(url), init),
    defaults: {
      baseURL: options.base,
      headers: { accept: 'application/json' },
      credentials: 'omit',
      // Time limits and repetition go by the clock and the kind of failure, and an error's body says what is wrong.
      retry: false,
      ignoreResponseError: true,
    },
  });

  async function attempt<T>(schema: v.GenericSchema<unknown, T>, path: string, call: Call): Promise<T> {
    const controller = new AbortController();
    const abort = () => controller.abort(call.signal?.reason);
    let late = false;
    const off = clock.later(
      () => {
        late = true;
        controller.abort();
      },
      call.timeout ?? options.timeout ?? TIMEOUT,
    );
    call.signal?.addEventListener('abort', abort);
    try {
      const response = await raw<string, 'text'>(path, {
        method: call.method ?? 'GET',
        responseType: 'text',
        signal: controller.signal,
        ...(call.query && { query: call.query }),
        ...(call.headers && { headers: call.headers }),
        ...(call.body && { body: call.body }),
        ...(call.fresh && { cache: 'no-cache' as const }),
      });
      const text = response._data ?? '';
      if (!response.ok) throw refused(path, response, text, clock.now());
      return parse(schema, path, response.status, text);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      call.signal?.throwIfAborted();
      throw new ApiError(`${path}: ${late ? 'no answer in time' : 'no connection'}`, {
        kind: late ? 'timeout' : 'network',
        cause: error,
      });
    } finally {
      off();
      call.signal?.removeEventListener('abort', abort);
    }
  }

  function wait(error: unknown, n: number): number | null {
    if (!(error instanceof ApiError)) return null;
    // A timeout has cost the person ten seconds already.
    if (error.kind === 'shape' || error.kind === 'timeout') return null;
    if (error.kind === 'http' && !AGAIN.has(error.status)) return null;
    const ms = Math.max(backoff(n, 300, LONGEST_WAIT), (error.retryAfter ?? 0) * 1000);
    return ms > LONGEST_WAIT ? null : ms;
  }

  return {
    base: options.base,
    clock,
    async call(schema, path, call = {}) {
      for (let n = 0; ; n++) {
        call.signal?.throwIfAborted();
        try {
          return await attempt(schema, path, call);
        } catch (error) {
          const ms = (call.method ?? 'GET') === 'GET' && n < RETRIES ? wait(error, n) : null;
          if (ms === null || call.signal?.aborted) throw error;
          await new Promise<void>(resolve => clock.later(resolve, ms));
        }
      }
    },
  };
}
