import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['verifications', 'handoffs', 'files'] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  verifications_card: `on verifications (card_hash, status)`,
  verifications_claim: `on verifications (claim_id)`,
  verifications_requisite: `on verifications (requisite_id) where requisite_id is not null`,
  verifications_status: `on verifications (status, expires_at)`,
  verifications_user: `on verifications (user_id, created_at) where user_id is not null`,
  handoffs_expiry: `on handoffs (expires_at)`,
  handoffs_verification: `on handoffs (verification_id)`,
  files_claim: `on files (claim_id)`,
  files_photo: `on files (at) where verification_id is not null`,
  files_verification: `on files (verification_id)`,
};

/** Creates verifications of cards and the files of claims and verifications. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table verifications (
      id text not null primary key,
      status text not null check (status in ('draft', 'pending', 'approved', 'rejected', 'expired')),
      reason text,
      bin text not null,
      last4 text not null,
      card_hash text not null,
      expires_at bigint,
      decided_at bigint,
      created_at bigint not null,
      updated_at bigint not null,
      claim_id text references claims (id),
      user_id text references users (id),
      requisite_id text references saved_requisites (id)
    )`,
    `create table handoffs (
      token_hash text not null primary key,
      verification_id text not null references verifications (id),
      device_hash text,
      expires_at bigint not null
    )`,
    `create table files (
      id text not null primary key,
      claim_id text references claims (id),
      verification_id text references verifications (id),
      name text,
      type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
      size bigint not null check (size > 0),
      hash text not null,
      content ${dialect === 'sqlite' ? 'blob' : 'bytea'} not null,
      at bigint not null,
      check ((claim_id is null) <> (verification_id is null))
    )`,
  ]);
}
