import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Index to erase letters about accounts. */
export const indexes = { mail_account: `on mail (at) where claim_id is null and recipient <> ''` };

/** A letter of the default kind is about a claim. */
const KIND_CHECK = `check ((kind = 'claim') = (claim_id is not null))`;

/** Columns of the table before this migration, in this order. */
const EARLIER_COLUMNS =
  'id, message_id, claim_id, recipient, mailbox, subject, text, attempts, next_at, sent_at, dead_at, at';

/** Adds e-mails about accounts: without a claim, with a kind, and with their data as JSON. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  if (dialect === 'postgres') {
    await executeStatements(db, [
      'alter table mail alter column claim_id drop not null',
      `alter table mail add column kind text not null default 'claim'`,
      'alter table mail add column about text',
      // All earlier rows satisfy the check, so they need not be read.
      `alter table mail add constraint mail_kind ${KIND_CHECK} not valid`,
    ]);
    return;
  }
  // SQLite cannot make a column nullable, so the table is recreated. No other table refers to it.
  await executeStatements(db, [
    `create table mail_rebuilt (
      id ${getSerialKeyType(dialect)},
      message_id text not null unique,
      claim_id text references claims (id),
      kind text not null default 'claim' ${KIND_CHECK},
      about text,
      recipient text not null,
      mailbox text not null default '',
      subject text not null,
      text text not null,
      attempts bigint not null default 0,
      next_at bigint not null,
      sent_at bigint,
      dead_at bigint,
      at bigint not null
    )`,
    `insert into mail_rebuilt (${EARLIER_COLUMNS}) select ${EARLIER_COLUMNS} from mail`,
    // The ids of deleted e-mails are not reused: an operator may have noted them.
    `delete from sqlite_sequence where name = 'mail_rebuilt'`,
    `insert into sqlite_sequence (name, seq) select 'mail_rebuilt', seq from sqlite_sequence where name = 'mail'`,
    'drop table mail',
    'alter table mail_rebuilt rename to mail',
    'create index mail_claim on mail (claim_id)',
    'create index mail_mailbox on mail (mailbox, sent_at)',
  ]);
}
