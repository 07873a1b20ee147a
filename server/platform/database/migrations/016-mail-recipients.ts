import { sql, type Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['mail_recipients'] as const;

/** Records confirmed mailboxes, and the mailbox of each e-mail: lower case, without a tag after “+”. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table mail_recipients (
      mailbox_hash text primary key,
      answered_at bigint not null
    )`,
    `alter table mail add column mailbox text not null default ''`,
    'update mail set mailbox = lower(recipient)',
    'create index mail_mailbox on mail (mailbox, sent_at)',
  ]);
  const { rows } = await sql<{ id: bigint; mailbox: string }>`
    select id, mailbox from mail where mailbox like '%+%@%'
  `.execute(db);
  for (const { id, mailbox } of rows)
    await sql`update mail set mailbox = ${mailbox.replace(/\+[^@]*@/, '@')} where id = ${id}`.execute(db);
}
