import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';

/** Passkeys of one account at most. */
export const MAX_PASSKEYS = 20;

/** Longest name of a passkey, characters. */
export const PASSKEY_NAME_MAX_LENGTH = 64;

/** Bytes as WebAuthn has them in JSON: base64url. Long enough for every id, key and attestation that browsers send. */
const encodedBytes = v.pipe(v.string(), v.maxLength(16_384), v.regex(/^[\w-]*$/));

/** An id of a credential: at most 1023 bytes. */
const credentialId = v.pipe(v.string(), v.maxLength(1_364), v.regex(/^[\w-]+$/));

const credentialEntries = { id: credentialId, rawId: credentialId, type: v.literal('public-key') };

/** A credential that a browser has created: `RegistrationResponseJSON` of WebAuthn. Other members are ignored. */
export const NewCredential = v.object({
  ...credentialEntries,
  response: v.object({
    clientDataJSON: encodedBytes,
    attestationObject: encodedBytes,
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/))), v.maxLength(10))),
  }),
});
export type NewCredential = v.InferOutput<typeof NewCredential>;

/** A response that a browser has signed: `AuthenticationResponseJSON` of WebAuthn. Other members are ignored. */
export const SignedCredential = v.object({
  ...credentialEntries,
  response: v.object({
    clientDataJSON: encodedBytes,
    authenticatorData: encodedBytes,
    signature: encodedBytes,
    userHandle: v.optional(v.nullable(encodedBytes)),
  }),
});
export type SignedCredential = v.InferOutput<typeof SignedCredential>;

const credentialDescriptor = v.object({
  id: v.string(),
  type: v.string(),
  transports: v.optional(v.array(v.string()), []),
});

/** Options for `navigator.credentials.create()`, valid for 5 minutes: `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreationOptions = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(credentialDescriptor),
  authenticatorSelection: v.object({
    residentKey: v.picklist(['required', 'preferred', 'discouraged']),
    requireResidentKey: v.boolean(),
    userVerification: v.picklist(['required', 'preferred', 'discouraged']),
  }),
  attestation: v.picklist(['none', 'indirect', 'direct', 'enterprise']),
});
export type PasskeyCreationOptions = v.InferOutput<typeof PasskeyCreationOptions>;

/** Options for `navigator.credentials.get()`, valid for 5 minutes: `PublicKeyCredentialRequestOptionsJSON`. */
export const PasskeyRequestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  allowCredentials: v.array(credentialDescriptor),
  userVerification: v.picklist(['required', 'preferred', 'discouraged']),
});
export type PasskeyRequestOptions = v.InferOutput<typeof PasskeyRequestOptions>;

/** POST auth/passkey/ (ext): logs in without a password. `remember` as in auth/login/. */
export const PasskeyLogin = v.object({ credential: SignedCredential, remember: v.optional(v.boolean()) });
export type PasskeyLogin = v.InferInput<typeof PasskeyLogin>;

/** A passkey of the account, as its owner sees it. */
export const Passkey = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: isoInstant,
  usedAt: v.nullable(isoInstant),
  /** Whether other devices have a copy of it. */
  isSynced: v.boolean(),
});
export type Passkey = v.InferOutput<typeof Passkey>;

/** GET users/me/passkeys/ (ext): all passkeys, the newest first; at most 20, so there is one page. */
export const Passkeys = v.object({
  count: v.number(),
  next: v.nullable(v.string()),
  previous: v.nullable(v.string()),
  results: v.array(Passkey),
});
export type Passkeys = v.InferOutput<typeof Passkeys>;

const passkeyName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(PASSKEY_NAME_MAX_LENGTH));

/** POST users/me/passkeys/ (ext). Without a name, the passkey is named after the device. */
export const PasskeyAdd = v.object({ credential: NewCredential, name: v.optional(passkeyName) });
export type PasskeyAdd = v.InferInput<typeof PasskeyAdd>;

/** PATCH users/me/passkeys/{id}/ (ext). */
export const PasskeyRename = v.object({ name: passkeyName });
export type PasskeyRename = v.InferInput<typeof PasskeyRename>;

/** POST users/signup/passkey/options/ (ext). */
export const PasskeySignupStart = v.object({ email: v.string() });
export type PasskeySignupStart = v.InferInput<typeof PasskeySignupStart>;

/**
 * POST users/signup/passkey/ (ext): always 202, as users/signup/. `claim`, with its `secret`: becomes the account's once
 * the e-mail is confirmed.
 */
export const PasskeySignup = v.object({
  credential: NewCredential,
  email: v.string(),
  consent: v.optional(v.boolean()),
  rules: v.optional(v.boolean()),
  claim: v.optional(v.string()),
  secret: v.optional(v.string()),
  recaptcha: v.optional(v.nullable(v.string())),
});
export type PasskeySignup = v.InferInput<typeof PasskeySignup>;
