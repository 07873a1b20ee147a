import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { limitBody } from '#server/platform/http/request/bodyLimits.ts';

/** Maximum size of a merchant's form. */
const MAX_FORM_BYTES = 16 * 1024;

/** Middleware that refuses a form body beyond `MAX_FORM_BYTES` with 413. */
export const limitFormBody = limitBody(MAX_FORM_BYTES, 'body_invalid');

/** Creates the routes for the return from a merchant: a POST to /claim/success or /claim/fail redirects with 303. */
export function createReturnRoutes(): Hono {
  const routes = new Hono();
  // Merchants return by POST. The redirect changes it to GET, so that a reload does not repeat the POST.
  for (const result of ['success', 'fail'])
    for (const path of [`/claim/${result}`, `/claim/${result}/`])
      routes.post(path, limitFormBody, async c => {
        const { claim } = await parseFormFields(c);
        const claimQuery = v.is(v.pipe(v.string(), v.uuid()), claim) ? `?claim=${claim}` : '';
        return c.redirect(`/claim/${result}${claimQuery}`, 303);
      });
  return routes;
}

/** Parses the text fields of a form body. Empty if the body is invalid. */
export async function parseFormFields(c: Context): Promise<Record<string, string>> {
  const body = await c.req.parseBody().catch(() => ({}));
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
