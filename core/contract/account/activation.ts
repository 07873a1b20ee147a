import * as v from 'valibot';
import { SignedCredential } from './passkeys/passkeys.ts';

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
