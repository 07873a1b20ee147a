import { randomBytes } from 'node:crypto';
import type { Db } from '../database/schema.ts';
import { KEY_BYTES } from './accountKey.ts';

/**
 * Loads the key in the database, 32 random bytes, created at the first start. Public numbers depend on it, so it is
 * never replaced. It is readable for anybody with access to the database, so it signs nothing and only verifies
 * signatures of earlier versions. Throws if the row is invalid: a new key would repeat public numbers.
 */
export async function loadOrCreateDatabaseKey(db: Db): Promise<Uint8Array> {
  const value = (await findStoredKey(db)) ?? (await createStoredKey(db));
  const key = Buffer.from(String(JSON.parse(value)), 'base64url');
  if (key.length !== KEY_BYTES) throw new Error(`the setting “secret” is not a key of ${KEY_BYTES} bytes`);
  return key;
}

async function findStoredKey(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'secret').executeTakeFirst();
  return row?.value;
}

/** Stores a random key, unless another process has just done so, and returns the stored one. */
async function createStoredKey(db: Db): Promise<string> {
  const value = JSON.stringify(randomBytes(KEY_BYTES).toString('base64url'));
  await db
    .insertInto('settings')
    .values({ name: 'secret', value })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute();
  return (await findStoredKey(db)) ?? value;
}
