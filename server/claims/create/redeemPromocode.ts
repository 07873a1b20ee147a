import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../database/schema.ts';

/** Counts one use of a promocode. Returns false if it is inactive, or single-use and already used. */
export async function redeemPromocode(trx: Kysely<DatabaseSchema>, code: string): Promise<boolean> {
  const row = await trx
    .updateTable('promocodes')
    .set(({ eb }) => ({ used: eb('used', '+', 1n) }))
    .where('code', '=', code)
    .where('active', '=', 1n)
    .where(({ or, eb }) => or([eb('single_use', '=', 0n), eb('used', '=', 0n)]))
    .returning('code')
    .executeTakeFirst();
  return row !== undefined;
}
