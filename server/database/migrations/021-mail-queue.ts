import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** What is still to be sent, and what was given up: neither contains the e-mails that were sent. */
export const indexes = {
  mail_due: 'on mail (next_at, id) where sent_at is null and dead_at is null',
  mail_dead: 'on mail (dead_at) where dead_at is not null',
};

/** Adds when an e-mail was given up. Names the confirmation of a mailbox as the code does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table mail add column dead_at bigint',
    // Earlier versions did not try these any more, but did not say so.
    'update mail set dead_at = next_at where sent_at is null and attempts >= 20',
    'drop index if exists mail_unsent',
    'alter table mail_recipients rename column answered_at to confirmed_at',
  ]);
}
