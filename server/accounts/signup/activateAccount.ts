import { randomUUID } from 'node:crypto';
import type { Activation } from '#core/contract/account/activation.ts';
import type { ActivationRefusal } from '#core/contract/account/activationProof.ts';
import type { SignupRow, UserRow } from '#server/platform/database/accountRows.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem, onRefusal } from '#server/platform/http/problem.ts';
import { confirmMailbox } from '#server/platform/email/mailboxes.ts';
import type { AccountClient } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { readAccountToken } from '#server/platform/keys/accountToken.ts';
import { insertPasskey } from '../passkeys/accountPasskeys.ts';
import { takePasskeyChallenge } from '../passkeys/passkeyChallenges.ts';
import { parseSignupPasskey } from '../passkeys/signupPasskey.ts';
import type { VerifiedSignature } from '../passkeys/verifyCredential.ts';
import { checkOwnPassword } from '../passwords/checkOwnPassword.ts';
import { findUserByEmail } from '../sessions/login.ts';
import { passkeyProblem } from '../passkeys/passkeySignatures.ts';
import { checkActivationProof, type ActivationProof } from './activationProof.ts';
import { buildConsent, type SignupConsent } from './signup.ts';

const createLinkProblem = (reason: ActivationRefusal['reason']) =>
  createProblem(404, 'link_invalid', { reason });

const usedLinkProblem = createLinkProblem('used');

/** The new account; null if it was activated before. */
type ActivatedUser = Pick<UserRow, 'email' | 'password_hash'> | null;

/** The steps of an activation after the proof is checked. */
interface ActivationPlan {
  signupId: string;
  proof: ActivationProof;
  /** The consent given with the activation request. */
  consent: SignupConsent;
  client: AccountClient;
  at: bigint;
}

/**
 * Creates the account of a sign-up, by the token of its e-mail and a proof of ownership. Without a proof nothing
 * changes. A repetition succeeds, because the first response may have been lost. `readClient` describes the client for
 * the sign-up's address.
 */
export async function activateAccount(
  context: AccountContext,
  { token, ...request }: Activation & { token: string },
  readClient: (email: string) => AccountClient,
): Promise<ActivatedUser> {
  const { db, keys } = context;
  const signupId = readAccountToken(keys, 'activate', token);
  const signup = signupId === null ? undefined : await selectSignup(db, signupId).executeTakeFirst();
  if (!signup) throw createLinkProblem('unknown');
  const client = readClient(signup.email);
  const user = signup.activated_at === null ? await activatePending(context, signup, request, client) : null;
  if (user === null && !(await isRepetition(context, signup, request, client))) throw usedLinkProblem;
  await confirmMailbox(context, signup.email);
  return user;
}

const selectSignup = (db: Db, id: string) => db.selectFrom('signups').selectAll().where('id', '=', id);

/** Whether this request repeats a completed activation. Another request may have set another password. */
async function isRepetition(
  context: AccountContext,
  { email }: SignupRow,
  { newPassword }: Activation,
  client: AccountClient,
): Promise<boolean> {
  if (newPassword === undefined) return true;
  const user = await findUserByEmail(context.db, email);
  if (!user) return false;
  const checked = checkOwnPassword(context, user, newPassword, client);
  return checked.then(
    () => true,
    onRefusal(() => false),
  );
}

async function activatePending(
  context: AccountContext,
  signup: SignupRow,
  request: Activation,
  client: AccountClient,
): Promise<ActivatedUser> {
  const { db, keys, now } = context;
  if (await findUserByEmail(db, signup.email)) {
    // Another press of this link may have created the account after the sign-up was read.
    const current = await selectSignup(db, signup.id).executeTakeFirst();
    if (!current || current.activated_at === null) throw usedLinkProblem;
    return null;
  }
  if (signup.link_expires_at <= BigInt(now())) throw createLinkProblem('expired');
  const proof = await checkActivationProof(context, signup, request, client);
  const at = BigInt(now());
  const consent = buildConsent(keys, client, at);
  return runInTransaction(db, trx =>
    activateSignup(trx, { signupId: signup.id, proof, consent, client, at }),
  );
}

async function activateSignup(
  trx: Db,
  { signupId, proof, consent, client, at }: ActivationPlan,
): Promise<ActivatedUser> {
  const signup = await lockRows(trx, selectSignup(trx, signupId)).executeTakeFirstOrThrow(() =>
    createLinkProblem('expired'),
  );
  const { email, consent_at, consent_text_hash, consent_address_hash } = signup;
  if (signup.activated_at !== null) return null;
  const isOwn = proof.kind === 'own';
  const passkey = isOwn ? parseSignupPasskey(signup) : null;
  // Not the user handle of a passkey that is dropped.
  const userId = passkey?.user_id ?? randomUUID();
  const password_hash = isOwn ? signup.password_hash || null : proof.passwordHash;
  const user = await trx
    .insertInto('users')
    .values({
      id: userId,
      email,
      password_hash,
      notify_claims: 1n,
      notify_news: 0n,
      ...(isOwn ? { consent_at, consent_text_hash, consent_address_hash } : consent),
      created_at: at,
      passkey_count: 0n,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another sign-up of this e-mail was activated first, and its password is valid.
  if (!user) throw usedLinkProblem;
  if (passkey) await storePasskey(trx, passkey, { signature: isOwn ? proof.signature : null, at });
  await closeSignup(trx, signup, { isOwn, at });
  if (isOwn && signup.claim_id !== null) await giveClaim(trx, signup.claim_id, userId);
  await buildJournalInsert(trx, userId, { kind: 'activated', device: client.device, at }).execute();
  return { email, password_hash };
}

/** Stores the passkey of a sign-up with its state after the signature that proved the ownership. */
async function storePasskey(
  trx: Db,
  passkey: NonNullable<ReturnType<typeof parseSignupPasskey>>,
  { signature, at }: { signature: VerifiedSignature | null; at: bigint },
): Promise<void> {
  const { challenge, ...state } = signature ?? { challenge: null };
  if (challenge !== null && !(await takePasskeyChallenge(trx, { purpose: 'login', challenge, at })))
    throw passkeyProblem;
  const stored = await insertPasskey(trx, { ...passkey, ...state, created_at: at });
  // Another request has stored this passkey before.
  if (!stored) throw usedLinkProblem;
}

/** Reduces a sign-up to the data that identifies a repetition. */
async function closeSignup(
  trx: Db,
  signup: SignupRow,
  { isOwn, at }: { isOwn: boolean; at: bigint },
): Promise<void> {
  await trx
    .updateTable('signups')
    .set({ activated_at: at, password_hash: '', passkey_id: null, passkey: null })
    .where('id', '=', signup.id)
    .execute();
  if (isOwn) return;
  // A pending sign-up remains for its author: a changed response would reveal that the e-mail has an account.
  const withoutLink = { ...signup, id: randomUUID(), link_expires_at: at, claim_id: null };
  await trx.insertInto('signups').values(withoutLink).execute();
}

async function giveClaim(trx: Db, claimId: string, userId: string): Promise<void> {
  await trx
    .updateTable('claims')
    .set({ user_id: userId })
    .where('id', '=', claimId)
    // The owner may have attached it to another account since.
    .where('user_id', 'is', null)
    .execute();
}
