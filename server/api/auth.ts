import { Hono, type Context } from 'hono';
import { PasskeyLogin } from '#core/contract/account/passkeys.ts';
import { Confirmation } from '#core/contract/account/confirmation.ts';
import { LoginBody, LogoutRequest } from '#core/contract/auth.ts';
import { createAccessToken } from '#server/accounts/sessions/accessToken.ts';
import { readAccountClient, readAccountDevice } from '#server/accounts/accountClient.ts';
import { createAccountContext } from '#server/accounts/accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { parseEmail } from '#server/accounts/accountFields.ts';
import { logInWithPasskey } from '#server/accounts/passkeys/logInWithPasskey.ts';
import { createConfirmationOptions, createLoginOptions } from '#server/accounts/passkeys/passkeyOptions.ts';
import {
  clearMarkerCookie,
  clearSessionCookies,
  readRefreshToken,
  setDeviceCookie,
  setSessionCookies,
} from '#server/accounts/sessions/authCookies.ts';
import { authenticate, signedOutProblem } from '#server/accounts/sessions/authenticate.ts';
import { confirmIdentity } from '#server/accounts/sessions/confirmIdentity.ts';
import { answerLoginChallenge } from '#server/accounts/secondFactor/answerLoginChallenge.ts';
import { logIn, type LoginSuccess } from '#server/accounts/sessions/login.ts';
import { logOut } from '#server/accounts/sessions/logout.ts';
import { requirePageOrigin } from '#server/accounts/sessions/requirePageOrigin.ts';
import { findTokenSession, rotateRefreshToken } from '#server/accounts/sessions/rotateRefreshToken.ts';
import { getCookieMaxAge } from '#server/accounts/sessions/sessions.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { SessionRow } from '#server/platform/database/accountRows.ts';
import { parseJsonBody, requireJson } from '#server/platform/http/request/parseJsonBody.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';
import { passkeyAuthDocs } from './passkeyAuthDocs.ts';
import { recordPartnerNetwork } from '#server/partners/ledger/partnerNetworks.ts';
import { authDocs } from './authDocs.ts';

/** Routes below /front-api/auth, the only ones that read and set the cookie of the refresh token. */
export function createAuthRoutes(serverContext: ServerContext, getLimit: GetLimit): Hono {
  const context = createAccountContext(serverContext, getLimit);
  const { config, db, now } = context;
  const routes = new Hono();
  routes.use(requirePageOrigin(config), requireJson);
  const setCookies = (c: Context, session: SessionRow, token: string) =>
    setSessionCookies(c, config, token, getCookieMaxAge(session, now()));
  const sendAccess = async (c: Context, session: SessionRow) =>
    c.json({ access: await createAccessToken(context, session) });
  const sendLogin = async (c: Context, { session, token, deviceCookie }: LoginSuccess) => {
    await recordPartnerNetwork(context, session.user_id, c.var.clientNetwork);
    setCookies(c, session, token);
    setDeviceCookie(c, config, deviceCookie);
    return sendAccess(c, session);
  };

  routes.post('/login/', authDocs.login, async c => {
    const body = await parseJsonBody(c, LoginBody);
    const earlierToken = readRefreshToken(c, config) ?? null;
    if ('challenge' in body)
      return sendLogin(
        c,
        await answerLoginChallenge(context, { ...body, earlierToken }, email =>
          readAccountClient(c, context, email),
        ),
      );
    const { password, remember = true, recaptcha = null } = body;
    const email = parseEmail(body.email);
    const client = readAccountClient(c, context, email);
    const request = { email, password, isRemembered: remember, recaptcha, earlierToken };
    return sendLogin(c, await logIn(context, request, client));
  });

  routes.post('/passkey/options/', passkeyAuthDocs.options, async c => {
    const { clientNetwork } = c.var;
    const isGuest = c.req.header('authorization') === undefined;
    const options = isGuest
      ? await createLoginOptions(context, clientNetwork)
      : await createConfirmationOptions(context, await authenticate(context, c), clientNetwork);
    return c.json(options);
  });

  routes.post('/passkey/', passkeyAuthDocs.login, async c => {
    const { credential, remember = true } = await parseJsonBody(c, PasskeyLogin);
    const earlierToken = readRefreshToken(c, config) ?? null;
    const request = { credential, isRemembered: remember, earlierToken, network: c.var.clientNetwork };
    return sendLogin(
      c,
      await logInWithPasskey(context, request, email => readAccountClient(c, context, email)),
    );
  });

  routes.post('/refresh/', authDocs.refresh, async c => {
    const token = readRefreshToken(c, config);
    if (!token) {
      clearMarkerCookie(c, config);
      throw signedOutProblem;
    }
    const session = await findTokenSession(db, token);
    if (!session) throw signedOutProblem;
    await checkLimit(context, 'refresh', session.id);
    const result = await rotateRefreshToken(context, token, readAccountDevice(c));
    if (result.outcome === 'granted') {
      await recordPartnerNetwork(context, result.session.user_id, c.var.clientNetwork);
      if (result.token !== null) setCookies(c, result.session, result.token);
      return sendAccess(c, result.session);
    }
    if (result.outcome === 'ended') clearSessionCookies(c, config);
    throw signedOutProblem;
  });

  routes.post('/logout/', authDocs.logout, async c => {
    const hasBody = c.req.header('content-type') !== undefined;
    const body = hasBody ? await parseJsonBody(c, LogoutRequest) : {};
    const token = readRefreshToken(c, config);
    const all = body.all ?? false;
    const isDone = token ? await logOut(context, token, { all, device: readAccountDevice(c) }) : !all;
    clearSessionCookies(c, config);
    if (!isDone) throw signedOutProblem;
    return c.body(null, 204);
  });

  routes.post('/confirm/', authDocs.confirm, async c => {
    const account = await authenticate(context, c);
    const body = await parseJsonBody(c, Confirmation);
    const client = readAccountClient(c, context, account.user.email);
    return c.json({ access: await confirmIdentity(context, account, body, client) });
  });

  return routes;
}
