import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from './schema.ts';

/**
 * Loads the HMAC key of claim secrets, quotes and hashes: 32 random bytes, created at the first start and shared by all
 * servers of the database. Throws if the row is invalid: a new key would lock clients out of their claims.
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
