import * as v from 'valibot';
import { SignedCredential } from './passkeys.ts';

/**
 * POST users/activate/{token}/ : 204. The body is ext, and the browser that signed up sends none. `password`, `passkey`: those
 * of the sign-up. `newPassword` replaces them, so both consents are given anew.
 */
export const Activation = v.object({
  password: v.optional(v.string()),
  passkey: v.optional(SignedCredential),
  newPassword: v.optional(v.string()),
  consent: v.optional(v.boolean()),
  rules: v.optional(v.boolean()),
});
export type Activation = v.InferInput<typeof Activation>;
