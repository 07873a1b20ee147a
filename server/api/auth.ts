import type { Context, Hono, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { Confirmation } from '#core/contract/account/confirmation.ts';
import { PasskeyLogin, startPasskeyProofCall } from '#core/contract/account/passkeys/passkeys.ts';
import {
  confirmIdentityCall,
  Credentials,
  logInCall,
  logInWithPasskeyCall,
  LoginBody,
  logOutCall,
  LogoutRequest,
  refreshCall,
  SecondFactorAnswer,
} from '#core/contract/auth.ts';
import { Problem as ProblemBody } from '#core/contract/problem.ts';
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
import { findTokenSession, rotateRefreshToken } from '#server/accounts/sessions/rotateRefreshToken.ts';
import { getCookieMaxAge } from '#server/accounts/sessions/sessions.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { SessionRow } from '#server/platform/database/accountRows.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { requireJson } from '#server/platform/http/request/parseJsonBody.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';
import { recordPartnerNetwork } from '#server/partners/ledger/partnerNetworks.ts';
import { describeJson, describeJsonBody, hashingRefusals } from '#server/platform/http/openapiDocs.ts';
import { createAccountAccess } from './account/accountGuards.ts';
import { createCallRoutes, everybody } from './callRoutes.ts';

/** Returns 403 for a request from a page of another origin. Browsers send Origin with every POST. */
const requirePageOrigin =
  ({ pageOrigins }: Pick<Config, 'pageOrigins'>): MiddlewareHandler =>
  async (c, next) => {
    if (!pageOrigins.includes(c.req.header('origin') ?? '')) throw createProblem(403, 'origin_forbidden');
    await next();
  };

/** Routes below /front-api/auth, the only ones that read and set the cookie of the refresh token. */
export function createAuthRoutes(serverContext: ServerContext, getLimit: GetLimit): Hono {
  const context = createAccountContext(serverContext, getLimit);
  const { config, db, now } = context;
  const { routes, addCall } = createCallRoutes('/front-api/auth', 'auth');
  routes.use(requirePageOrigin(config), requireJson);
  const originRefusal = { 403: describeJson(ProblemBody, '`origin_forbidden`: the page has another origin') };
  const ownPage = { ...everybody, refusals: originRefusal };
  const hashing = { ...everybody, refusals: hashingRefusals };
  const { account } = createAccountAccess(context);
  const setCookies = (c: Context, session: SessionRow, token: string) =>
    setSessionCookies(c, config, token, getCookieMaxAge(session, now()));
  const grantAccess = async (session: SessionRow) => ({ access: await createAccessToken(context, session) });
  const grantLogin = async (c: Context, { session, token, deviceCookie }: LoginSuccess) => {
    await recordPartnerNetwork(context, session.user_id, c.var.clientNetwork);
    setCookies(c, session, token);
    setDeviceCookie(c, config, deviceCookie);
    return grantAccess(session);
  };

  addCall(
    logInCall,
    {
      access: hashing,
      body: LoginBody,
      ownBody: describeJsonBody(v.union([Credentials, SecondFactorAnswer])),
    },
    async (c, { body }) => {
      const earlierToken = readRefreshToken(c, config) ?? null;
      if ('challenge' in body)
        return grantLogin(
          c,
          await answerLoginChallenge(context, { ...body, earlierToken }, email =>
            readAccountClient(c, context, email),
          ),
        );
      const { password, remember = true, recaptcha = null } = body;
      const email = parseEmail(body.email);
      const client = readAccountClient(c, context, email);
      const request = { email, password, isRemembered: remember, recaptcha, earlierToken };
      return grantLogin(c, await logIn(context, request, client));
    },
  );

  const guestOrAccount = { ...ownPage, security: [{}, ...account.security] };
  addCall(startPasskeyProofCall, { access: guestOrAccount }, async c => {
    const { clientNetwork } = c.var;
    const isGuest = c.req.header('authorization') === undefined;
    return isGuest
      ? createLoginOptions(context, clientNetwork)
      : createConfirmationOptions(context, await authenticate(context, c), clientNetwork);
  });

  addCall(logInWithPasskeyCall, { access: everybody, body: PasskeyLogin }, async (c, { body }) => {
    const { credential, remember = true } = body;
    const earlierToken = readRefreshToken(c, config) ?? null;
    const request = { credential, isRemembered: remember, earlierToken, network: c.var.clientNetwork };
    return grantLogin(
      c,
      await logInWithPasskey(context, request, email => readAccountClient(c, context, email)),
    );
  });

  addCall(refreshCall, { access: ownPage }, async c => {
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
      return grantAccess(result.session);
    }
    if (result.outcome === 'ended') clearSessionCookies(c, config);
    throw signedOutProblem;
  });

  addCall(
    logOutCall,
    { access: ownPage, body: LogoutRequest, isBodyOptional: true },
    async (c, { body: { all = false } }) => {
      const token = readRefreshToken(c, config);
      const isDone = token ? await logOut(context, token, { all, device: readAccountDevice(c) }) : !all;
      clearSessionCookies(c, config);
      if (!isDone) throw signedOutProblem;
    },
  );

  const proving = { ...account, refusals: { ...account.refusals, ...hashingRefusals } };
  addCall(confirmIdentityCall, { access: proving, body: Confirmation }, async (c, { body }) => {
    const client = readAccountClient(c, context, c.var.account.user.email);
    return { access: await confirmIdentity(context, c.var.account, body, client) };
  });

  return routes;
}
