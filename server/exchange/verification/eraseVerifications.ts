import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';

/** Erases verifications with their photos and handoffs. */
export async function eraseVerifications(trx: Kysely<DatabaseSchema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('files').where('verification_id', 'in', ids).execute();
  await trx.deleteFrom('handoffs').where('verification_id', 'in', ids).execute();
  await trx.deleteFrom('verifications').where('id', 'in', ids).execute();
}
