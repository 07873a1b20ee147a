import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call, LinkCall } from '../call.ts';
import type { EmailRequest, Signup } from '../user.ts';
import type { Activation } from './activation.ts';

/** Ways to activate an account with another browser than the one that signed up (ext). */
export const ACTIVATION_METHODS = ['password', 'passkey', 'new_password'] as const;
export type ActivationMethod = (typeof ACTIVATION_METHODS)[number];

/** Device, network and time of a sign-up, by which its owner recognizes it. */
export const SignupOrigin = v.object({
  /** Browser and system, for people: «Chrome, Windows». */
  device: v.string(),
  /** Prefix of the address: 203.0.113.0/24. */
  network: v.string(),
  /** When somebody signed up. */
  at: isoInstant,
});

/** 403 `activation_proof_required` (ext): the link is valid and was not used up. */
export const ActivationProofRequired = v.looseObject({
  /** Always `activation_proof_required`. */
  code: v.literal('activation_proof_required'),
  /** What the body may have: `password`, `passkey`, or `newPassword` with both consents. */
  methods: v.array(v.picklist(ACTIVATION_METHODS)),
  /** The sign-up of the link; null if an earlier version of the server stored it. */
  signup: v.nullable(SignupOrigin),
});
export type ActivationProofRequired = v.InferOutput<typeof ActivationProofRequired>;

/** 404 of users/activate/{token}/ (ext): why the link is invalid. `used`: the e-mail has an activated account. */
export const ActivationRefusal = v.looseObject({
  /** Always `link_invalid`. */
  code: v.literal('link_invalid'),
  /**
   * `used`: the e-mail has an activated account; `expired`; `unknown`: no such link, or it expired long ago.
   */
  reason: v.picklist(['unknown', 'used', 'expired']),
});
export type ActivationRefusal = v.InferOutput<typeof ActivationRefusal>;

const USERS = '/api/v1/users/';
// These calls read or set the cookies that identify the browser.
const credentials = 'same-origin';

/**
 * Sign up; an e-mail has the link that activates the account.
 *
 * @returns Accepted. The answer is the same for unknown e-mails.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws {CaptchaRequired} 403 The captcha to solve.
 */
export const signUpCall: Call<void, Signup> = { method: 'POST', path: `${USERS}signup/`, credentials };

/**
 * Send the e-mail with the activation link again.
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
 * Activate the account of an e-mail’s link.
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
