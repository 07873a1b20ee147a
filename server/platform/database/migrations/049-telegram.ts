import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'telegram_links',
  'telegram_chats',
  'telegram_messages',
  'telegram_offsets',
] as const;

/** Creates the chats of the Telegram bot that get messages about claims, and the queue of its messages. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table telegram_links (
      claim_id text primary key references claims (id),
      token_hash text not null unique,
      expires_at bigint not null
    )`,
    'create index telegram_links_expiry on telegram_links (expires_at)',
    `create table telegram_chats (
      claim_id text primary key references claims (id),
      chat_id bigint not null
    )`,
    'create index telegram_chats_chat on telegram_chats (chat_id)',
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
    'create index telegram_messages_chat on telegram_messages (chat_id, id)',
    'create index telegram_messages_claim on telegram_messages (claim_id)',
    'create index telegram_messages_due on telegram_messages (next_at)',
    'create index telegram_messages_at on telegram_messages (at)',
    `create table telegram_offsets (
      bot_id bigint primary key,
      next_update bigint not null,
      at bigint not null
    )`,
  ]);
}
