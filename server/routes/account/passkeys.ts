import { Hono } from 'hono';
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
import { createAccountGuards } from './accountGuards.ts';
import { readUuid } from '../readUuid.ts';
import { passkeyDocs } from './passkeyDocs.ts';

/** Routes below /api/v1/users: sign-up with a passkey, and the passkeys of an account. */
export function createPasskeyRoutes(context: AccountContext): Hono {
  const routes = new Hono();
  const { requireAccount, requireFreshAccount } = createAccountGuards(context);

  routes.post('/signup/passkey/options/', passkeyDocs.signupOptions, async c => {
    const email = parseEmail((await parseJsonBody(c, PasskeySignupStart)).email);
    return c.json(await createSignupOptions(context, email, c.var.clientNetwork));
  });

  routes.post('/signup/passkey/', passkeyDocs.signup, async c => {
    const body = await parseJsonBody(c, PasskeySignup);
    const { credential, claim, secret, recaptcha = null } = body;
    const email = parseEmail(body.email, listConsentErrors(body));
    const request = {
      email,
      credential,
      claim: claim === undefined ? null : { id: claim, secret },
      recaptcha,
      signupKey: createSignupKey(),
    };
    await signUpWithPasskey(context, request, readAccountClient(c, context, email));
    setSignupCookie(c, context.config, request.signupKey);
    return c.body(null, 202);
  });

  routes.get('/me/passkeys/', passkeyDocs.list, requireAccount, async c =>
    c.json(await listPasskeys(context, c.var.account.user.id)),
  );

  routes.post('/me/passkeys/options/', passkeyDocs.options, requireFreshAccount, async c =>
    c.json(await createRegistrationOptions(context, c.var.account, c.var.clientNetwork)),
  );

  routes.post('/me/passkeys/', passkeyDocs.add, requireFreshAccount, async c => {
    const { credential, name } = await parseJsonBody(c, PasskeyAdd);
    const added = { credential, name, device: readAccountDevice(c) };
    return c.json(await addPasskey(context, c.var.account, added), 201);
  });

  routes.patch('/me/passkeys/:id/', passkeyDocs.rename, requireAccount, async c => {
    const { name } = await parseJsonBody(c, PasskeyRename);
    return c.json(await renamePasskey(context, c.var.account.user.id, { id: readUuid(c), name }));
  });

  routes.delete('/me/passkeys/:id/', passkeyDocs.delete, requireFreshAccount, async c => {
    const deleted = { id: readUuid(c), device: readAccountDevice(c) };
    await deletePasskey(context, c.var.account.user.id, deleted);
    return c.body(null, 204);
  });

  return routes;
}
