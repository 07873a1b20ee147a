import * as v from 'valibot';
import { SignedCredential } from './passkeys.ts';

/** POST auth/confirm/ (ext): one proof of identity. The returned access token allows changes that require a proof. */
export const Confirmation = v.object({
  password: v.optional(v.string()),
  /** Of the second factor's app, or a recovery code. */
  code: v.optional(v.string()),
  passkey: v.optional(SignedCredential),
});
export type Confirmation = v.InferInput<typeof Confirmation>;
