import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { PasswordRestore, RestoreAccessRequest } from '#core/contract/account/recentAccess.ts';
import { Activation } from '#core/contract/account/activation.ts';
import { EmailRequest, PasswordChange, Signup, UserUpdate } from '#core/contract/user.ts';
import { readAccountClient, readAccountDevice } from '../accounts/accountClient.ts';
import { checkCaptcha, createAccountContext } from '../accounts/accountContext.ts';
import { listConsentErrors, parseEmail } from '../accounts/accountFields.ts';
import { buildUser, listJournal, listSessions } from '../accounts/accountView.ts';
import { activateAccount } from '../accounts/signup/activateAccount.ts';
import { readDeviceCookie, setDeviceCookie, setSignupCookie } from '../accounts/sessions/authCookies.ts';
import { addDeviceMark } from '../accounts/sessions/knownDevice.ts';
import { changePassword } from '../accounts/passwords/changePassword.ts';
import { revokeOtherSessions, revokeSession } from '../accounts/sessions/logout.ts';
import { mailRestoreLink, openRestore, restorePassword } from '../accounts/passwords/restorePassword.ts';
import { mailActivationAgain, signUp } from '../accounts/signup/signup.ts';
import { createSignupKey } from '../accounts/signup/signupKey.ts';
import { updateNotifySettings } from '../accounts/notifySettings.ts';
import type { ServerContext } from '../context.ts';
import { parseJsonBody, requireJson } from '../http/parseJsonBody.ts';
import { sendProblemResult } from '../http/problemResponse.ts';
import { notFoundProblem } from '../http/problemResult.ts';
import type { GetLimit } from '../limits/limitRequests.ts';
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
import { userDocs } from './userDocs.ts';

/** PostgreSQL accepts no zero byte in a text. */
const SessionId = v.pipe(v.string(), v.uuid());

/** Routes below /api/v1/users. */
export function createUserRoutes(serverContext: ServerContext, getLimit: GetLimit): Hono {
  const context = createAccountContext(serverContext, getLimit);
  const { config, keys } = context;
  const routes = new Hono();
  const { withAccount, withFreshAccount } = createAccountGuards(context);
  routes.use(requireJson);

  /** Handles a request for a letter; it succeeds whether the e-mail is known or not. */
  const acceptEmail = async (c: Context, enqueue: (email: string) => void) => {
    const body = await parseJsonBody(c, EmailRequest);
    if (!body.ok) return sendProblemResult(c, body);
    const parsed = parseEmail(body.output.email);
    if (!parsed.ok) return sendProblemResult(c, parsed);
    const captchaProblem = await checkCaptcha(context, body.output.recaptcha);
    if (captchaProblem) return sendProblemResult(c, captchaProblem);
    enqueue(parsed.email);
    return c.body(null, 202);
  };

  routes.post('/signup/', userDocs.signup, async c => {
    const body = await parseJsonBody(c, Signup);
    if (!body.ok) return sendProblemResult(c, body);
    const { password, recaptcha = null } = body.output;
    const parsed = parseEmail(body.output.email, listConsentErrors(body.output));
    if (!parsed.ok) return sendProblemResult(c, parsed);
    const { email } = parsed;
    const signupKey = createSignupKey();
    const problem = await signUp(
      context,
      { email, password, recaptcha, signupKey },
      readAccountClient(c, context, email),
    );
    if (problem) return sendProblemResult(c, problem);
    setSignupCookie(c, config, signupKey);
    return c.body(null, 202);
  });

  routes.post('/activate/:token/', userDocs.activate, async c => {
    const hasBody = c.req.header('content-type') !== undefined;
    const body = hasBody ? await parseJsonBody(c, Activation) : { ok: true as const, output: {} };
    if (!body.ok) return sendProblemResult(c, body);
    const request = { ...body.output, token: c.req.param('token') };
    const result = await activateAccount(context, request, email => readAccountClient(c, context, email));
    if (!result.ok) return sendProblemResult(c, result);
    // Who has the letter is its owner: the first login with this browser needs no other letter.
    if (result.user)
      setDeviceCookie(c, config, addDeviceMark(keys, readDeviceCookie(c, config), result.user));
    return c.body(null, 204);
  });

  routes.post('/reactivate/', userDocs.reactivate, c =>
    acceptEmail(c, email => mailActivationAgain(context, email, readAccountClient(c, context, email))),
  );

  routes.post('/restore/', userDocs.restore, c => acceptEmail(c, email => mailRestoreLink(context, email)));

  routes.post('/restore/:token/', userDocs.setPassword, async c => {
    const body = await parseJsonBody(c, PasswordRestore);
    if (!body.ok) return sendProblemResult(c, body);
    const request = { token: c.req.param('token'), ...body.output };
    const result = await restorePassword(context, request, email => readAccountClient(c, context, email));
    return result.ok ? c.body(null, 204) : sendProblemResult(c, result);
  });

  routes.post('/restore/:token/access/', userDocs.restoreAccess, async c => {
    const body = await parseJsonBody(c, RestoreAccessRequest);
    if (!body.ok) return sendProblemResult(c, body);
    const request = { token: c.req.param('token'), ...body.output };
    const result = await openRestore(context, request, email => readAccountClient(c, context, email));
    return result.ok ? c.json(result.access) : sendProblemResult(c, result);
  });

  routes.get('/me/', userDocs.me, c =>
    withAccount(c, async ({ user }) => c.json(await buildUser(context, user))),
  );

  routes.patch('/me/', userDocs.update, c =>
    withAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, UserUpdate);
      if (!body.ok) return sendProblemResult(c, body);
      return c.json(await buildUser(context, await updateNotifySettings(context, user, body.output.notify)));
    }),
  );

  routes.post('/me/password/', userDocs.changePassword, c =>
    withFreshAccount(c, async account => {
      const body = await parseJsonBody(c, PasswordChange);
      if (!body.ok) return sendProblemResult(c, body);
      const { oldPassword, newPassword } = body.output;
      const client = readAccountClient(c, context, account.user.email);
      const result = await changePassword(context, account, { oldPassword, newPassword }, client);
      if (!result.ok) return sendProblemResult(c, result);
      setDeviceCookie(c, config, result.deviceCookie);
      return c.body(null, 204);
    }),
  );

  routes.get('/me/sessions/', userDocs.sessions, c =>
    withAccount(c, async ({ user, session }) => c.json(await listSessions(context, user.id, session.id))),
  );

  routes.delete('/me/sessions/', userDocs.revokeOthers, c =>
    withAccount(c, async ({ user, session }) => {
      const device = readAccountDevice(c);
      await revokeOtherSessions(context, user.id, { currentId: session.id, device });
      return c.body(null, 204);
    }),
  );

  routes.delete('/me/sessions/:id/', userDocs.revokeSession, c =>
    withAccount(c, async ({ user }) => {
      const sessionId = c.req.param('id');
      if (!v.is(SessionId, sessionId)) return sendProblemResult(c, notFoundProblem);
      const isRevoked = await revokeSession(context, user.id, { sessionId, device: readAccountDevice(c) });
      return isRevoked ? c.body(null, 204) : sendProblemResult(c, notFoundProblem);
    }),
  );

  routes.get('/me/journal/', userDocs.journal, c =>
    withAccount(c, async ({ user }) => {
      const result = await listJournal(context, user.id, c.req.query());
      return result.ok ? c.json(result.journal) : sendProblemResult(c, result);
    }),
  );

  routes.route('/me/claims/', createAccountClaimRoutes(context));
  routes.route('/me/requisites/', createRequisiteRoutes(context));
  routes.route('/me/refferal/', createReferralRoutes(context));
  routes.route('/', createAccountOverviewRoutes(context));
  routes.route('/', createAccountChangeRoutes(serverContext, getLimit));
  routes.route('/me/totp/', createSecondFactorRoutes(context));
  routes.route('/me/shop/keys/', createShopKeyRoutes(context));
  routes.route('/me/shop/webhooks/', createWebhookRoutes(context));
  routes.route('/me/shop/test-claims/', createTestClaimRoutes(context));
  routes.route('/', createPasskeyRoutes(context));
  routes.route('/me/shop/', createShopRoutes(context));
  return routes;
}
