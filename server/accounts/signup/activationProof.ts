import type { Activation } from '#core/contract/account/activation.ts';
import type { ActivationMethod, ActivationProofRequired } from '#core/contract/auth.ts';
import type { SignedCredential } from '#core/contract/account/passkeys.ts';
import type { SignupRow } from '../../database/accountRows.ts';
import { createFieldProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import type { AccountClient } from '../accountClient.ts';
import { checkLimit, type AccountContext } from '../accountContext.ts';
import { listConsentErrors } from '../accountFields.ts';
import { findRelyingParty } from '../passkeys/relyingParty.ts';
import { parseSignupPasskey } from '../passkeys/signupPasskey.ts';
import { verifySignedCredential, type VerifiedSignature } from '../passkeys/verifyCredential.ts';
import { checkOwnPassword } from '../passwords/checkOwnPassword.ts';
import { checkNewPassword } from '../passwords/passwordRules.ts';
import { isSignupKey } from './signupKey.ts';

/** How whoever pressed the link has proved that the sign-up is theirs; or the hash of the password that replaces it. */
export type ActivationProof =
  { kind: 'own'; signature: VerifiedSignature | null } | { kind: 'new_password'; passwordHash: string };

type ProofResult = { ok: true; proof: ActivationProof } | ProblemResult;

export const passkeyProblem = createFieldProblem({ passkey: { code: 'passkey_invalid' } });

/**
 * Checks whose a pending sign-up is: anybody can sign up with anybody's address, so the link of a letter alone must not
 * activate a stranger's password. 403 `activation_proof_required` without a proof, 400 for a wrong one.
 */
export async function checkActivationProof(
  context: AccountContext,
  signup: SignupRow,
  request: Activation,
  client: AccountClient,
): Promise<ProofResult> {
  const { password, passkey, newPassword } = request;
  if (newPassword !== undefined)
    return hashNewPassword(context, { ...request, newPassword, email: signup.email }, client);
  if (passkey) return checkSignupPasskey(context, signup, passkey, client);
  if (password !== undefined) {
    const refusal = await checkOwnPassword(context, signup, password, client);
    return refusal ?? { ok: true, proof: { kind: 'own', signature: null } };
  }
  return isSignupKey(client.signupKey, signup)
    ? { ok: true, proof: { kind: 'own', signature: null } }
    : createProblem(403, 'activation_proof_required', describeProofs(context, signup));
}

/** The ways to activate a sign-up, and what helps to recognize it. */
function describeProofs(
  { config }: AccountContext,
  { password_hash, passkey_id, device, network, created_at }: SignupRow,
): Omit<ActivationProofRequired, 'code'> {
  const ownMethods: ActivationMethod[] = [
    ...(password_hash === '' ? [] : (['password'] as const)),
    ...(passkey_id === null || !findRelyingParty(config) ? [] : (['passkey'] as const)),
  ];
  const at = new Date(Number(created_at)).toISOString();
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
): Promise<ProofResult> {
  const passwordError = await checkNewPassword(context, newPassword, email);
  const errors = {
    ...(passwordError && { newPassword: passwordError }),
    ...listConsentErrors(consents),
  };
  if (Object.keys(errors).length > 0) return createFieldProblem(errors);
  const passwordHash = await context.passwords.hash(newPassword, client);
  return { ok: true, proof: { kind: 'new_password', passwordHash } };
}

/** Verifies a signature of the sign-up's passkey, apart from its challenge, which is one for a login. */
async function checkSignupPasskey(
  context: AccountContext,
  signup: SignupRow,
  credential: SignedCredential,
  { network }: AccountClient,
): Promise<ProofResult> {
  const refusal = await checkLimit(context, 'networkLogin', network);
  if (refusal) return refusal;
  const relyingParty = findRelyingParty(context.config);
  const passkey = parseSignupPasskey(signup);
  if (!relyingParty || passkey?.credential_id !== credential.id) return passkeyProblem;
  const signature = await verifySignedCredential(relyingParty, credential, passkey);
  return signature ? { ok: true, proof: { kind: 'own', signature } } : passkeyProblem;
}
