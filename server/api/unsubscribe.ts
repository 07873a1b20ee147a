import type { Hono } from 'hono';
import { openUnsubscribePageCall, unsubscribeCall } from '#core/contract/account/newsletter.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { getUnsubscribePaths, unsubscribe } from '#server/notifications/newsletter/unsubscribe.ts';
import { createCallRoutes, everybody } from './callRoutes.ts';

/** Routes below /api/v1/unsubscribe. The form body of a mail program's request is ignored. */
export function createUnsubscribeRoutes(context: ServerContext): Hono {
  const { routes, addCall } = createCallRoutes('/api/v1/unsubscribe', 'unsubscribe');
  addCall(unsubscribeCall, { access: everybody }, (_c, { token }) => unsubscribe(context, token));
  // A GET changes nothing: mail scanners open links.
  addCall(openUnsubscribePageCall, { access: everybody, status: 303 }, async (c, { token }) =>
    c.redirect(getUnsubscribePaths(encodeURIComponent(token)).page, 303),
  );
  return routes;
}
