import * as v from 'valibot';
import type { Call, LinkCall } from '../call.ts';
import type { EmailRequest, Signup } from '../user.ts';
import { SignedCredential } from './passkeys.ts';

/**
 * POST users/activate/{token}/ : 204. The body is ext, and the browser that signed up sends none. `password`, `passkey`: those
 * of the sign-up. `newPassword` replaces them, so both consents are given anew.
 */
export const Activation = v.object({
  /** Password of the sign-up. */
  password: v.optional(v.string()),
  /** Signature by the passkey of the sign-up; its challenge is from auth/passkey/options/. */
  passkey: v.optional(SignedCredential),
  /** Replaces the password and the passkey of the sign-up; its claim stays a guest’s. */
  newPassword: v.optional(v.string()),
  /** Consent to the processing of personal data; required with `newPassword`. */
  consent: v.optional(v.boolean()),
  /** Consent to the rules of the exchange; required with `newPassword`. */
  rules: v.optional(v.boolean()),
});
export type Activation = v.InferInput<typeof Activation>;

const USERS = '/api/v1/users/';
// The browser that signs up gets a cookie, which proves whose the sign-up is.
const credentials = 'same-origin';

/**
 * Sign up; a letter has the link that activates the account.
 *
 * @returns Accepted. The answer is the same for unknown e-mails.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {CaptchaRequired} 403 The captcha to solve.
 */
export const signUpCall: Call<void, Signup> = { method: 'POST', path: `${USERS}signup/`, credentials };

/**
 * Send the letter with the activation link again.
 *
 * @returns Accepted. The answer is the same for unknown e-mails.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {CaptchaRequired} 403 The captcha to solve.
 */
export const reactivateCall: Call<void, EmailRequest> = {
  method: 'POST',
  path: `${USERS}reactivate/`,
  credentials,
};

/**
 * Activate the account of a letter’s link.
 *
 * @remarks The cookie `signup_key` of the browser that signed up proves whose the sign-up is. Another browser sends a
 * body with one proof.
 * @returns Activated, by this or an earlier request.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {ActivationProofRequired} 403 `activation_proof_required`: another browser has signed up; the link stays
 * valid.
 * @throws {ActivationRefusal} 404 The link activates nothing.
 */
export const activateAccountCall: LinkCall<void, Activation> = {
  method: 'POST',
  path: `${USERS}activate/{token}/`,
  credentials,
};
