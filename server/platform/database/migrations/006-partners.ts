import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'partners',
  'referral_codes',
  'claim_referrals',
  'partner_balances',
  'partner_withdrawals',
  'partner_entries',
  'auto_withdrawals',
  'withdrawal_methods',
  'partner_networks',
  'partner_events',
  'referral_clicks',
  'referral_days',
  'shop_links',
] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  referral_codes_partner: `on referral_codes (partner_id, created_at)`,
  claim_referrals_partner: `on claim_referrals (partner_id, created_at)`,
  claim_referrals_status: `on claim_referrals (partner_id, status, created_at, claim_id)`,
  partner_withdrawals_open: `on partner_withdrawals (created_at) where status = 0`,
  partner_withdrawals_partner: `on partner_withdrawals (partner_id, created_at)`,
  partner_entries_available: `on partner_entries (partner_id, available_at)`,
  partner_entries_partner: `on partner_entries (partner_id, id)`,
  partner_networks_seen: `on partner_networks (seen_at)`,
  partner_events_at: `on partner_events (at)`,
  partner_events_test: `on partner_events (claim_id) where mode = 'test'`,
  partner_events_uncounted: `on partner_events (id) where counted_at is null`,
  partner_events_unqueued: `on partner_events (id) where queued_at is null`,
  referral_clicks_at: `on referral_clicks (at)`,
  referral_clicks_network: `on referral_clicks (network_hash, visitor_hash)`,
  referral_clicks_uncounted: `on referral_clicks (id) where counted_at is null`,
  referral_clicks_visitor: `on referral_clicks (visitor_hash)`,
  shop_links_partner: `on shop_links (partner_id, created_at)`,
};

/** Creates partners with their ledger, withdrawals, events and statistics. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table partners (
      id text not null primary key,
      user_id text unique references users (id),
      name text not null,
      site text not null,
      switched_off_at bigint,
      switched_off_reason text,
      created_at bigint not null
    )`,
    `create table referral_codes (
      code text not null primary key,
      partner_id text not null references partners (id),
      label text not null,
      created_at bigint not null
    )`,
    `create table claim_referrals (
      claim_id text not null primary key references claims (id),
      partner_id text not null references partners (id),
      code text not null,
      sub text not null,
      host text not null,
      utm text,
      created_at bigint not null,
      requisite_hashes text,
      income bigint,
      status text not null default '',
      opener_hash text,
      creator_hash text,
      network_hashes text
    )`,
    `create table partner_balances (
      partner_id text not null primary key references partners (id),
      balance bigint not null
    )`,
    `create table partner_withdrawals (
      id text not null primary key,
      partner_id text not null references partners (id),
      status bigint not null check (status in (0, 1, 2)),
      amount bigint not null check (amount > 0),
      fee bigint not null check (fee >= 0),
      currency_id bigint not null references currencies (id),
      course text not null,
      payout bigint not null check (payout > 0),
      masked text not null,
      sealed_values text,
      idempotency_key text,
      body_hash text not null,
      reference text,
      reason text,
      created_at bigint not null,
      decided_at bigint,
      begun_at bigint
    )`,
    `create table partner_entries (
      id ${getSerialKeyType(dialect)},
      partner_id text not null references partners (id),
      kind text not null check (kind in ('accrual', 'reversal', 'withdrawal')),
      amount bigint not null,
      claim_id text references claims (id),
      withdrawal_id text references partner_withdrawals (id),
      reason text,
      reckoning text,
      available_at bigint not null,
      at bigint not null,
      check ((claim_id is null) <> (withdrawal_id is null))
    )`,
    `create table auto_withdrawals (
      partner_id text not null primary key references partners (id),
      requisite_id text not null,
      amount bigint not null check (amount > 0),
      created_at bigint not null
    )`,
    `create table withdrawal_methods (
      currency_id bigint not null primary key references currencies (id),
      fee bigint not null check (fee >= 0),
      closed text
    )`,
    `create table partner_networks (
      id ${getSerialKeyType(dialect)},
      partner_id text not null references partners (id),
      network_hash text not null,
      seen_at bigint not null,
      server_seen_at bigint not null default 0,
      unique (partner_id, network_hash)
    )`,
    `create table partner_events (
      id ${getSerialKeyType(dialect)},
      partner_id text not null references partners (id),
      kind text not null,
      mode text not null check (mode in ('live', 'test')),
      claim_id text,
      data text not null,
      at bigint not null,
      counted_at bigint,
      queued_at bigint
    )`,
    `create table referral_clicks (
      id ${getSerialKeyType(dialect)},
      partner_id text not null references partners (id),
      code text not null,
      sub text not null,
      host text not null,
      click_hash text not null unique,
      visitor_hash text not null,
      at bigint not null,
      counted_at bigint,
      network_hash text
    )`,
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
    'create unique index partner_entries_claim on partner_entries (claim_id, kind)',
    'create unique index partner_entries_withdrawal on partner_entries (withdrawal_id, kind)',
    'create unique index partner_withdrawals_key on partner_withdrawals (partner_id, idempotency_key)',
    ...createStatusTriggers(dialect),
  ]);
}

/** Gives an attribution that is inserted without a status that of its claim. */
const FILL = `update claim_referrals set status = (select status from claims where id = new.claim_id)
        where claim_id = new.claim_id`;
const FOLLOW = 'update claim_referrals set status = new.status where claim_id = new.id';
const IS_ATTRIBUTED_CHANGE = 'new.refferal is not null and new.status <> old.status';

/**
 * Copies the status of a claim to its attribution, so that a partner's claims of one status are counted in one index.
 * The triggers update the copy in the same transaction, whichever process changes the claim.
 */
function createStatusTriggers(dialect: DialectName): string[] {
  if (dialect === 'sqlite')
    return [
      `create trigger claim_referrals_fill_status after insert on claim_referrals when new.status = ''
        begin ${FILL}; end`,
      `create trigger claims_referral_status after update of status on claims when ${IS_ATTRIBUTED_CHANGE}
        begin ${FOLLOW}; end`,
    ];
  const createFunction = (name: string, statement: string) =>
    `create function ${name}() returns trigger language plpgsql as $$
      begin ${statement}; return null; end $$`;
  return [
    createFunction('fill_referral_status', FILL),
    createFunction('follow_claim_status', FOLLOW),
    `create trigger claim_referrals_fill_status after insert on claim_referrals
      for each row when (new.status = '') execute function fill_referral_status()`,
    `create trigger claims_referral_status after update of status on claims
      for each row when (${IS_ATTRIBUTED_CHANGE}) execute function follow_claim_status()`,
  ];
}
