import type { Kysely } from 'kysely';
import type { PasskeyRow } from '#server/platform/database/accountRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { takePasskeyChallenge, type ChallengeBinding } from './passkeyChallenges.ts';
import type { VerifiedSignature } from './verifyCredential.ts';

/** Finds a passkey by its credential id, which the authenticator assigns. */
export function findPasskey(
  db: Kysely<DatabaseSchema>,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/**
 * Accepts a verified signature: consumes its challenge and records the use. Returns false if the challenge is no longer
 * valid, or if the passkey was used by another request or removed since it was read.
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
