import { Hono } from 'hono';
import { TotpCode } from '#core/contract/account/secondFactor.ts';
import { readAccountClient, readAccountDevice } from '../../accounts/accountClient.ts';
import type { AccountContext } from '../../accounts/accountContext.ts';
import { renewRecoveryCodes, turnOffSecondFactor } from '../../accounts/secondFactor/changeSecondFactor.ts';
import { buildSecondFactorState, findSecondFactor } from '../../accounts/secondFactor/findSecondFactor.ts';
import { confirmTotpSetup, startTotpSetup } from '../../accounts/secondFactor/setUpTotp.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { createAccountGuards } from './accountGuards.ts';
import { secondFactorDocs } from './secondFactorDocs.ts';

/** Routes below /api/v1/users/me/totp: the second factor of an account. */
export function createSecondFactorRoutes(context: AccountContext): Hono {
  const routes = new Hono();
  const { withAccount, withFreshAccount } = createAccountGuards(context);

  routes.get('/', secondFactorDocs.state, c =>
    withAccount(c, async ({ user }) =>
      c.json(buildSecondFactorState(await findSecondFactor(context.db, user.id))),
    ),
  );

  routes.post('/', secondFactorDocs.start, c =>
    withFreshAccount(c, async account => {
      const result = await startTotpSetup(context, account);
      if (!result.ok) return sendProblemResult(c, result);
      const { secret, uri, expiresAt } = result;
      return c.json({ secret, uri, expiresAt });
    }),
  );

  // The secret is known only after a recent proof, so its code needs no other one.
  routes.post('/confirm/', secondFactorDocs.confirm, c =>
    withAccount(c, async account => {
      const body = await parseJsonBody(c, TotpCode);
      if (!body.ok) return sendProblemResult(c, body);
      const client = readAccountClient(c, context, account.user.email);
      const result = await confirmTotpSetup(context, account, body.output.code, client);
      return result.ok ? c.json({ codes: result.codes }) : sendProblemResult(c, result);
    }),
  );

  routes.post('/codes/', secondFactorDocs.renewCodes, c =>
    withFreshAccount(c, async account => {
      const result = await renewRecoveryCodes(context, account, readAccountDevice(c));
      return result.ok ? c.json({ codes: result.codes }) : sendProblemResult(c, result);
    }),
  );

  routes.delete('/', secondFactorDocs.turnOff, c =>
    withFreshAccount(c, async account => {
      await turnOffSecondFactor(context, account, readAccountDevice(c));
      return c.body(null, 204);
    }),
  );

  return routes;
}
