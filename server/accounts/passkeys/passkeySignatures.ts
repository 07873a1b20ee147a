import type { SignedCredential } from '#core/contract/account/passkeys/passkeys.ts';
import type { PasskeyRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { takePasskeyChallenge, type ChallengeBinding } from './passkeyChallenges.ts';
import { type VerifiedSignature, verifySignedCredential } from './verifyCredential.ts';
import type { AccountContext } from '../accountContext.ts';
import type { Account } from '../sessions/authenticate.ts';
import { findRelyingParty } from './relyingParty.ts';

/** Finds a passkey by its credential id, which the authenticator assigns. */
export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/**
 * Accepts a verified signature: consumes its challenge and records the use. Returns false if the challenge is no longer
 * valid, or if the passkey was used by another request or removed since it was read.
 */
export async function acceptSignature(
  trx: Db,
  passkey: PasskeyRow,
  { signature, binding, at }: { signature: VerifiedSignature; binding: ChallengeBinding; at: bigint },
): Promise<boolean> {
  const challenge = await takePasskeyChallenge(trx, { ...binding, challenge: signature.challenge, at });
  if (!challenge) return false;
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter: signature.counter, is_synced: signature.is_synced, used_at: at })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The signature is by another passkey, or for another challenge. */
export const passkeyProblem = createFieldProblem({ passkey: { code: 'passkey_invalid' } });

/** Verifies a passkey of a logged-in user, and consumes its challenge, which belongs to this session. */
export async function checkOwnPasskey(
  { config, db, now }: AccountContext,
  { user, session }: Account,
  credential: SignedCredential,
): Promise<void> {
  const relyingParty = findRelyingParty(config);
  const passkey = await findPasskey(db, credential.id);
  if (!relyingParty || passkey?.user_id !== user.id) throw passkeyProblem;
  const signature = await verifySignedCredential(relyingParty, credential, passkey);
  if (!signature) throw passkeyProblem;
  const binding = { purpose: 'confirm', user_id: user.id, session_id: session.id } as const;
  const isAccepted = await runInTransaction(db, trx =>
    acceptSignature(trx, passkey, { signature, binding, at: BigInt(now()) }),
  );
  // After the commit: a presented challenge stays consumed, even if the counter of the passkey does not match.
  if (!isAccepted) throw passkeyProblem;
}
