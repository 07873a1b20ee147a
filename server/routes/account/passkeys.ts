import { Hono } from 'hono';
import * as v from 'valibot';
import {
  PasskeyAdd,
  PasskeyRename,
  PasskeySignup,
  PasskeySignupStart,
} from '#core/contract/account/passkeys.ts';
import { readAccountClient, readAccountDevice } from '../../accounts/accountClient.ts';
import type { AccountContext } from '../../accounts/accountContext.ts';
import { listConsentErrors, parseEmail } from '../../accounts/accountFields.ts';
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey,
} from '../../accounts/passkeys/accountPasskeys.ts';
import { createRegistrationOptions, createSignupOptions } from '../../accounts/passkeys/passkeyOptions.ts';
import { signUpWithPasskey } from '../../accounts/passkeys/signUpWithPasskey.ts';
import { setSignupCookie } from '../../accounts/sessions/authCookies.ts';
import { createSignupKey } from '../../accounts/signup/signupKey.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { notFoundProblem } from '../../http/problemResult.ts';
import { createAccountGuards } from './accountGuards.ts';
import { passkeyDocs } from './passkeyDocs.ts';

/** PostgreSQL accepts no zero byte in a text. */
const PasskeyId = v.pipe(v.string(), v.uuid());

/** Routes below /api/v1/users: sign-up with a passkey, and the passkeys of an account. */
export function createPasskeyRoutes(context: AccountContext): Hono {
  const routes = new Hono();
  const { withAccount, withFreshAccount } = createAccountGuards(context);

  routes.post('/signup/passkey/options/', passkeyDocs.signupOptions, async c => {
    const body = await parseJsonBody(c, PasskeySignupStart);
    if (!body.ok) return sendProblemResult(c, body);
    const parsed = parseEmail(body.output.email);
    if (!parsed.ok) return sendProblemResult(c, parsed);
    const result = await createSignupOptions(context, parsed.email, c.var.clientNetwork);
    return result.ok ? c.json(result.options) : sendProblemResult(c, result);
  });

  routes.post('/signup/passkey/', passkeyDocs.signup, async c => {
    const body = await parseJsonBody(c, PasskeySignup);
    if (!body.ok) return sendProblemResult(c, body);
    const { credential, claim, secret, recaptcha = null } = body.output;
    const parsed = parseEmail(body.output.email, listConsentErrors(body.output));
    if (!parsed.ok) return sendProblemResult(c, parsed);
    const { email } = parsed;
    const request = {
      email,
      credential,
      claim: claim === undefined ? null : { id: claim, secret },
      recaptcha,
      signupKey: createSignupKey(),
    };
    const problem = await signUpWithPasskey(context, request, readAccountClient(c, context, email));
    if (problem) return sendProblemResult(c, problem);
    setSignupCookie(c, context.config, request.signupKey);
    return c.body(null, 202);
  });

  routes.get('/me/passkeys/', passkeyDocs.list, c =>
    withAccount(c, async ({ user }) => c.json(await listPasskeys(context, user.id))),
  );

  routes.post('/me/passkeys/options/', passkeyDocs.options, c =>
    withFreshAccount(c, async account => {
      const result = await createRegistrationOptions(context, account, c.var.clientNetwork);
      return result.ok ? c.json(result.options) : sendProblemResult(c, result);
    }),
  );

  routes.post('/me/passkeys/', passkeyDocs.add, c =>
    withFreshAccount(c, async account => {
      const body = await parseJsonBody(c, PasskeyAdd);
      if (!body.ok) return sendProblemResult(c, body);
      const { credential, name } = body.output;
      const result = await addPasskey(context, account, { credential, name, device: readAccountDevice(c) });
      return result.ok ? c.json(result.passkey, 201) : sendProblemResult(c, result);
    }),
  );

  routes.patch('/me/passkeys/:id/', passkeyDocs.rename, c =>
    withAccount(c, async ({ user }) => {
      const id = c.req.param('id');
      const body = await parseJsonBody(c, PasskeyRename);
      if (!body.ok) return sendProblemResult(c, body);
      if (!v.is(PasskeyId, id)) return sendProblemResult(c, notFoundProblem);
      const result = await renamePasskey(context, user.id, { id, name: body.output.name });
      return result.ok ? c.json(result.passkey) : sendProblemResult(c, result);
    }),
  );

  routes.delete('/me/passkeys/:id/', passkeyDocs.delete, c =>
    withFreshAccount(c, async ({ user }) => {
      const id = c.req.param('id');
      if (!v.is(PasskeyId, id)) return sendProblemResult(c, notFoundProblem);
      const result = await deletePasskey(context, user.id, { id, device: readAccountDevice(c) });
      return result.ok ? c.body(null, 204) : sendProblemResult(c, result);
    }),
  );

  return routes;
}
