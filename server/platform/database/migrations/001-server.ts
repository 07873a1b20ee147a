import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import {
  APPEND_ONLY_FUNCTION,
  createAppendOnlyTriggers,
  executeStatements,
  getSerialKeyType,
} from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'account_keys',
  'heartbeat',
  'leases',
  'rate_limits',
  'operator_changes',
  'mail_recipients',
] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  rate_limits_expire: `on rate_limits (expire)`,
};

/** Creates what the processes of the server share: keys, leases, limits, mailboxes, and the changes of operators. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    ...(dialect === 'sqlite' ? [] : [APPEND_ONLY_FUNCTION]),
    `create table account_keys (
      id text primary key,
      created_at bigint not null,
      retired_at bigint
    )`,
    `create table heartbeat (
      id bigint primary key check (id = 1),
      at bigint not null
    )`,
    `create table leases (
      name text not null primary key,
      holder text not null,
      expires_at bigint not null
    )`,
    // A write of an unlogged table waits neither for the disk nor for a standby. After a crash the table is empty.
    `create ${dialect === 'postgres' ? 'unlogged table' : 'table'} rate_limits (
      key text not null primary key,
      wait bigint not null,
      expire bigint not null
    )`,
    `create table operator_changes (
      id ${getSerialKeyType(dialect)},
      command text not null,
      target text not null,
      detail text not null,
      at bigint not null,
      actor text not null default ''
    )`,
    `create table mail_recipients (
      mailbox_hash text primary key,
      confirmed_at bigint not null
    )`,
    ...createAppendOnlyTriggers(dialect, ['operator_changes']),
    'insert into heartbeat (id, at) values (1, 0)',
  ]);
}
