import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['course_samples'] as const;

/** Stores the courses of past times, for a month: one row for each currency that is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table course_samples (
      from_id bigint not null references currencies (id),
      at bigint not null,
      courses text not null,
      primary key (from_id, at)
    )`,
    'create index course_samples_at on course_samples (at)',
  ]);
}
