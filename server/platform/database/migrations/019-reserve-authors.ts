import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = { operator_changes_at: `on operator_changes (at)` };

/** Records who set the total of a reserve. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [`alter table reserve_entries add column actor text not null default ''`]);
}
