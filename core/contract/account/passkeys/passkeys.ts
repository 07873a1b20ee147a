import * as v from 'valibot';
import { isoInstant } from '../../calculator.ts';
import type { Call, ItemCall } from '../../call.ts';

/** Passkeys of one account at most. */
export const MAX_PASSKEYS = 20;

/** Longest name of a passkey, characters. */
export const PASSKEY_NAME_MAX_LENGTH = 64;

/** Bytes as WebAuthn has them in JSON: base64url. Long enough for every id, key and attestation that browsers send. */
const encodedBytes = v.pipe(v.string(), v.maxLength(16_384), v.regex(/^[\w-]*$/));

/** An id of a credential: at most 1023 bytes. */
const credentialId = v.pipe(v.string(), v.maxLength(1_364), v.regex(/^[\w-]+$/));

const credentialEntries = {
  /** The authenticator’s id of the passkey, base64url. */
  id: credentialId,
  /** The same as `id`. */
  rawId: credentialId,
  /** Always `public-key`. */
  type: v.literal('public-key'),
};

/** A credential that a browser has created: `RegistrationResponseJSON` of WebAuthn. Other members are ignored. */
export const NewCredential = v.object({
  ...credentialEntries,
  /** `AuthenticatorAttestationResponseJSON` of WebAuthn. */
  response: v.object({
    /** The challenge and the origin of the page, JSON, base64url. */
    clientDataJSON: encodedBytes,
    /** The public key and the site, CBOR, base64url. */
    attestationObject: encodedBytes,
    /** Ways to reach the authenticator: `internal`, `hybrid` … */
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/))), v.maxLength(10))),
  }),
});
export type NewCredential = v.InferOutput<typeof NewCredential>;

/** A response that a browser has signed: `AuthenticationResponseJSON` of WebAuthn. Other members are ignored. */
export const SignedCredential = v.object({
  ...credentialEntries,
  /** `AuthenticatorAssertionResponseJSON` of WebAuthn. */
  response: v.object({
    /** The challenge and the origin of the page, JSON, base64url. */
    clientDataJSON: encodedBytes,
    /** The site, the verification of the user and the counter, base64url. */
    authenticatorData: encodedBytes,
    /** Signature of both, base64url. */
    signature: encodedBytes,
    /** The random id of the account, base64url. */
    userHandle: v.optional(v.nullable(encodedBytes)),
  }),
});
export type SignedCredential = v.InferOutput<typeof SignedCredential>;

const credentialDescriptor = v.object({
  /** The authenticator’s id of the passkey, base64url. */
  id: v.string(),
  /** Always `public-key`. */
  type: v.string(),
  /** Ways to reach the authenticator. */
  transports: v.optional(v.array(v.string()), []),
});

/** Options for `navigator.credentials.create()`, valid for 5 minutes: `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreationOptions = v.object({
  /** The site that the passkey belongs to. */
  rp: v.object({
    /** Host name of the site that the passkey belongs to. */
    id: v.string(),
    /** Name of the site, for prompts. */
    name: v.string(),
  }),
  /** The account; its id is random. */
  user: v.object({
    /** Random id of the account, base64url. */
    id: v.string(),
    /** E-mail of the account, for prompts. */
    name: v.string(),
    /** The same. */
    displayName: v.string(),
  }),
  /** Random bytes to sign once, base64url. */
  challenge: v.string(),
  /** Kinds of keys that the server accepts, the preferred one first. */
  pubKeyCredParams: v.array(
    v.object({
      /** Always `public-key`. */
      type: v.literal('public-key'),
      /** Number of the algorithm (COSE). */
      alg: v.number(),
    }),
  ),
  /** How long the options are valid, milliseconds. */
  timeout: v.number(),
  /** Passkeys that the account has already. */
  excludeCredentials: v.array(credentialDescriptor),
  /** The passkey must be found without an e-mail, and its user verified. */
  authenticatorSelection: v.object({
    /** Always `required`. */
    residentKey: v.picklist(['required', 'preferred', 'discouraged']),
    /** The same, for older browsers. */
    requireResidentKey: v.boolean(),
    /** Always `required`. */
    userVerification: v.picklist(['required', 'preferred', 'discouraged']),
  }),
  /** Always `none`: the maker of the authenticator does not matter. */
  attestation: v.picklist(['none', 'indirect', 'direct', 'enterprise']),
});
export type PasskeyCreationOptions = v.InferOutput<typeof PasskeyCreationOptions>;

/** Options for `navigator.credentials.get()`, valid for 5 minutes: `PublicKeyCredentialRequestOptionsJSON`. */
export const PasskeyRequestOptions = v.object({
  /** Random bytes to sign once, base64url. */
  challenge: v.string(),
  /** Host name of the site that the passkey belongs to. */
  rpId: v.string(),
  /** How long the options are valid, milliseconds. */
  timeout: v.number(),
  /** Passkeys of the account; empty for a login: all of the site. */
  allowCredentials: v.array(credentialDescriptor),
  /** Always `required`. */
  userVerification: v.picklist(['required', 'preferred', 'discouraged']),
});
export type PasskeyRequestOptions = v.InferOutput<typeof PasskeyRequestOptions>;

/** POST auth/passkey/ (ext): logs in without a password. `remember` as in auth/login/. */
export const PasskeyLogin = v.object({
  /** What the browser has signed. */
  credential: SignedCredential,
  /** false: the session ends with the browser; default true. */
  remember: v.optional(v.boolean()),
});
export type PasskeyLogin = v.InferInput<typeof PasskeyLogin>;

/** A passkey of the account, as its owner sees it. */
export const Passkey = v.object({
  /** id of the passkey. */
  id: v.string(),
  /** Name for the owner, at most 64 characters. */
  name: v.string(),
  createdAt: isoInstant,
  /** When it was last used; null if never. */
  usedAt: v.nullable(isoInstant),
  /** Whether other devices have a copy of it. */
  isSynced: v.boolean(),
});
export type Passkey = v.InferOutput<typeof Passkey>;

/** GET users/me/passkeys/ (ext): all passkeys, the newest first; at most 20, so there is one page. */
export const Passkeys = v.object({
  /** Number of passkeys. */
  count: v.number(),
  /** Always null: there is one page. */
  next: v.nullable(v.string()),
  /** Always null: there is one page. */
  previous: v.nullable(v.string()),
  /** All passkeys. */
  results: v.array(Passkey),
});
export type Passkeys = v.InferOutput<typeof Passkeys>;

const passkeyName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(PASSKEY_NAME_MAX_LENGTH));

/** POST users/me/passkeys/ (ext). Without a name, the passkey is named after the device. */
export const PasskeyAdd = v.object({
  /** What the browser has created. */
  credential: NewCredential,
  /** Name for the owner, at most 64 characters; default: that of the device. */
  name: v.optional(passkeyName),
});
export type PasskeyAdd = v.InferInput<typeof PasskeyAdd>;

/** PATCH users/me/passkeys/{id}/ (ext). */
export const PasskeyRename = v.object({
  /** Name for the owner, at most 64 characters. */
  name: passkeyName,
});
export type PasskeyRename = v.InferInput<typeof PasskeyRename>;

const PASSKEYS = '/api/v1/users/me/passkeys/';

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

/**
 * List the passkeys of the account, the newest first.
 *
 * @returns All passkeys.
 */
export const listPasskeysCall: Call<Passkeys> = { method: 'GET', path: PASSKEYS, response: Passkeys };

/**
 * Start to add a passkey.
 *
 * @returns Options for `navigator.credentials.create()`.
 * @throws 404 `not_found`: the site has no host name, so browsers allow no passkeys.
 * @throws 409 `passkeys_limit`: the account has 20 passkeys.
 * @throws 429 `too_many_requests` with Retry-After.
 */
export const startPasskeyCall: Call<PasskeyCreationOptions> = {
  method: 'POST',
  path: `${PASSKEYS}options/`,
  response: PasskeyCreationOptions,
};

/**
 * Add a passkey; the owner gets an e-mail.
 *
 * @returns Added, by this or an earlier request.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 404 `not_found`: the site has no host name, so browsers allow no passkeys.
 * @throws 409 `passkeys_limit`: the account has 20 passkeys.
 */
export const addPasskeyCall: Call<Passkey, PasskeyAdd> = {
  method: 'POST',
  path: PASSKEYS,
  response: Passkey,
};

/**
 * Rename a passkey.
 *
 * @returns The passkey.
 * @throws {LimitProblem} 400 Errors by field.
 * @throws 404 `not_found`: the account has no such passkey.
 */
export const renamePasskeyCall: ItemCall<Passkey, PasskeyRename> = {
  method: 'PATCH',
  path: `${PASSKEYS}{id}/`,
  response: Passkey,
};

/**
 * Delete a passkey; the owner gets an e-mail.
 *
 * @returns Deleted.
 * @throws 404 `not_found`: the account has no such passkey.
 * @throws 409 `last_way_in`: the account has no password and no other passkey.
 */
export const deletePasskeyCall: ItemCall = { method: 'DELETE', path: `${PASSKEYS}{id}/` };
