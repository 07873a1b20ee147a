import type { Hono } from 'hono';
import { recordClickCall, ReferralClick } from '#core/contract/referralClick.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { readReferralSource } from '#server/partners/referral/referralSource.ts';
import { recordClick } from '#server/partners/statistics/recordClick.ts';
import { createCallRoutes, everybody } from './callRoutes.ts';

/** Routes below /api/v1/refferal. */
export function createReferralClickRoutes(context: ServerContext): Hono {
  const { routes, addCall } = createCallRoutes('/api/v1/refferal', 'refferal');
  // Browsers send the body as text/plain, which avoids a preflight request.
  addCall(recordClickCall, { access: everybody, body: ReferralClick }, (c, { body }) =>
    recordClick(context, {
      refferal: body.refferal,
      host: readReferralSource(c, context.config, body).host,
      network: c.var.clientNetwork,
      userAgent: c.req.header('user-agent'),
    }),
  );
  return routes;
}
