import { Hono } from 'hono';
import { ClaimAttach, ClaimRepeat } from '#core/contract/account/accountClaim.ts';
import { attachClaim } from '../../accounts/claims/attachClaim.ts';
import { exportClaims } from '../../accounts/claims/exportClaims.ts';
import { listAccountClaims } from '../../accounts/claims/listAccountClaims.ts';
import { repeatClaim } from '../../accounts/claims/repeatClaim.ts';
import { createCaptchaVerifier } from '../../captchaVerifier.ts';
import { createClaimCreator } from '../../claims/create/createClaim.ts';
import type { ServerContext } from '../../context.ts';
import { sendCsv } from '../../http/csv.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { accountClaimDocs } from './accountClaimDocs.ts';
import { createAccountGuards } from './accountGuards.ts';

/** Routes below /api/v1/users/me/claims. */
export function createAccountClaimRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { withAccount } = createAccountGuards(context);
  const { config } = context;
  // Whoever is logged in has passed the captcha of the login.
  const createClaim = createClaimCreator(context, createCaptchaVerifier({ ...config, captcha: null }));

  routes.get('/', accountClaimDocs.list, c =>
    withAccount(c, async ({ user }) => {
      const result = await listAccountClaims(context, user.id, c.req.query());
      return result.ok ? c.json(result.claims) : sendProblemResult(c, result);
    }),
  );

  routes.get('/export/', accountClaimDocs.export, c =>
    withAccount(c, ({ user }) => {
      const result = exportClaims(context, user.id, c.req.query());
      if (!result.ok) return sendProblemResult(c, result);
      return sendCsv(c, result.parts, 'claims.csv');
    }),
  );

  routes.post('/attach/', accountClaimDocs.attach, c =>
    withAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, ClaimAttach);
      if (!body.ok) return sendProblemResult(c, body);
      const secret = c.req.header('x-claim-secret');
      const credentials = { secret, network: c.var.clientNetwork };
      const result = await attachClaim(context, user.id, { ...body.output, ...credentials });
      return result.ok ? c.body(null, 204) : sendProblemResult(c, result);
    }),
  );

  routes.post('/:id/', accountClaimDocs.repeat, c =>
    withAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, ClaimRepeat);
      if (!body.ok) return sendProblemResult(c, body);
      const result = await repeatClaim(context, createClaim, {
        userId: user.id,
        email: user.email,
        id: c.req.param('id'),
        sums: body.output,
        key: c.req.header('idempotency-key'),
        network: c.var.clientNetwork,
      });
      const isRepetition = result.ok ? result.isRepetition : result.body.code === 'idempotency_conflict';
      if (isRepetition) c.set('isRepetition', true);
      return result.ok ? c.json(result.created, 201) : sendProblemResult(c, result);
    }),
  );

  return routes;
}
