import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/**
 * Adds when an e-mail was given up, and indexes of what is still to be sent and of what was given up: neither contains
 * the e-mails that were sent. Names the confirmation of a mailbox as the code does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table mail add column dead_at bigint',
    // Earlier versions did not try these any more, but did not say so.
    'update mail set dead_at = next_at where sent_at is null and attempts >= 20',
    'drop index if exists mail_unsent',
    'create index mail_due on mail (next_at, id) where sent_at is null and dead_at is null',
    'create index mail_dead on mail (dead_at) where dead_at is not null',
    'alter table mail_recipients rename column answered_at to confirmed_at',
  ]);
}
