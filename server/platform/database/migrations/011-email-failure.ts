import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Records why the last attempt to send an e-mail failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [`alter table mail add column failure text`]);
}
