import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** The claims of an account, newest first, with the columns that its list filters. */
export const indexes = {
  claims_user: 'on claims (user_id, created_at, id, status, from_id, to_id) where user_id is not null',
};

/** Adds the account of a claim. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, ['alter table claims add column user_id text references users (id)']);
}
