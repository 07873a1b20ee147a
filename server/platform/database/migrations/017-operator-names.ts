import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Records the author of an operator's change; earlier changes have no name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [`alter table operator_changes add column actor text not null default ''`]);
}
