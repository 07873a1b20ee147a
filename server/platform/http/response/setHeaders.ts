import type { Context } from 'hono';

/**
 * Sets headers of the response that a handler has returned. `c.header` does the same, but it copies the response for each
 * header, with its body as a stream, which costs more CPU time than a query. Only the headers of a response of `fetch`
 * cannot be changed without a copy.
 */
export function setHeaders(c: Context, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers))
    try {
      c.res.headers.set(name, value);
    } catch {
      c.header(name, value);
    }
}
