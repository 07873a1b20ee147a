import { Hono } from 'hono';
import { EmailChangeCode, EmailChangeRequest } from '#core/contract/account/accountChanges.ts';
import { readAccountDevice } from '../../accounts/accountClient.ts';
import { createAccountContext } from '../../accounts/accountContext.ts';
import { parseEmail } from '../../accounts/accountFields.ts';
import { buildUser } from '../../accounts/accountView.ts';
import { planDeletion } from '../../accounts/deletion/planDeletion.ts';
import { confirmEmailChange } from '../../accounts/email/confirmEmailChange.ts';
import { findPendingEmailChange, requestEmailChange } from '../../accounts/email/requestEmailChange.ts';
import { exportAccount } from '../../accounts/export/exportAccount.ts';
import { stopAccount } from '../../accounts/notMe/stopAccount.ts';
import { readDeviceCookie, setDeviceCookie } from '../../accounts/sessions/authCookies.ts';
import { addDeviceMark } from '../../accounts/sessions/knownDevice.ts';
import type { ServerContext } from '../../context.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendJsonParts } from '../../http/streamJson.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import type { GetLimit } from '../../limits/limitRequests.ts';
import { createAccountGuards } from './accountGuards.ts';
import { accountChangeDocs } from './accountChangeDocs.ts';

/** Routes below /api/v1/users by which an owner changes, copies, stops or deletes the account. */
export function createAccountChangeRoutes(serverContext: ServerContext, getLimit: GetLimit): Hono {
  const context = createAccountContext(serverContext, getLimit);
  const { config, keys } = context;
  const routes = new Hono();
  const { withAccount, withFreshAccount } = createAccountGuards(context);

  routes.get('/me/email/', accountChangeDocs.emailChange, c =>
    withAccount(c, async ({ user }) => c.json(await findPendingEmailChange(context, user.id))),
  );

  routes.post('/me/email/', accountChangeDocs.requestEmailChange, c =>
    withFreshAccount(c, async account => {
      const body = await parseJsonBody(c, EmailChangeRequest);
      if (!body.ok) return sendProblemResult(c, body);
      const parsed = parseEmail(body.output.email);
      if (!parsed.ok) return sendProblemResult(c, parsed);
      const result = await requestEmailChange(context, account, parsed.email, readAccountDevice(c));
      return result.ok ? c.json({ pending: result.pending }, 202) : sendProblemResult(c, result);
    }),
  );

  routes.post('/me/email/confirm/', accountChangeDocs.confirmEmailChange, c =>
    withAccount(c, async account => {
      const body = await parseJsonBody(c, EmailChangeCode);
      if (!body.ok) return sendProblemResult(c, body);
      const code = body.output.code.replace(/\s/g, '');
      const result = await confirmEmailChange(context, account, code, readAccountDevice(c));
      if (!result.ok) return sendProblemResult(c, result);
      // The mark of a known device belongs to an e-mail.
      setDeviceCookie(c, config, addDeviceMark(keys, readDeviceCookie(c, config), result.user));
      return c.json(await buildUser(context, result.user));
    }),
  );

  routes.post('/me/export/', accountChangeDocs.exportAccount, c =>
    withFreshAccount(c, async account => {
      const result = await exportAccount(context, account, readAccountDevice(c));
      return result.ok ? sendJsonParts(c, result.parts) : sendProblemResult(c, result);
    }),
  );

  routes.post('/me/delete/', accountChangeDocs.planDeletion, c =>
    withFreshAccount(c, async account => {
      const result = await planDeletion(context, account, readAccountDevice(c));
      return result.ok ? c.json({ dueAt: result.dueAt }) : sendProblemResult(c, result);
    }),
  );

  routes.post('/stop/:token/', accountChangeDocs.stopAccount, async c => {
    const result = await stopAccount(context, c.req.param('token'), readAccountDevice(c));
    if (!result.ok) return sendProblemResult(c, result);
    const { payoutsFrozenUntil, canRestore } = result;
    return c.json({ payoutsFrozenUntil, canRestore });
  });

  return routes;
}
