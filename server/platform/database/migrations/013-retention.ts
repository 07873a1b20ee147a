import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Adds the time when the personal data of an ended claim was erased; null: not erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table claims add column erased_at bigint',
    'create index claims_not_erased on claims (status, updated_at) where erased_at is null',
  ]);
}
