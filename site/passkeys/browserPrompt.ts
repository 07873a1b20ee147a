import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type WebAuthnErrorCode,
} from '@simplewebauthn/browser';
import * as v from 'valibot';
import { PasskeyPromptError, type PasskeyPrompt } from '#core/account/passkeys/passkeyPrompt.ts';
import { NewCredential, SignedCredential } from '#core/contract/account/passkeys/passkeys.ts';

/** Errors that another device would not have. */
const UNSUPPORTED_CODES: readonly WebAuthnErrorCode[] = [
  'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT',
  'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT',
  'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG',
];

/** Errors of browsers after the person closes the prompt, or another one opens. */
const CANCELLATION_NAMES: readonly string[] = ['NotAllowedError', 'AbortError'];

/** Null for a cancelled prompt; throws PasskeyPromptError for any other error. */
function handleError(error: unknown): null {
  if (error instanceof Error && CANCELLATION_NAMES.includes(error.name)) return null;
  const code = error instanceof WebAuthnError ? error.code : null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw new PasskeyPromptError('exists', error);
  const isUnsupported = code !== null && UNSUPPORTED_CODES.includes(code);
  throw new PasskeyPromptError(isUnsupported ? 'unsupported' : 'failed', error);
}

/** The prompts of this browser. */
export const browserPrompt: PasskeyPrompt = {
  async create(options) {
    try {
      return v.parse(NewCredential, await startRegistration({ optionsJSON: options }));
    } catch (error) {
      return handleError(error);
    }
  },
  async sign(options) {
    try {
      return v.parse(SignedCredential, await startAuthentication({ optionsJSON: options }));
    } catch (error) {
      return handleError(error);
    }
  },
};
