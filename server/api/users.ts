import { Hono, type Context } from 'hono';
import { PasswordRestore, RestoreAccessRequest } from '#core/contract/account/recentAccess.ts';
import { Activation } from '#core/contract/account/activation.ts';
import { EmailRequest, PasswordChange, Signup, UserUpdate } from '#core/contract/user.ts';
import { readAccountClient, readAccountDevice } from '#server/accounts/accountClient.ts';
import { createAccountContext } from '#server/accounts/accountContext.ts';
import { checkCaptcha } from '#server/platform/captchaVerifier.ts';
import { listConsentErrors, parseEmail } from '#server/accounts/accountFields.ts';
import { listJournal, listSessions } from '#server/accounts/accountView.ts';
import { buildUser } from './account/buildUser.ts';
import { activateAccount } from '#server/accounts/signup/activateAccount.ts';
import { readDeviceCookie, setDeviceCookie, setSignupCookie } from '#server/accounts/sessions/authCookies.ts';
import { addDeviceMark } from '#server/accounts/sessions/knownDevice.ts';
import { changePassword } from '#server/accounts/passwords/changePassword.ts';
import { revokeOtherSessions, revokeSession } from '#server/accounts/sessions/logout.ts';
import { mailRestoreLink, openRestore, restorePassword } from '#server/accounts/passwords/restorePassword.ts';
import { mailActivationAgain, signUp } from '#server/accounts/signup/signup.ts';
import { createSignupKey } from '#server/accounts/signup/signupKey.ts';
import { updateNotifySettings } from '#server/accounts/notifySettings.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { parseJsonBody, requireJson } from '#server/platform/http/request/parseJsonBody.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';
import { createAccountGuards } from './account/accountGuards.ts';
import { createAccountChangeRoutes } from './account/accountChanges.ts';
import { createAccountOverviewRoutes } from './account/accountOverview.ts';
import { createAccountClaimRoutes } from './account/accountClaims.ts';
import { createSecondFactorRoutes } from './account/secondFactorRoutes.ts';
import { createReferralRoutes } from './account/referral.ts';
import { createRequisiteRoutes } from './account/requisites.ts';
import { createPasskeyRoutes } from './account/passkeys.ts';
import { createShopKeyRoutes } from './shop/shopKeys.ts';
import { createTestClaimRoutes } from './shop/testClaims.ts';
import { createWebhookRoutes } from './shop/webhooks.ts';
import { createShopRoutes } from './account/shop.ts';
import { readUuid } from '#server/platform/http/readUuid.ts';
import { userDocs } from './userDocs.ts';

/** Routes below /api/v1/users. */
export function createUserRoutes(serverContext: ServerContext, getLimit: GetLimit): Hono {
  const context = createAccountContext(serverContext, getLimit);
  const { config, keys } = context;
  const routes = new Hono();
  const { requireAccount, requireFreshAccount } = createAccountGuards(context);
  routes.use(requireJson);

  /** Handles a request for a letter; it succeeds whether the e-mail is known or not. */
  const acceptEmail = async (c: Context, enqueue: (email: string) => void) => {
    const body = await parseJsonBody(c, EmailRequest);
    const email = parseEmail(body.email);
    await checkCaptcha(context, body.recaptcha);
    enqueue(email);
    return c.body(null, 202);
  };

  routes.post('/signup/', userDocs.signup, async c => {
    const body = await parseJsonBody(c, Signup);
    const { password, recaptcha = null } = body;
    const email = parseEmail(body.email, listConsentErrors(body));
    const signupKey = createSignupKey();
    const client = readAccountClient(c, context, email);
    await signUp(context, { email, password, recaptcha, signupKey }, client);
    setSignupCookie(c, config, signupKey);
    return c.body(null, 202);
  });

  routes.post('/activate/:token/', userDocs.activate, async c => {
    const hasBody = c.req.header('content-type') !== undefined;
    const body = hasBody ? await parseJsonBody(c, Activation) : {};
    const request = { ...body, token: c.req.param('token') };
    const user = await activateAccount(context, request, email => readAccountClient(c, context, email));
    // The letter proves the ownership: the first login with this browser sends no letter about a new device.
    if (user) setDeviceCookie(c, config, addDeviceMark(keys, readDeviceCookie(c, config), user));
    return c.body(null, 204);
  });

  routes.post('/reactivate/', userDocs.reactivate, c =>
    acceptEmail(c, email => mailActivationAgain(context, email, readAccountClient(c, context, email))),
  );

  routes.post('/restore/', userDocs.restore, c => acceptEmail(c, email => mailRestoreLink(context, email)));

  routes.post('/restore/:token/', userDocs.setPassword, async c => {
    const body = await parseJsonBody(c, PasswordRestore);
    const request = { token: c.req.param('token'), ...body };
    await restorePassword(context, request, email => readAccountClient(c, context, email));
    return c.body(null, 204);
  });

  routes.post('/restore/:token/access/', userDocs.restoreAccess, async c => {
    const body = await parseJsonBody(c, RestoreAccessRequest);
    const request = { token: c.req.param('token'), ...body };
    return c.json(await openRestore(context, request, email => readAccountClient(c, context, email)));
  });

  routes.get('/me/', userDocs.me, requireAccount, async c =>
    c.json(await buildUser(context, c.var.account.user)),
  );

  routes.patch('/me/', userDocs.update, requireAccount, async c => {
    const { user } = c.var.account;
    const body = await parseJsonBody(c, UserUpdate);
    return c.json(await buildUser(context, await updateNotifySettings(context, user, body.notify)));
  });

  routes.post('/me/password/', userDocs.changePassword, requireFreshAccount, async c => {
    const { account } = c.var;
    const { oldPassword, newPassword } = await parseJsonBody(c, PasswordChange);
    const client = readAccountClient(c, context, account.user.email);
    setDeviceCookie(c, config, await changePassword(context, account, { oldPassword, newPassword }, client));
    return c.body(null, 204);
  });

  routes.get('/me/sessions/', userDocs.sessions, requireAccount, async c =>
    c.json(await listSessions(context, c.var.account.user.id, c.var.account.session.id)),
  );

  routes.delete('/me/sessions/', userDocs.revokeOthers, requireAccount, async c => {
    const { user, session } = c.var.account;
    const device = readAccountDevice(c);
    await revokeOtherSessions(context, user.id, { currentId: session.id, device });
    return c.body(null, 204);
  });

  routes.delete('/me/sessions/:id/', userDocs.revokeSession, requireAccount, async c => {
    const session = { sessionId: readUuid(c), device: readAccountDevice(c) };
    if (!(await revokeSession(context, c.var.account.user.id, session))) throw notFoundProblem;
    return c.body(null, 204);
  });

  routes.get('/me/journal/', userDocs.journal, requireAccount, async c =>
    c.json(await listJournal(context, c.var.account.user.id, c.req.query())),
  );

  routes.route('/', createAccountClaimRoutes(context));
  routes.route('/', createRequisiteRoutes(context));
  routes.route('/', createReferralRoutes(context));
  routes.route('/', createAccountOverviewRoutes(context));
  routes.route('/', createAccountChangeRoutes(serverContext, getLimit));
  routes.route('/', createSecondFactorRoutes(context));
  routes.route('/', createShopKeyRoutes(context));
  routes.route('/', createWebhookRoutes(context));
  routes.route('/', createTestClaimRoutes(context));
  routes.route('/', createPasskeyRoutes(context));
  routes.route('/', createShopRoutes(context));
  return routes;
}
