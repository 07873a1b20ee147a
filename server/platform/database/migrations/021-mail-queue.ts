import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Indexes of pending and of failed e-mails, without the sent ones. */
export const indexes = {
  mail_due: 'on mail (next_at, id) where sent_at is null and dead_at is null',
  mail_dead: 'on mail (dead_at) where dead_at is not null',
};

/** Adds the time when the delivery of an e-mail was abandoned. Renames the confirmation of a mailbox as in the code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table mail add column dead_at bigint',
    // Earlier versions stopped retrying these e-mails without recording it.
    'update mail set dead_at = next_at where sent_at is null and attempts >= 20',
    'drop index if exists mail_unsent',
    'alter table mail_recipients rename column answered_at to confirmed_at',
  ]);
}
