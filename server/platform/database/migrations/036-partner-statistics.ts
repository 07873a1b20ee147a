import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['referral_days', 'referral_clicks', 'shop_links'] as const;

export const indexes = {
  referral_clicks_uncounted: 'on referral_clicks (id) where counted_at is null',
  referral_clicks_visitor: 'on referral_clicks (visitor_hash)',
  referral_clicks_at: 'on referral_clicks (at)',
  shop_links_partner: 'on shop_links (partner_id, created_at)',
};

/** Creates the daily statistics of partners. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    // Statistics read ranges of the primary key: without row ids, SQLite reads one B-tree instead of two.
    `create table referral_days (
      partner_id text not null references partners (id),
      dimension text not null check (dimension in ('total', 'link', 'sub', 'pair', 'host')),
      day text not null,
      key text not null,
      clicks bigint not null,
      visitors bigint not null,
      claims bigint not null,
      completed bigint not null,
      turnover bigint not null,
      income bigint not null,
      primary key (partner_id, dimension, day, key)
    )${dialect === 'sqlite' ? ' without rowid' : ''}`,
    `create table referral_clicks (
      id ${getSerialKeyType(dialect)},
      partner_id text not null references partners (id),
      code text not null,
      sub text not null,
      host text not null,
      click_hash text not null unique,
      visitor_hash text not null,
      at bigint not null,
      counted_at bigint
    )`,
    `create table shop_links (
      id text not null primary key,
      partner_id text not null references partners (id),
      code text not null,
      sub text not null,
      label text not null,
      cur_from text,
      cur_to text,
      amount text,
      created_at bigint not null
    )`,
    `alter table claim_referrals add column income bigint`,
  ]);
}
