import * as v from 'valibot';
import type { Call } from '../call.ts';
import { PasskeyRequestOptions, SignedCredential } from './passkeys.ts';

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

/**
 * Get what a passkey has to sign: for a login, or with an access token for `confirm/`.
 *
 * @returns Options for `navigator.credentials.get()`.
 * @throws 401 `token_not_valid`: refresh the access token, or log in.
 * @throws 404 `not_found`: the site has no host name, so browsers allow no passkeys.
 * @throws 429 `too_many_requests` with Retry-After.
 */
export const startPasskeyProofCall: Call<PasskeyRequestOptions> = {
  method: 'POST',
  path: '/front-api/auth/passkey/options/',
  response: PasskeyRequestOptions,
  credentials: 'same-origin',
};
