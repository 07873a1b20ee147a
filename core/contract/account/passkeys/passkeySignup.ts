import * as v from 'valibot';
import type { Call } from '../../call.ts';
import { NewCredential, PasskeyCreationOptions } from './passkeys.ts';

/** POST users/signup/passkey/options/ (ext). */
export const PasskeySignupStart = v.object({
  /** E-mail that gets the activation link. */
  email: v.string(),
});
export type PasskeySignupStart = v.InferInput<typeof PasskeySignupStart>;

/**
 * POST users/signup/passkey/ (ext): always 202, as users/signup/. `claim`, with its `secret`: becomes the account's once
 * the e-mail is confirmed.
 */
export const PasskeySignup = v.object({
  /** What the browser has created. */
  credential: NewCredential,
  /** E-mail that gets the activation link. */
  email: v.string(),
  /** Consent to the processing of personal data; required. */
  consent: v.optional(v.boolean()),
  /** Consent to the rules of the exchange; required. */
  rules: v.optional(v.boolean()),
  /** id of a claim that becomes the account’s with the activation. */
  claim: v.optional(v.string()),
  /** Secret of that claim. */
  secret: v.optional(v.string()),
  /** Token of the solved captcha. */
  recaptcha: v.optional(v.nullable(v.string())),
});
export type PasskeySignup = v.InferInput<typeof PasskeySignup>;

const SIGNUP = '/api/v1/users/signup/passkey/';

/**
 * Start a sign-up without a password.
 *
 * @returns Options for `navigator.credentials.create()`.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 404 `not_found`: the site has no host name, so browsers allow no passkeys.
 * @throws 429 `too_many_requests` with Retry-After.
 */
export const startPasskeySignupCall: Call<PasskeyCreationOptions, PasskeySignupStart> = {
  method: 'POST',
  path: `${SIGNUP}options/`,
  response: PasskeyCreationOptions,
};

/**
 * Sign up with a passkey; an e-mail has the link that activates the account.
 *
 * @returns Accepted. The answer is the same for registered e-mails.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {CaptchaRequired} 403 The captcha to solve.
 * @throws 404 `not_found`: unknown claim or wrong secret; or no passkeys on this site.
 * @throws 429 `too_many_requests` with Retry-After.
 */
export const signUpWithPasskeyCall: Call<void, PasskeySignup> = {
  method: 'POST',
  path: SIGNUP,
  credentials: 'same-origin',
};
