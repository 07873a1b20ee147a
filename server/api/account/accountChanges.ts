import { Hono } from 'hono';
import { EmailChangeCode, EmailChangeRequest } from '#core/contract/account/accountChanges.ts';
import { readAccountDevice } from '#server/accounts/accountClient.ts';
import { createAccountContext } from '#server/accounts/accountContext.ts';
import { parseEmail } from '#server/accounts/accountFields.ts';
import { buildUser } from './buildUser.ts';
import { planDeletion } from '#server/accounts/deletion/planDeletion.ts';
import { confirmEmailChange } from '#server/accounts/email/confirmEmailChange.ts';
import { findPendingEmailChange, requestEmailChange } from '#server/accounts/email/requestEmailChange.ts';
import { exportAccount } from './exportAccount.ts';
import { stopAccount } from '#server/accounts/accountStop/stopAccount.ts';
import { readDeviceCookie, setDeviceCookie } from '#server/accounts/sessions/authCookies.ts';
import { addDeviceMark } from '#server/accounts/sessions/knownDevice.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { parseJsonBody } from '#server/platform/http/request/parseJsonBody.ts';
import { sendJsonParts } from '#server/platform/http/response/streamJson.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';
import { createAccountGuards } from './accountGuards.ts';
import { accountChangeDocs } from './accountChangeDocs.ts';

/** Routes below /api/v1/users by which an owner changes, copies, stops or deletes the account. */
export function createAccountChangeRoutes(serverContext: ServerContext, getLimit: GetLimit): Hono {
  const context = createAccountContext(serverContext, getLimit);
  const { config, keys } = context;
  const routes = new Hono();
  const { requireAccount, requireFreshAccount } = createAccountGuards(context);

  routes.get('/me/email/', accountChangeDocs.emailChange, requireAccount, async c =>
    c.json(await findPendingEmailChange(context, c.var.account.user.id)),
  );

  routes.post('/me/email/', accountChangeDocs.requestEmailChange, requireFreshAccount, async c => {
    const email = parseEmail((await parseJsonBody(c, EmailChangeRequest)).email);
    return c.json(await requestEmailChange(context, c.var.account, email, readAccountDevice(c)), 202);
  });

  routes.post('/me/email/confirm/', accountChangeDocs.confirmEmailChange, requireAccount, async c => {
    const body = await parseJsonBody(c, EmailChangeCode);
    const code = body.code.replace(/\s/g, '');
    const user = await confirmEmailChange(context, c.var.account, code, readAccountDevice(c));
    // The mark of a known device belongs to an e-mail.
    setDeviceCookie(c, config, addDeviceMark(keys, readDeviceCookie(c, config), user));
    return c.json(await buildUser(context, user));
  });

  routes.post('/me/export/', accountChangeDocs.exportAccount, requireFreshAccount, async c =>
    sendJsonParts(c, await exportAccount(context, c.var.account, readAccountDevice(c))),
  );

  routes.post('/me/delete/', accountChangeDocs.planDeletion, requireFreshAccount, async c =>
    c.json(await planDeletion(context, c.var.account, readAccountDevice(c))),
  );

  routes.post('/stop/:token/', accountChangeDocs.stopAccount, async c =>
    c.json(await stopAccount(context, c.req.param('token'), readAccountDevice(c))),
  );

  return routes;
}
