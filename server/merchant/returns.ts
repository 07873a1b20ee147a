import { Hono, type Context as Call } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { problem } from '../problem.ts';

/** Bytes of a merchant's form. */
const MAX_BODY = 16 * 1024;

/** A form that is too long to be a merchant's. */
export const limit = bodyLimit({ maxSize: MAX_BODY, onError: c => problem(c, 413, 'body_invalid') });

/** The way back from a merchant, a POST to /claim/success or /claim/fail: 303 to that page. */
export function returns(): Hono {
  const routes = new Hono();
  // Merchants return by POST; a page is for GET, and a reload of it must post nothing.
  for (const result of ['success', 'fail'])
    for (const path of [`/claim/${result}`, `/claim/${result}/`])
      routes.post(path, limit, async c => {
        const { claim } = await fieldsOf(c);
        const known = v.is(v.pipe(v.string(), v.uuid()), claim) ? `?claim=${claim}` : '';
        return c.redirect(`/claim/${result}${known}`, 303);
      });
  return routes;
}

/** Text fields of a posted form; none when it cannot be read. */
export async function fieldsOf(c: Call): Promise<Record<string, string>> {
  const body = await c.req.parseBody().catch(() => ({}));
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
