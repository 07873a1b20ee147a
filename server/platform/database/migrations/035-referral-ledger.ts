import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'partner_balances',
  'partner_withdrawals',
  'partner_entries',
  'partner_networks',
  'withdrawal_methods',
] as const;

export const indexes = {
  partner_entries_partner: 'on partner_entries (partner_id, id)',
  partner_entries_available: 'on partner_entries (partner_id, available_at)',
  partner_withdrawals_partner: 'on partner_withdrawals (partner_id, created_at)',
  partner_withdrawals_open: 'on partner_withdrawals (created_at) where status = 0',
  partner_networks_seen: 'on partner_networks (seen_at)',
};

/** Creates the ledger of partners' income from the exchanges of their visitors, and withdrawals. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
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
      decided_at bigint
    )`,
    `create unique index partner_withdrawals_one_open on partner_withdrawals (partner_id) where status = 0`,
    `create unique index partner_withdrawals_key on partner_withdrawals (partner_id, idempotency_key)`,
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
    `create unique index partner_entries_claim on partner_entries (claim_id, kind)`,
    `create unique index partner_entries_withdrawal on partner_entries (withdrawal_id, kind)`,
    `create table partner_networks (
      id ${getSerialKeyType(dialect)},
      partner_id text not null references partners (id),
      network_hash text not null,
      seen_at bigint not null,
      unique (partner_id, network_hash)
    )`,
    `create table withdrawal_methods (
      currency_id bigint not null primary key references currencies (id),
      fee bigint not null check (fee >= 0),
      closed text
    )`,
    `alter table claim_referrals add column requisite_hashes text`,
  ]);
}
