import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { Problem } from '#core/contract/problem.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { getUnsubscribePaths, unsubscribe } from '#server/notifications/newsletter/unsubscribe.ts';
import { describeJson } from '#server/platform/http/openapiDocs.ts';

const tags = ['unsubscribe'];

const unsubscribeDocs = describeRoute({
  summary: 'End the letters with news by the token of one; mail programs post here, too (RFC 8058)',
  tags,
  responses: {
    204: { description: 'No letter with news is sent any more' },
    404: describeJson(Problem, '`link_invalid`, or `link_expired` a year after the letter'),
  },
});

const openDocs = describeRoute({
  summary: 'Open the page that ends the letters with news; for mail programs that only open the address',
  tags,
  responses: { 303: { description: 'Redirects to the page, which asks first' } },
});

/** Routes below /api/v1/unsubscribe. The form body of a mail program's request is ignored. */
export function createUnsubscribeRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  routes.post('/news/:token/', unsubscribeDocs, async c => {
    await unsubscribe(context, c.req.param('token'));
    return c.body(null, 204);
  });
  // A GET changes nothing: mail scanners open links.
  routes.get('/news/:token/', openDocs, c =>
    c.redirect(getUnsubscribePaths(encodeURIComponent(c.req.param('token'))).page, 303),
  );
  return routes;
}
