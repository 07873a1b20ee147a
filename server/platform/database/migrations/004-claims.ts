import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { createAppendOnlyTriggers, executeStatements, getSerialKeyType } from './statements.ts';

/** Statuses of open claims, for SQL. */
const OPEN_STATUSES = `'new', 'verification', 'requisites', 'waiting', 'claimed', 'confirming', 'aml', 'hold', 'paid',
  'payout', 'payout_error', 'refunding'`;

/** Tables that this migration creates. */
export const tableNames = [
  'claims',
  'claim_events',
  'idempotency_keys',
  'reserve_entries',
  'payments',
  'payouts',
  'recalculations',
  'simulated_claims',
] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  claims_completed: `on claims (created_at, from_id, to_id) where status = 'completed'`,
  claims_email: `on claims (email, status)`,
  claims_expected_sum: `on claims (from_id, from_amount) where pay_to is not null`,
  claims_held: `on claims (from_id) where status = 'hold'`,
  claims_not_erased: `on claims (status, updated_at) where erased_at is null`,
  claims_offer_due: `on claims (offer_due_at) where offer_due_at is not null`,
  claims_open_address: `on claims (address_hash, email) where status in (${OPEN_STATUSES})`,
  claims_open_sum: `on claims (from_id, from_amount) where pay_to is not null and status in (${OPEN_STATUSES})`,
  claims_status: `on claims (status, deadline)`,
  claims_turnover: `on claims (user_id, created_at, turnover) where turnover is not null`,
  claims_user: `on claims (user_id, created_at, id, status, from_id, to_id) where user_id is not null`,
  claim_events_claim: `on claim_events (claim_id)`,
  claim_events_completed: `on claim_events (at) where to_status = 'completed'`,
  idempotency_keys_claim: `on idempotency_keys (claim_id)`,
  reserve_entries_claim: `on reserve_entries (claim_id)`,
  reserve_entries_currency: `on reserve_entries (currency_id)`,
  payments_claim: `on payments (claim_id)`,
  payouts_claim: `on payouts (claim_id)`,
  recalculations_claim: `on recalculations (claim_id)`,
};

/** Creates claims, the ledger of reserves, payments, payouts and offers. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table claims (
      id text not null primary key,
      number bigint not null unique check (number > 0),
      public_number text not null unique,
      status text not null check (status in (
        'new', 'verification', 'requisites', 'waiting', 'claimed', 'confirming', 'aml', 'hold', 'paid',
        'payout', 'payout_error', 'refunding', 'completed', 'refunded', 'rejected', 'expired', 'cancelled')),
      from_id bigint not null references currencies (id),
      to_id bigint not null references currencies (id),
      city text,
      from_amount bigint not null check (from_amount > 0),
      to_amount bigint not null check (to_amount > 0),
      course text not null,
      source_course text not null,
      margin text not null,
      discount text not null,
      verification bigint not null check (verification in (0, 1)),
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
      offer_due_at bigint,
      erased_at bigint,
      secret_key_id text,
      user_id text references users (id),
      usd_price text,
      turnover bigint check (turnover >= 0),
      refund_requisites text,
      reason text check (reason in (
        'underpaid', 'overpaid', 'paid_late', 'rate_moved', 'aml_risk', 'sender_mismatch',
        'verification_failed', 'manual', 'refund_elsewhere', 'refund_disputed')),
      uncapped_course text,
      check (from_id <> to_id)
    )`,
    // A claim and what refers to it are written in one transaction, in any order.
    `create table claim_events (
      id ${getSerialKeyType(dialect)},
      claim_id text not null references claims (id) deferrable initially deferred,
      from_status text,
      to_status text not null,
      reason text,
      actor text not null check (actor in ('client', 'operator', 'system')),
      note text,
      at bigint not null
    )`,
    `create table idempotency_keys (
      key text not null,
      scope text not null,
      body_hash text not null,
      claim_id text not null references claims (id) deferrable initially deferred,
      answer text not null,
      at bigint not null,
      primary key (scope, key)
    )`,
    `create table reserve_entries (
      id ${getSerialKeyType(dialect)},
      currency_id bigint not null references currencies (id),
      claim_id text references claims (id) deferrable initially deferred,
      amount_change bigint not null,
      held_change bigint not null,
      kind text not null check (kind in ('seed', 'hold', 'release', 'payout', 'receipt', 'operator')),
      at bigint not null,
      check (amount_change <> 0 or held_change <> 0)
    )`,
    `create table payments (
      id ${getSerialKeyType(dialect)},
      claim_id text not null references claims (id),
      currency_id bigint not null references currencies (id),
      amount bigint not null check (amount > 0),
      reference text not null check (reference <> ''),
      at bigint not null
    )`,
    `create table payouts (
      id ${getSerialKeyType(dialect)},
      claim_id text not null references claims (id),
      kind text not null check (kind in ('payout', 'refund')),
      reference text not null check (reference <> ''),
      at bigint not null
    )`,
    `create table recalculations (
      id ${getSerialKeyType(dialect)},
      claim_id text not null references claims (id),
      reason text not null check (reason in (
        'underpaid', 'overpaid', 'paid_late', 'rate_moved', 'aml_risk', 'sender_mismatch',
        'verification_failed', 'manual')),
      from_amount bigint not null check (from_amount > 0),
      course text not null,
      source_course text not null,
      to_amount bigint not null check (to_amount > 0),
      state text not null check (state in ('offered', 'accepted', 'refused', 'applied')),
      at bigint not null,
      expires_at bigint,
      uncapped_course text
    )`,
    `create table simulated_claims (
      claim_id text not null primary key references claims (id)
    )`,
    'create unique index payments_reference on payments (currency_id, reference)',
    ...createAppendOnlyTriggers(dialect, ['claim_events', 'reserve_entries', 'payments', 'payouts']),
    ...(dialect === 'sqlite' ? [] : ['create sequence claim_numbers']),
  ]);
}
