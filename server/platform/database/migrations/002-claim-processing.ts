import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { createAppendOnlyTriggers, executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [
  'payments',
  'recalculations',
  'files',
  'verifications',
  'handoffs',
  'mail',
  'operator_changes',
  'simulated_claims',
] as const;

/** Creates the tables for processing claims: payments, offers, verifications, files, mail, operator changes. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, createStatements(dialect));
}

function createStatements(dialect: DialectName): readonly string[] {
  const idType = getSerialKeyType(dialect);
  const bytesType = dialect === 'sqlite' ? 'blob' : 'bytea';
  const reasonColumn = `reason text not null check (reason in (
        'underpaid', 'overpaid', 'paid_late', 'rate_moved', 'aml_risk', 'sender_mismatch', 'verification_failed',
        'manual'))`;
  return [
    `create table payments (
      id ${idType},
      claim_id text not null references claims (id),
      amount bigint not null check (amount > 0),
      reference text,
      at bigint not null
    )`,
    `create index payments_claim on payments (claim_id)`,
    `create table recalculations (
      id ${idType},
      claim_id text not null references claims (id),
      ${reasonColumn},
      from_amount bigint not null check (from_amount > 0),
      course text not null,
      source_course text not null,
      to_amount bigint not null check (to_amount > 0),
      state text not null check (state in ('offered', 'accepted', 'refused', 'applied')),
      at bigint not null
    )`,
    `create index recalculations_claim on recalculations (claim_id)`,
    `create table verifications (
      id text not null primary key,
      claim_id text not null references claims (id),
      status text not null check (status in ('draft', 'pending', 'approved', 'rejected', 'expired')),
      reason text,
      bin text not null,
      last4 text not null,
      card_hash text not null,
      expires_at bigint,
      decided_at bigint,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    `create index verifications_claim on verifications (claim_id)`,
    `create index verifications_card on verifications (card_hash, status)`,
    `create table files (
      id text not null primary key,
      claim_id text references claims (id),
      verification_id text references verifications (id),
      name text,
      type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
      size bigint not null check (size > 0),
      hash text not null,
      content ${bytesType} not null,
      at bigint not null,
      check ((claim_id is null) <> (verification_id is null))
    )`,
    `create index files_claim on files (claim_id)`,
    `create index files_verification on files (verification_id)`,
    `create table handoffs (
      token_hash text not null primary key,
      verification_id text not null references verifications (id),
      device_hash text,
      expires_at bigint not null
    )`,
    `create table mail (
      id ${idType},
      message_id text not null unique,
      claim_id text not null references claims (id),
      recipient text not null,
      subject text not null,
      text text not null,
      attempts bigint not null default 0,
      next_at bigint not null,
      sent_at bigint,
      at bigint not null
    )`,
    `create index mail_unsent on mail (sent_at, next_at)`,
    `create table operator_changes (
      id ${idType},
      command text not null,
      target text not null,
      detail text not null,
      at bigint not null
    )`,
    `create table simulated_claims (claim_id text not null primary key references claims (id))`,
    ...createAppendOnlyTriggers(dialect, ['payments', 'operator_changes']),
  ];
}
