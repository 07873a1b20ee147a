import type { Db } from '#server/platform/database/schema.ts';

/** Erases verifications with their photos and handoffs. */
export async function eraseVerifications(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('files').where('verification_id', 'in', ids).execute();
  await trx.deleteFrom('handoffs').where('verification_id', 'in', ids).execute();
  await trx.deleteFrom('verifications').where('id', 'in', ids).execute();
}
