import type { Context } from 'hono';
import type { Config } from '../../config/config.ts';

/** Names and values of response headers. */
export type ResponseHeaders = Readonly<Record<string, string>>;

declare module 'hono' {
  interface ContextVariableMap {
    /** Headers of every response to this kind of request. Middleware adds to them before the handler runs. */
    baseHeaders: Record<string, string>;
    /** The response that `sendBody` has made from these parts. */
    sentBody?: {
      response: Response;
      status: number;
      headers: ResponseHeaders;
      getBody: () => BodyBytes;
      isCurrent: (() => boolean) | undefined;
    };
  }
}

type BodyBytes = Uint8Array<ArrayBuffer> | null;

/**
 * Sends a body, always of the same length, with these and the base headers. They stay a plain object, which the HTTP
 * server writes as it is: reading the `headers` of a response costs more than all else. `isCurrent`: whether other
 * clients with the same request get the same response now.
 */
export function sendBody(
  c: Context,
  getBody: () => BodyBytes,
  status: number,
  ownHeaders: ResponseHeaders,
  isCurrent?: () => boolean,
): Response {
  const body = getBody();
  const length = body && { 'Content-Length': String(body.byteLength) };
  const headers = { ...c.get('baseHeaders'), ...ownHeaders, ...length };
  const response = new Response(body, { status, headers });
  c.set('sentBody', { response, status, headers, getBody, isCurrent });
  return response;
}

/** Whether `sendBody` has made the response, which has all headers then. */
export function isComplete(c: Context): boolean {
  return c.res === c.get('sentBody')?.response;
}

/** Adds the base headers to a response that `sendBody` has not made. `replaces`: also instead of its own. */
export function addBaseHeaders(c: Context, { replaces }: { replaces: boolean }): void {
  if (isComplete(c)) return;
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
