import * as v from 'valibot';
import { SignedCredential } from './passkeys/passkeys.ts';

/** POST auth/confirm/ (ext): one proof of identity. The returned access token allows changes that require a proof. */
export const Confirmation = v.object({
  /** Password of the account. */
  password: v.optional(v.string()),
  /** Code of the app, or a recovery code. */
  code: v.optional(v.string()),
  /** What a passkey of the account has signed. */
  passkey: v.optional(SignedCredential),
});
export type Confirmation = v.InferInput<typeof Confirmation>;
