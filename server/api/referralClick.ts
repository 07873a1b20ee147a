import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { FieldProblem } from '#core/contract/problem.ts';
import { ReferralClick } from '#core/contract/referralClick.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { parseJsonBody } from '#server/platform/http/request/parseJsonBody.ts';
import { readReferralSource } from '#server/partners/referral/referralSource.ts';
import { recordClick } from '#server/partners/statistics/recordClick.ts';
import { describeJson, describeJsonBody } from '#server/platform/http/openapiDocs.ts';

const clickDocs = describeRoute({
  summary: 'Count a click on a partner’s link or a view of its widget',
  tags: ['refferal'],
  requestBody: describeJsonBody(ReferralClick),
  responses: {
    204: {
      description: 'Accepted: counted once a visitor and day; robots and unknown codes are not counted',
    },
    400: describeJson(FieldProblem, 'The invalid field'),
  },
});

/** Routes below /api/v1/refferal. */
export function createReferralClickRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  // Browsers send the body as text/plain, which avoids a preflight request.
  routes.post('/click/', clickDocs, async c => {
    const body = await parseJsonBody(c, ReferralClick);
    const { host } = readReferralSource(c, context.config, body);
    await recordClick(context, {
      refferal: body.refferal,
      host,
      network: c.var.clientNetwork,
      userAgent: c.req.header('user-agent'),
    });
    return c.body(null, 204);
  });
  return routes;
}
