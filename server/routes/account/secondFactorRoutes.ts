import { Hono } from 'hono';
import { TotpCode } from '#core/contract/account/secondFactor.ts';
import { readAccountClient, readAccountDevice } from '../../accounts/accountClient.ts';
import type { AccountContext } from '../../accounts/accountContext.ts';
import { renewRecoveryCodes, turnOffSecondFactor } from '../../accounts/secondFactor/changeSecondFactor.ts';
import { buildSecondFactorState, findSecondFactor } from '../../accounts/secondFactor/findSecondFactor.ts';
import { confirmTotpSetup, startTotpSetup } from '../../accounts/secondFactor/setUpTotp.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { createAccountGuards } from './accountGuards.ts';
import { secondFactorDocs } from './secondFactorDocs.ts';

/** Routes below /api/v1/users/me/totp: the second factor of an account. */
export function createSecondFactorRoutes(context: AccountContext): Hono {
  const routes = new Hono();
  const { requireAccount, requireFreshAccount } = createAccountGuards(context);

  routes.get('/', secondFactorDocs.state, requireAccount, async c =>
    c.json(buildSecondFactorState(await findSecondFactor(context.db, c.var.account.user.id))),
  );

  routes.post('/', secondFactorDocs.start, requireFreshAccount, async c =>
    c.json(await startTotpSetup(context, c.var.account)),
  );

  // The secret is shown only after a recent authentication, so its code needs no further one.
  routes.post('/confirm/', secondFactorDocs.confirm, requireAccount, async c => {
    const { account } = c.var;
    const { code } = await parseJsonBody(c, TotpCode);
    const client = readAccountClient(c, context, account.user.email);
    return c.json({ codes: await confirmTotpSetup(context, account, code, client) });
  });

  routes.post('/codes/', secondFactorDocs.renewCodes, requireFreshAccount, async c =>
    c.json({ codes: await renewRecoveryCodes(context, c.var.account, readAccountDevice(c)) }),
  );

  routes.delete('/', secondFactorDocs.turnOff, requireFreshAccount, async c => {
    await turnOffSecondFactor(context, c.var.account, readAccountDevice(c));
    return c.body(null, 204);
  });

  return routes;
}
