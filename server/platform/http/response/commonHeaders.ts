import type { Context } from 'hono';
import type { Config } from '../../config/config.ts';

/** Names and values of response headers. */
export type ResponseHeaders = Readonly<Record<string, string>>;

declare module 'hono' {
  interface ContextVariableMap {
    /** Headers of every response to this kind of request. Middleware adds to them before the handler runs. */
    baseHeaders: Record<string, string>;
    /** The response that `sendBody` has made, with the base headers. */
    completeResponse?: Response;
  }
}

/**
 * Sends a body with `headers` and the base headers. Names and values stay a plain object, which the HTTP server writes
 * as it is: a response whose `headers` are read or changed costs ten times as much.
 */
export function sendBody(
  c: Context,
  body: Uint8Array<ArrayBuffer> | string | null,
  status: number,
  headers: ResponseHeaders,
): Response {
  const response = new Response(body, { status, headers: { ...c.get('baseHeaders'), ...headers } });
  c.set('completeResponse', response);
  return response;
}

/** Adds the base headers to a response that `sendBody` has not made. `replaces`: also instead of its own. */
export function addBaseHeaders(c: Context, { replaces }: { replaces: boolean }): void {
  if (c.res === c.get('completeResponse')) return;
  const { headers } = c.res;
  for (const [name, value] of Object.entries(c.get('baseHeaders')))
    if (replaces || !headers.has(name)) headers.set(name, value);
}

/** Headers of every response. HSTS only if the public origin is https. */
export function createCommonHeaders({ publicOrigin }: Config): ResponseHeaders {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(publicOrigin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}
