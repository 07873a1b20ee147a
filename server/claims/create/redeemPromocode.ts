import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../database/schema.ts';

/** Counts one more use of a promocode; false when it is off by now or was single use and is used. */
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
