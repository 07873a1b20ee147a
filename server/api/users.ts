import type { Hono } from 'hono';
import { Activation } from '#core/contract/account/activation.ts';
import { activateAccountCall, reactivateCall, signUpCall } from '#core/contract/account/activationProof.ts';
import {
  openRestoreCall,
  PasswordRestore,
  requestRestoreCall,
  RestoreAccessRequest,
  restorePasswordCall,
} from '#core/contract/account/recentAccess.ts';
import {
  changePasswordCall,
  EmailRequest,
  endOtherSessionsCall,
  endSessionCall,
  getUserCall,
  listJournalCall,
  listSessionsCall,
  PasswordChange,
  Signup,
  updateUserCall,
  UserUpdate,
} from '#core/contract/user.ts';
import { readAccountClient, readAccountDevice } from '#server/accounts/accountClient.ts';
import { createAccountContext } from '#server/accounts/accountContext.ts';
import { checkCaptcha } from '#server/platform/captchaVerifier.ts';
import { listConsentErrors, parseEmail } from '#server/accounts/accountFields.ts';
import { listJournal, listSessions } from '#server/accounts/accountView.ts';
import { buildUser } from './account/buildUser.ts';
import { activateAccount } from '#server/accounts/signup/activateAccount.ts';
import { readDeviceCookie, setDeviceCookie, setSignupCookie } from '#server/accounts/sessions/authCookies.ts';
import { addDeviceMark } from '#server/accounts/sessions/knownDevice.ts';
import {
  changePassword,
  emailRestoreLink,
  openRestore,
  restorePassword,
} from '#server/accounts/passwords/newPassword.ts';
import { revokeOtherSessions, revokeSession } from '#server/accounts/sessions/logout.ts';
import { emailActivationAgain, signUp } from '#server/accounts/signup/signup.ts';
import { updateNotifySettings } from '#server/accounts/notifySettings.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { requireJson } from '#server/platform/http/request/parseJsonBody.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import type { GetLimit } from '#server/platform/limits/limitRequests.ts';
import { hashingRefusals, pageParameters } from '#server/platform/http/openapiDocs.ts';
import { createCallRoutes, everybody } from './callRoutes.ts';
import { createAccountAccess } from './account/accountGuards.ts';
import { addAccountChangeCalls } from './account/accountChanges.ts';
import { addAccountOverviewCalls } from './account/accountOverview.ts';
import { addAccountClaimCalls } from './account/accountClaims.ts';
import { addReferralCalls } from './account/referral.ts';
import { addRequisiteCalls } from './account/requisites.ts';
import { addPasskeyCalls } from './account/passkeys.ts';
import { addDeveloperCalls } from './shop/developerCalls.ts';
import { addShopCalls } from './account/shop.ts';

/** Routes below /api/v1/users. */
export function createUserRoutes(serverContext: ServerContext, getLimit: GetLimit): Hono {
  const context = createAccountContext(serverContext, getLimit);
  const { config, keys } = context;
  const callRoutes = createCallRoutes('/api/v1/users', 'users');
  const { routes, addCall } = callRoutes;
  const { account, freshAccount } = createAccountAccess(context);
  const hashing = { ...everybody, refusals: hashingRefusals };
  routes.use(requireJson);

  /** Handles a request for an e-mail; it succeeds whether the address is known or not. */
  const acceptEmail = async ({ email, recaptcha }: EmailRequest, enqueue: (email: string) => void) => {
    const parsed = parseEmail(email);
    await checkCaptcha(context, recaptcha);
    enqueue(parsed);
  };

  addCall(signUpCall, { access: hashing, body: Signup, status: 202 }, async (c, { body }) => {
    const { password, recaptcha = null } = body;
    const email = parseEmail(body.email, listConsentErrors(body));
    const client = readAccountClient(c, context, email);
    setSignupCookie(c, config, await signUp(context, { email, password, recaptcha }, client));
  });
  addCall(
    activateAccountCall,
    { access: hashing, body: Activation, isBodyOptional: true },
    async (c, { token, body }) => {
      const user = await activateAccount(context, { ...body, token }, email =>
        readAccountClient(c, context, email),
      );
      // The e-mail proves the ownership: the first login with this browser sends no e-mail about a new device.
      if (user) setDeviceCookie(c, config, addDeviceMark(keys, readDeviceCookie(c, config), user));
    },
  );
  addCall(reactivateCall, { access: everybody, body: EmailRequest, status: 202 }, (c, { body }) =>
    acceptEmail(body, email => emailActivationAgain(context, email, readAccountClient(c, context, email))),
  );
  addCall(requestRestoreCall, { access: everybody, body: EmailRequest, status: 202 }, (_c, { body }) =>
    acceptEmail(body, email => emailRestoreLink(context, email)),
  );
  addCall(restorePasswordCall, { access: hashing, body: PasswordRestore }, (c, { token, body }) =>
    restorePassword(context, { token, ...body }, email => readAccountClient(c, context, email)),
  );
  addCall(openRestoreCall, { access: everybody, body: RestoreAccessRequest }, (c, { token, body }) =>
    openRestore(context, { token, ...body }, email => readAccountClient(c, context, email)),
  );

  addCall(getUserCall, { access: account }, c => buildUser(context, c.var.account.user));
  addCall(updateUserCall, { access: account, body: UserUpdate }, async (c, { body: { notify } }) =>
    buildUser(context, await updateNotifySettings(context, c.var.account.user, notify)),
  );
  addCall(
    changePasswordCall,
    {
      access: { ...freshAccount, refusals: { ...freshAccount.refusals, ...hashingRefusals } },
      body: PasswordChange,
    },
    async (c, { body: { oldPassword, newPassword } }) => {
      const client = readAccountClient(c, context, c.var.account.user.email);
      const change = { oldPassword, newPassword };
      setDeviceCookie(c, config, await changePassword(context, c.var.account, change, client));
    },
  );
  addCall(listSessionsCall, { access: account }, c =>
    listSessions(context, c.var.account.user.id, c.var.account.session.id),
  );
  addCall(endOtherSessionsCall, { access: account }, c => {
    const { user, session } = c.var.account;
    const device = readAccountDevice(c);
    return revokeOtherSessions(context, user.id, { currentId: session.id, device });
  });
  addCall(endSessionCall, { access: account }, async (c, { id }) => {
    const session = { sessionId: id, device: readAccountDevice(c) };
    if (!(await revokeSession(context, c.var.account.user.id, session))) throw notFoundProblem;
  });
  addCall(listJournalCall, { access: account, parameters: pageParameters }, c =>
    listJournal(context, c.var.account.user.id, c.req.query()),
  );

  addAccountClaimCalls(callRoutes, context);
  addRequisiteCalls(addCall, context);
  addReferralCalls(callRoutes, context);
  addAccountOverviewCalls(addCall, context);
  addAccountChangeCalls(addCall, context);
  addDeveloperCalls(addCall, context);
  addPasskeyCalls(addCall, context);
  addShopCalls(callRoutes, context);
  return routes;
}
