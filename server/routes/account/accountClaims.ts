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
import { accountClaimDocs } from './accountClaimDocs.ts';
import { createAccountGuards } from './accountGuards.ts';

/** Routes below /api/v1/users/me/claims. */
export function createAccountClaimRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const { requireAccount } = createAccountGuards(context);
  const { config } = context;
  // A logged-in user has already passed the captcha of the login.
  const createClaim = createClaimCreator(context, createCaptchaVerifier({ ...config, captcha: null }));

  routes.get('/', accountClaimDocs.list, requireAccount, async c =>
    c.json(await listAccountClaims(context, c.var.account.user.id, c.req.query())),
  );

  routes.get('/export/', accountClaimDocs.export, requireAccount, c =>
    sendCsv(c, exportClaims(context, c.var.account.user.id, c.req.query()), 'claims.csv'),
  );

  routes.post('/attach/', accountClaimDocs.attach, requireAccount, async c => {
    const body = await parseJsonBody(c, ClaimAttach);
    const secret = c.req.header('x-claim-secret');
    const credentials = { secret, network: c.var.clientNetwork };
    await attachClaim(context, c.var.account.user.id, { ...body, ...credentials });
    return c.body(null, 204);
  });

  routes.post('/:id/', accountClaimDocs.repeat, requireAccount, async c => {
    const { user } = c.var.account;
    const { created, isRepetition } = await repeatClaim(context, createClaim, {
      sums: await parseJsonBody(c, ClaimRepeat),
      userId: user.id,
      email: user.email,
      id: c.req.param('id'),
      key: c.req.header('idempotency-key'),
      network: c.var.clientNetwork,
    });
    if (isRepetition) c.set('isRepetition', true);
    return c.json(created, 201);
  });

  return routes;
}
