import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['course_samples', 'course_alerts'] as const;

/** Creates the course history, one row for each currency that is sent, and the alerts about a course. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table course_samples (
      from_id bigint not null references currencies (id),
      at bigint not null,
      courses text not null,
      primary key (from_id, at)
    )`,
    'create index course_samples_at on course_samples (at)',
    `create table course_alerts (
      id text primary key,
      from_id bigint not null references currencies (id),
      to_id bigint not null references currencies (id),
      price_of text not null check (price_of in ('from', 'to')),
      price text not null,
      direction text not null check (direction in ('up', 'down')),
      email text not null,
      mailbox_hash text not null,
      created_at bigint not null,
      confirmed_at bigint,
      reached_at bigint,
      expires_at bigint not null
    )`,
    'create index course_alerts_expiry on course_alerts (expires_at)',
    'create index course_alerts_mailbox on course_alerts (mailbox_hash)',
  ]);
}
