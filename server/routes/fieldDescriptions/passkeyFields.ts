import {
  NewCredential,
  Passkey,
  PasskeyAdd,
  PasskeyCreationOptions,
  PasskeyLogin,
  PasskeyRename,
  PasskeyRequestOptions,
  Passkeys,
  PasskeySignup,
  PasskeySignupStart,
  SignedCredential,
} from '#core/contract/account/passkeys.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const credentialFields = {
  id: 'The authenticator’s id of the passkey, base64url',
  rawId: 'The same as `id`',
  type: 'Always `public-key`',
};
const optionFields = {
  challenge: 'Random bytes to sign once, base64url',
  timeout: 'How long the options are valid, milliseconds',
};
const nameDescription = 'Name for the owner, at most 64 characters';
const signupEmail = 'E-mail that gets the activation link';

const clientDataJSON = 'The challenge and the origin of the page, JSON, base64url';
const rpId = 'Host name of the site that the passkey belongs to';
const descriptorFields = {
  id: 'The authenticator’s id of the passkey, base64url',
  type: 'Always `public-key`',
  transports: 'Ways to reach the authenticator',
};
const creation = PasskeyCreationOptions.entries;

/** Descriptions of the fields of passkeys. */
export const passkeyFields: readonly DescribedSchema[] = [
  describeFields(NewCredential, {
    ...credentialFields,
    response: '`AuthenticatorAttestationResponseJSON` of WebAuthn',
  }),
  describeFields(NewCredential.entries.response, {
    clientDataJSON,
    attestationObject: 'The public key and the site, CBOR, base64url',
    transports: 'Ways to reach the authenticator: `internal`, `hybrid` …',
  }),
  describeFields(SignedCredential, {
    ...credentialFields,
    response: '`AuthenticatorAssertionResponseJSON` of WebAuthn',
  }),
  describeFields(SignedCredential.entries.response, {
    clientDataJSON,
    authenticatorData: 'The site, the verification of the user and the counter, base64url',
    signature: 'Signature of both, base64url',
    userHandle: 'The random id of the account, base64url',
  }),
  describeFields(PasskeyCreationOptions, {
    ...optionFields,
    rp: 'The site that the passkey belongs to',
    user: 'The account; its id is random',
    pubKeyCredParams: 'Kinds of keys that the server accepts, the preferred one first',
    excludeCredentials: 'Passkeys that the account has already',
    authenticatorSelection: 'The passkey must be found without an e-mail, and its user verified',
    attestation: 'Always `none`: the maker of the authenticator does not matter',
  }),
  describeFields(creation.rp, { id: rpId, name: 'Name of the site, for prompts' }),
  describeFields(creation.user, {
    id: 'Random id of the account, base64url',
    name: 'E-mail of the account, for prompts',
    displayName: 'The same',
  }),
  describeFields(creation.pubKeyCredParams.item, {
    type: 'Always `public-key`',
    alg: 'Number of the algorithm (COSE)',
  }),
  describeFields(creation.authenticatorSelection, {
    residentKey: 'Always `required`',
    requireResidentKey: 'The same, for older browsers',
    userVerification: 'Always `required`',
  }),
  describeFields(creation.excludeCredentials.item, descriptorFields),
  describeFields(PasskeyRequestOptions, {
    ...optionFields,
    rpId,
    allowCredentials: 'Passkeys of the account; empty for a login: all of the site',
    userVerification: 'Always `required`',
  }),
  describeFields(PasskeyLogin, {
    credential: 'What the browser has signed',
    remember: 'false: the session ends with the browser; default true',
  }),
  describeFields(Passkey, {
    id: 'id of the passkey',
    name: nameDescription,
    usedAt: 'When it was last used; null if never',
    isSynced: 'Whether other devices have a copy of it',
  }),
  describeFields(Passkeys, {
    count: 'Number of passkeys',
    next: 'Always null: there is one page',
    previous: 'Always null: there is one page',
    results: 'All passkeys',
  }),
  describeFields(PasskeyAdd, {
    credential: 'What the browser has created',
    name: `${nameDescription}; default: that of the device`,
  }),
  describeFields(PasskeyRename, { name: nameDescription }),
  describeFields(PasskeySignupStart, { email: signupEmail }),
  describeFields(PasskeySignup, {
    credential: 'What the browser has created',
    email: signupEmail,
    consent: 'Consent to the processing of personal data; required',
    rules: 'Consent to the rules of the exchange; required',
    claim: 'id of a claim that becomes the account’s with the activation',
    secret: 'Secret of that claim',
    recaptcha: 'Token of the solved captcha',
  }),
];
