import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** This migration creates no table. */
export const tableNames = [] as const;

/** Adds the hours of the place where cash is handed over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, ['alter table cities add column hours text']);
}
