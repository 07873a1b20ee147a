import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'mail',
  'telegram_chats',
  'telegram_links',
  'telegram_messages',
  'telegram_offsets',
  'course_alerts',
] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  mail_account: `on mail (at) where claim_id is null and recipient <> ''`,
  // Sent e-mails about alerts with recipients that are not erased yet.
  mail_alerts: `on mail (sent_at) where kind in ('course_alert', 'course_reached') and recipient <> ''`,
  mail_claim: `on mail (claim_id)`,
  mail_dead: `on mail (dead_at) where dead_at is not null`,
  mail_due: `on mail (next_at, id) where sent_at is null and dead_at is null`,
  // E-mails that are sent before news.
  mail_due_urgent: `on mail (next_at, id) where sent_at is null and dead_at is null and kind <> 'news'`,
  mail_mailbox: `on mail (mailbox, sent_at)`,
  telegram_chats_chat: `on telegram_chats (chat_id)`,
  telegram_links_expiry: `on telegram_links (expires_at)`,
  telegram_messages_at: `on telegram_messages (at)`,
  telegram_messages_chat: `on telegram_messages (chat_id, id)`,
  telegram_messages_claim: `on telegram_messages (claim_id)`,
  telegram_messages_due: `on telegram_messages (next_at)`,
  course_alerts_expiry: `on course_alerts (expires_at)`,
  course_alerts_mailbox: `on course_alerts (mailbox_hash)`,
};

/** Creates e-mails, messages to Telegram, and alerts about courses. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table mail (
      id ${getSerialKeyType(dialect)},
      message_id text not null unique,
      claim_id text references claims (id),
      kind text not null default 'claim' check ((kind = 'claim') = (claim_id is not null)),
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
    `create table telegram_chats (
      claim_id text primary key references claims (id),
      chat_id bigint not null
    )`,
    `create table telegram_links (
      claim_id text primary key references claims (id),
      token_hash text not null unique,
      expires_at bigint not null
    )`,
    `create table telegram_messages (
      id ${getSerialKeyType(dialect)},
      chat_id bigint not null,
      claim_id text references claims (id),
      kind text not null check (kind in ('status', 'connected', 'link_invalid', 'stopped', 'help')),
      status text,
      attempts bigint not null,
      next_at bigint not null,
      at bigint not null
    )`,
    `create table telegram_offsets (
      bot_id bigint primary key,
      next_update bigint not null,
      at bigint not null
    )`,
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
  ]);
}
