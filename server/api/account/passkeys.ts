import {
  addPasskeyCall,
  deletePasskeyCall,
  listPasskeysCall,
  PasskeyAdd,
  PasskeyRename,
  renamePasskeyCall,
  startPasskeyCall,
} from '#core/contract/account/passkeys/passkeys.ts';
import {
  PasskeySignup,
  PasskeySignupStart,
  signUpWithPasskeyCall,
  startPasskeySignupCall,
} from '#core/contract/account/passkeys/passkeySignup.ts';
import { readAccountClient, readAccountDevice } from '#server/accounts/accountClient.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { listConsentErrors, parseEmail } from '#server/accounts/accountFields.ts';
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey,
} from '#server/accounts/passkeys/accountPasskeys.ts';
import { createRegistrationOptions, createSignupOptions } from '#server/accounts/passkeys/passkeyOptions.ts';
import { signUpWithPasskey } from '#server/accounts/passkeys/signUpWithPasskey.ts';
import { setSignupCookie } from '#server/accounts/sessions/authCookies.ts';
import { everybody, type AddCall } from '../callRoutes.ts';
import { createAccountAccess } from './accountGuards.ts';

/** Routes below /api/v1/users: sign-up with a passkey, and the passkeys of an account. */
export function addPasskeyCalls(addCall: AddCall, context: AccountContext): void {
  const { account, freshAccount } = createAccountAccess(context);

  addCall(startPasskeySignupCall, { access: everybody, body: PasskeySignupStart }, (c, { body }) =>
    createSignupOptions(context, parseEmail(body.email), c.var.clientNetwork),
  );
  addCall(
    signUpWithPasskeyCall,
    { access: everybody, body: PasskeySignup, status: 202 },
    async (c, { body }) => {
      const { credential, claim, secret, recaptcha = null } = body;
      const email = parseEmail(body.email, listConsentErrors(body));
      const request = {
        email,
        credential,
        claim: claim === undefined ? null : { id: claim, secret },
        recaptcha,
      };
      const signupKey = await signUpWithPasskey(context, request, readAccountClient(c, context, email));
      setSignupCookie(c, context.config, signupKey);
    },
  );
  addCall(listPasskeysCall, { access: account }, c => listPasskeys(context, c.var.account.user.id));
  addCall(startPasskeyCall, { access: freshAccount }, c =>
    createRegistrationOptions(context, c.var.account, c.var.clientNetwork),
  );
  addCall(addPasskeyCall, { access: freshAccount, body: PasskeyAdd, status: 201 }, (c, { body }) =>
    addPasskey(context, c.var.account, body, readAccountDevice(c)),
  );
  addCall(renamePasskeyCall, { access: account, body: PasskeyRename }, (c, { id, body: { name } }) =>
    renamePasskey(context, c.var.account.user.id, { id, name }),
  );
  addCall(deletePasskeyCall, { access: freshAccount }, (c, { id }) =>
    deletePasskey(context, c.var.account.user.id, { id, device: readAccountDevice(c) }),
  );
}
