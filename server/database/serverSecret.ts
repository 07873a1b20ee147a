import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from './schema.ts';

/**
 * The key of claim secrets, quotes and hashes: 32 random bytes, made at the first start and kept in the database, so that
 * every server of it has the same. Throws when the row was spoilt: another key would shut people out of their claims.
 */
export async function loadOrCreateSecret(db: Kysely<DatabaseSchema>): Promise<Uint8Array> {
  await db
    .insertInto('settings')
    .values({ name: 'secret', value: JSON.stringify(randomBytes(32).toString('base64url')) })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'secret')
    .executeTakeFirstOrThrow();
  const key = Buffer.from(String(JSON.parse(value)), 'base64url');
  if (key.length !== 32) throw new Error('the setting “secret” is not a key of 32 bytes');
  return key;
}
