import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import {
  createAppendOnlyTriggers,
  createVersionTriggers,
  executeStatements,
  getSerialKeyType,
} from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'currencies',
  'cities',
  'pairs',
  'reserves',
  'reserve_entries',
  'payment_requisites',
  'promocodes',
  'settings',
  'claims',
  'claim_events',
  'idempotency_keys',
  'catalogue_version',
] as const;

/** Tables that servers cache: triggers increment `catalogue_version` on every write. */
const CATALOGUE_TABLES = ['currencies', 'cities', 'pairs', 'reserves', 'promocodes', 'settings'] as const;

/** Tables whose rows are never updated or deleted. */
const APPEND_ONLY_TABLES = ['reserve_entries', 'claim_events'] as const;

/** Creates the catalogue, claims, ledger and idempotency keys. schema.ts describes the columns. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    ...createTableStatements(dialect),
    'insert into catalogue_version (id, version) values (1, 0)',
    ...(dialect === 'sqlite' ? createSqliteTriggers() : createPostgresTriggers()),
  ]);
}

const flagColumn = (name: string) => `${name} bigint not null check (${name} in (0, 1))`;

function createTableStatements(dialect: DialectName): string[] {
  const idType = getSerialKeyType(dialect);
  return [
    `create table currencies (
      id bigint not null primary key,
      code text not null unique check (code = upper(code) and code <> ''),
      aliases text not null default '[]',
      direction text not null,
      name text not null,
      ticker text not null,
      network text,
      kind text not null check (kind in ('crypto', 'bank', 'system', 'cash')),
      group_name text not null,
      decimals bigint not null check (decimals between 0 and 18),
      min bigint not null check (min > 0),
      min_verification bigint check (min_verification > 0),
      max bigint check (max > 0),
      icon text not null,
      position bigint not null,
      ${flagColumn('send_visible')},
      ${flagColumn('receive_visible')},
      congestion bigint not null default 0 check (congestion between 0 and 3),
      notify text,
      send_closed text,
      receive_closed text
    )`,
    `create table cities (
      currency_id bigint not null references currencies (id),
      code text not null,
      name text not null,
      place text not null,
      primary key (currency_id, code)
    )`,
    `create table pairs (
      from_id bigint not null references currencies (id),
      to_id bigint not null references currencies (id),
      margin text,
      discount text,
      max bigint check (max > 0),
      frozen_course text,
      closed text,
      primary key (from_id, to_id),
      check (from_id <> to_id)
    )`,
    `create table reserves (
      currency_id bigint not null primary key references currencies (id),
      amount bigint not null check (amount >= 0),
      held bigint not null check (held >= 0),
      updated_at bigint not null,
      check (amount - held >= 0)
    )`,
    `create table payment_requisites (
      id ${idType},
      currency_id bigint not null references currencies (id),
      kind text not null check (kind in ('address', 'card', 'phone', 'cash')),
      value text not null,
      holder text,
      bank text,
      ${flagColumn('memo')},
      ${flagColumn('active')},
      used_at bigint not null default 0
    )`,
    `create index payment_requisites_turn on payment_requisites (currency_id, used_at)`,
    `create table promocodes (
      code text not null primary key check (code = upper(code) and code <> ''),
      percent text not null,
      ${flagColumn('single_use')},
      used bigint not null default 0 check (used >= 0),
      ${flagColumn('active')}
    )`,
    `create table settings (name text not null primary key, value text not null)`,
    `create table claims (
      id text not null primary key,
      number bigint not null unique check (number > 0),
      public_number text not null unique,
      status text not null check (status in (
        'new', 'verification', 'requisites', 'waiting', 'claimed', 'confirming', 'aml', 'hold', 'paid', 'payout',
        'payout_error', 'refunding', 'completed', 'refunded', 'rejected', 'expired', 'cancelled')),
      reason text check (reason in (
        'underpaid', 'overpaid', 'paid_late', 'rate_moved', 'aml_risk', 'sender_mismatch', 'verification_failed',
        'manual')),
      from_id bigint not null references currencies (id),
      to_id bigint not null references currencies (id),
      city text,
      from_amount bigint not null check (from_amount > 0),
      to_amount bigint not null check (to_amount > 0),
      course text not null,
      source_course text not null,
      margin text not null,
      discount text not null,
      ${flagColumn('verification')},
      email text not null,
      from_requisites text not null,
      to_requisites text not null,
      promocode text,
      refferal text,
      address_hash text not null,
      pay_to text,
      deadline bigint,
      created_at bigint not null,
      updated_at bigint not null,
      check (from_id <> to_id)
    )`,
    `create index claims_status on claims (status, deadline)`,
    `create index claims_email on claims (email, status)`,
    `create index claims_address on claims (address_hash, status)`,
    // A claim and its hold are written in one transaction, in either order.
    `create table reserve_entries (
      id ${idType},
      currency_id bigint not null references currencies (id),
      claim_id text references claims (id) deferrable initially deferred,
      amount_change bigint not null,
      held_change bigint not null,
      kind text not null check (kind in ('seed', 'hold', 'release', 'payout', 'receipt', 'operator')),
      at bigint not null,
      check (amount_change <> 0 or held_change <> 0)
    )`,
    `create index reserve_entries_currency on reserve_entries (currency_id)`,
    `create index reserve_entries_claim on reserve_entries (claim_id)`,
    `create table claim_events (
      id ${idType},
      claim_id text not null references claims (id) deferrable initially deferred,
      from_status text,
      to_status text not null,
      reason text,
      actor text not null check (actor in ('client', 'operator', 'system')),
      note text,
      at bigint not null
    )`,
    `create index claim_events_claim on claim_events (claim_id)`,
    `create table idempotency_keys (
      key text not null,
      scope text not null,
      body_hash text not null,
      claim_id text not null references claims (id) deferrable initially deferred,
      answer text not null,
      at bigint not null,
      primary key (scope, key)
    )`,
    `create table catalogue_version (
      id bigint not null primary key check (id = 1),
      version bigint not null
    )`,
  ];
}

function createSqliteTriggers(): string[] {
  return [
    ...createVersionTriggers('sqlite', CATALOGUE_TABLES),
    ...createAppendOnlyTriggers('sqlite', APPEND_ONLY_TABLES),
  ];
}

function createPostgresTriggers(): string[] {
  return [
    `create function raise_catalogue_version() returns trigger language plpgsql as $$
      begin update catalogue_version set version = version + 1; return null; end $$`,
    `create function refuse_change() returns trigger language plpgsql as $$
      begin raise exception '% is append-only', tg_table_name; end $$`,
    ...createVersionTriggers('postgres', CATALOGUE_TABLES),
    ...createAppendOnlyTriggers('postgres', APPEND_ONLY_TABLES),
  ];
}
