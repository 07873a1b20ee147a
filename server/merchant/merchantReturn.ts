import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { sendProblem } from '../http/problemResponse.ts';

/** Bytes of a merchant's form. */
const MAX_FORM_BYTES = 16 * 1024;

/** A form that is too long to be a merchant's. */
export const limitFormBody = bodyLimit({
  maxSize: MAX_FORM_BYTES,
  onError: c => sendProblem(c, 413, 'body_invalid'),
});

/** The way back from a merchant, a POST to /claim/success or /claim/fail: 303 to that page. */
export function createReturnRoutes(): Hono {
  const routes = new Hono();
  // Merchants return by POST; a page is for GET, and a reload of it must post nothing.
  for (const result of ['success', 'fail'])
    for (const path of [`/claim/${result}`, `/claim/${result}/`])
      routes.post(path, limitFormBody, async c => {
        const { claim } = await parseFormFields(c);
        const claimQuery = v.is(v.pipe(v.string(), v.uuid()), claim) ? `?claim=${claim}` : '';
        return c.redirect(`/claim/${result}${claimQuery}`, 303);
      });
  return routes;
}

/** Text fields of a posted form; none when it cannot be read. */
export async function parseFormFields(c: Context): Promise<Record<string, string>> {
  const body = await c.req.parseBody().catch(() => ({}));
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
