import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['account_keys'] as const;

/**
 * Records the ids of the keys in use, which are stored outside the database, and the key that the secret of a claim is
 * derived with; null: the key in the settings, used by earlier versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table account_keys (
      id text primary key,
      created_at bigint not null,
      retired_at bigint
    )`,
    'alter table claims add column secret_key_id text',
  ]);
}
