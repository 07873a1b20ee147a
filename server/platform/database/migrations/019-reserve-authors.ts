import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Records who set the total of a reserve. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [`alter table reserve_entries add column actor text not null default ''`]);
}
