import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { createAppendOnlyTriggers, executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['payment_sources', 'observed_payments'] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  claim_addresses_address: `on claim_addresses (address)`,
  observed_payments_claim: `on observed_payments (claim_id)`,
  observed_payments_pending: `on observed_payments (source, height) where recorded_at is null`,
};

/** Creates the payments that a node has reported, and what has been read of it; stores the addresses of claims. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table payment_sources (
      source text primary key,
      height bigint not null,
      hashes text not null,
      checked_at bigint
    )`,
    `create table observed_payments (
      currency_id bigint not null references currencies (id),
      reference text not null,
      source text not null,
      address text not null,
      amount bigint not null check (amount > 0),
      height bigint not null,
      block_hash text not null,
      claim_id text references claims (id),
      first_seen_at bigint not null,
      recorded_at bigint,
      dismissed_at bigint,
      primary key (currency_id, reference)
    )`,
    `alter table currencies add column confirmations bigint`,
    `alter table currencies add column contract text`,
    `alter table claim_addresses add column address text`,
    ...(dialect === 'sqlite'
      ? [`drop trigger claim_addresses_no_update`, `drop trigger claim_addresses_no_delete`]
      : [`drop trigger claim_addresses_append_only on claim_addresses`]),
    `update claim_addresses set address = (
      select ${dialect === 'sqlite' ? `json_extract(pay_to, '$.value')` : `pay_to::json ->> 'value'`}
      from claims where claims.id = claim_addresses.claim_id
    )`,
    ...createAppendOnlyTriggers(dialect, ['claim_addresses']),
  ]);
}
