import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Adds the course of a claim before the cap lowered it. Claims of earlier versions had no cap. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table claims add column uncapped_course text',
    'alter table recalculations add column uncapped_course text',
  ]);
}
