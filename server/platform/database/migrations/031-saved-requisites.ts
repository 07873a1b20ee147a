import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['saved_requisites'] as const;

export const indexes = {
  saved_requisites_user: 'on saved_requisites (user_id, created_at)',
  saved_requisites_deletion: 'on saved_requisites (deleted_at) where deleted_at is not null',
  verifications_user: 'on verifications (user_id, created_at) where user_id is not null',
  handoffs_verification: 'on handoffs (verification_id)',
  verifications_requisite: 'on verifications (requisite_id) where requisite_id is not null',
};

/** Adds saved requisites, and the verification of a saved card without a claim. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table saved_requisites (
      id text not null primary key,
      user_id text not null references users (id),
      type text not null check (type in ('card', 'wallet')),
      currency_id bigint not null references currencies (id),
      label text not null,
      sealed_values text not null,
      value_hash text not null,
      payout_from bigint not null,
      used_at bigint,
      created_at bigint not null,
      deleted_at bigint
    )`,
    `create unique index saved_requisites_value on saved_requisites (user_id, value_hash) where deleted_at is null`,
    ...(dialect === 'postgres'
      ? ['alter table verifications alter column claim_id drop not null']
      : REPLACE_CLAIM_ID),
    'alter table verifications add column user_id text references users (id)',
    'alter table verifications add column requisite_id text references saved_requisites (id)',
  ]);
}

/** SQLite before 3.53 cannot make a column nullable. Other tables refer to this one, so it is not recreated. */
const REPLACE_CLAIM_ID = [
  'alter table verifications add column nullable_claim_id text references claims (id)',
  'update verifications set nullable_claim_id = claim_id',
  'drop index verifications_claim',
  'alter table verifications drop column claim_id',
  'alter table verifications rename column nullable_claim_id to claim_id',
  'create index verifications_claim on verifications (claim_id)',
];
