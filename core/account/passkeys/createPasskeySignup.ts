import { ApiError } from '../../api/apiError.ts';
import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { type NewCredential } from '../../contract/account/passkeys/passkeys.ts';
import {
  signUpWithPasskeyCall,
  startPasskeySignupCall,
} from '../../contract/account/passkeys/passkeySignup.ts';
import type { PasskeyPrompt } from './passkeyPrompt.ts';

/** A sign-up with both boxes ticked. `claim`: becomes the account's once the e-mail is confirmed. */
export interface PasskeySignupRequest {
  email: string;
  recaptcha: string | null;
  claim?: { id: string; secret: string };
}

/** Signs up without a password. */
export interface PasskeySignupModel {
  /**
   * Requests a passkey from the browser and sends it. Resolves with false if the person cancels; rejects with ApiError
   * or PasskeyPromptError. The next call sends the same passkey if the sign-up got no response or needs a captcha.
   */
  signUp(request: PasskeySignupRequest, signal: AbortSignal): Promise<boolean>;
}

/** Creates the sign-up. */
export function createPasskeySignup(
  api: ApiClient,
  prompt: Pick<PasskeyPrompt, 'create'>,
): PasskeySignupModel {
  let created: { email: string; credential: NewCredential } | null = null;

  return {
    async signUp({ email, recaptcha, claim }, signal) {
      if (created?.email !== email) {
        const options = await sendCall(api, startPasskeySignupCall, { body: { email }, signal });
        const credential = await prompt.create(options);
        if (!credential) return false;
        created = { email, credential };
      }
      const { credential } = created;
      try {
        await sendCall(api, signUpWithPasskeyCall, {
          body: {
            credential,
            email,
            consent: true,
            rules: true,
            recaptcha,
            ...(claim && { claim: claim.id, secret: claim.secret }),
          },
          signal,
        });
      } catch (error) {
        // The challenge has expired, so the next attempt needs a new passkey.
        if (error instanceof ApiError && error.status === 400) created = null;
        throw error;
      }
      return true;
    },
  };
}
