import type { Kysely } from 'kysely';
import type { PasskeyRow } from '../../database/accountRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { takePasskeyChallenge, type ChallengeBinding } from './passkeyChallenges.ts';
import type { VerifiedSignature } from './verifyCredential.ts';

/** Finds a passkey by the id that its authenticator has given it. */
export function findPasskey(
  db: Kysely<DatabaseSchema>,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/**
 * Accepts a verified signature: uses its challenge up, and records the use. Returns false if the challenge is not valid any
 * more, or another request has used the passkey since it was read, or it was removed.
 */
export async function acceptSignature(
  trx: Kysely<DatabaseSchema>,
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
