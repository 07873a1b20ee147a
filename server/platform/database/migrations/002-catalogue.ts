import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import {
  createPromocodeTriggers,
  createVersionTriggers,
  executeStatements,
  getSerialKeyType,
  VERSION_FUNCTION,
} from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'catalogue_version',
  'currencies',
  'cities',
  'pairs',
  'discount_tiers',
  'reserves',
  'payment_requisites',
  'promocodes',
  'settings',
  'rates',
  'course_samples',
] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  payment_requisites_turn: `on payment_requisites (currency_id, used_at)`,
  course_samples_at: `on course_samples (at)`,
};

/** Creates currencies, pairs, reserves, settings, prices and the history of courses. schema.ts describes the columns. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table catalogue_version (
      id bigint not null primary key check (id = 1),
      version bigint not null
    )`,
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
      send_visible bigint not null check (send_visible in (0, 1)),
      receive_visible bigint not null check (receive_visible in (0, 1)),
      congestion bigint not null default 0 check (congestion between 0 and 3),
      notify text,
      send_closed text,
      receive_closed text,
      search_words text not null default '[]',
      default_amount bigint
    )`,
    `create table cities (
      currency_id bigint not null references currencies (id),
      code text not null,
      name text not null,
      place text not null,
      hours text,
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
    `create table discount_tiers (
      turnover bigint not null primary key check (turnover > 0),
      percent text not null
    )`,
    `create table reserves (
      currency_id bigint not null primary key references currencies (id),
      amount bigint not null check (amount >= 0),
      held bigint not null check (held >= 0),
      updated_at bigint not null,
      check (amount - held >= 0)
    )`,
    `create table payment_requisites (
      id ${getSerialKeyType(dialect)},
      currency_id bigint not null references currencies (id),
      kind text not null check (kind in ('address', 'card', 'phone', 'cash')),
      value text not null,
      holder text,
      bank text,
      memo bigint not null check (memo in (0, 1)),
      active bigint not null check (active in (0, 1)),
      used_at bigint not null default 0
    )`,
    `create table promocodes (
      code text not null primary key check (code = upper(code) and code <> ''),
      percent text not null,
      single_use bigint not null check (single_use in (0, 1)),
      used bigint not null default 0 check (used >= 0),
      active bigint not null check (active in (0, 1)),
      valid_until bigint
    )`,
    `create table settings (
      name text not null primary key,
      value text not null
    )`,
    `create table rates (
      source text not null,
      ticker text not null,
      bid text not null,
      ask text not null,
      at bigint not null,
      unconfirmed_bid text,
      unconfirmed_ask text,
      unconfirmed_at bigint,
      primary key (source, ticker)
    )`,
    `create table course_samples (
      from_id bigint not null references currencies (id),
      at bigint not null,
      courses text not null,
      primary key (from_id, at)
    )`,
    ...(dialect === 'sqlite' ? [] : [VERSION_FUNCTION]),
    ...createVersionTriggers(dialect, ['currencies', 'cities', 'pairs', 'settings', 'discount_tiers']),
    ...createPromocodeTriggers(dialect),
    'insert into catalogue_version (id, version) values (1, 0)',
    `insert into discount_tiers (turnover, percent)
      values (100000, '0.05'), (500000, '0.1'), (2000000, '0.15'), (5000000, '0.25')`,
  ]);
}
