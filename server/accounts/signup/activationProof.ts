import type { Activation } from '#core/contract/account/activation.ts';
import type { ActivationMethod, ActivationProofRequired } from '#core/contract/account/activationProof.ts';
import type { SignedCredential } from '#core/contract/account/passkeys/passkeys.ts';
import type { SignupRow } from '#server/platform/database/accountRows.ts';
import { createProblem, refuseFields } from '#server/platform/http/problem.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { checkLimit } from '#server/platform/limits/checkLimit.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { listConsentErrors } from '../accountFields.ts';
import { passkeyProblem } from '../passkeys/passkeySignatures.ts';
import { findRelyingParty } from '../passkeys/relyingParty.ts';
import { parseSignupPasskey } from '../passkeys/signupPasskey.ts';
import { verifySignedCredential, type VerifiedSignature } from '../passkeys/verifyCredential.ts';
import { checkOwnPassword } from '../passwords/checkOwnPassword.ts';
import { checkNewPassword } from '../passwords/passwordRules.ts';
import { isSignupKey } from './signup.ts';

/** Proof that the sign-up belongs to the recipient of its link, or the hash of the password that replaces it. */
export type ActivationProof =
  { kind: 'own'; signature: VerifiedSignature | null } | { kind: 'new_password'; passwordHash: string };

/**
 * Checks the ownership of a pending sign-up: anybody can sign up with any address, so the link of an e-mail alone must
 * not activate a stranger's password. 403 `activation_proof_required` without a proof, 400 for a wrong one.
 */
export async function checkActivationProof(
  context: AccountContext,
  signup: SignupRow,
  request: Activation,
  client: AccountClient,
): Promise<ActivationProof> {
  const { password, passkey, newPassword } = request;
  if (newPassword !== undefined)
    return hashNewPassword(context, { ...request, newPassword, email: signup.email }, client);
  if (passkey) return checkSignupPasskey(context, signup, passkey, client);
  if (password !== undefined) await checkOwnPassword(context, signup, password, client);
  else if (!isSignupKey(client.signupKey, signup))
    throw createProblem(403, 'activation_proof_required', describeProofs(context, signup));
  return { kind: 'own', signature: null };
}

/** The methods to activate a sign-up, and details that help to recognize it. */
function describeProofs(
  { config }: AccountContext,
  { password_hash, passkey_id, device, network, created_at }: SignupRow,
): Omit<ActivationProofRequired, 'code'> {
  const ownMethods: ActivationMethod[] = [
    ...(password_hash === '' ? [] : (['password'] as const)),
    ...(passkey_id === null || !findRelyingParty(config) ? [] : (['passkey'] as const)),
  ];
  const at = formatInstant(created_at);
  return {
    methods: [...ownMethods, 'new_password'],
    signup: device === null || network === null ? null : { device, network, at },
  };
}

/** Checks a new password and both consents: those of the sign-up may be a stranger's. */
async function hashNewPassword(
  context: AccountContext,
  { newPassword, email, ...consents }: Activation & { newPassword: string; email: string },
  client: AccountClient,
): Promise<ActivationProof> {
  const passwordError = await checkNewPassword(context, newPassword, email);
  refuseFields({ ...(passwordError && { newPassword: passwordError }), ...listConsentErrors(consents) });
  return { kind: 'new_password', passwordHash: await context.passwords.hash(newPassword, client) };
}

/** Verifies a signature by the sign-up's passkey, apart from its challenge, which is one for a login. */
async function checkSignupPasskey(
  context: AccountContext,
  signup: SignupRow,
  credential: SignedCredential,
  { network }: AccountClient,
): Promise<ActivationProof> {
  await checkLimit(context, 'networkLogin', network);
  const relyingParty = findRelyingParty(context.config);
  const passkey = parseSignupPasskey(signup);
  if (!relyingParty || passkey?.credential_id !== credential.id) throw passkeyProblem;
  const signature = await verifySignedCredential(relyingParty, credential, passkey);
  if (!signature) throw passkeyProblem;
  return { kind: 'own', signature };
}
