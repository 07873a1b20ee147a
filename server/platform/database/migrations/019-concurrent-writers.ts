import { sql, type Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Statuses of open claims when this migration was written, for SQL. */
const OPEN_STATUSES = `'new', 'verification', 'requisites', 'waiting', 'claimed', 'confirming', 'aml', 'hold', 'paid',
  'payout', 'payout_error', 'refunding'`;

/** The columns of a promocode that its uses do not change. */
const PROMOCODE_TERMS = 'code, percent, single_use, active';

/** Indexes of the open claims of a currency, and for the periodic jobs and the erasure of a claim's data. */
export const indexes = {
  claims_open_sum: `on claims (from_id, from_amount) where pay_to is not null and status in (${OPEN_STATUSES})`,
  claims_held: `on claims (from_id) where status = 'hold'`,
  idempotency_keys_claim: 'on idempotency_keys (claim_id)',
  handoffs_expiry: 'on handoffs (expires_at)',
  verifications_status: 'on verifications (status, expires_at)',
  files_photo: 'on files (at) where verification_id is not null',
};

/**
 * Allows concurrent writes of claims. Their numbers come from a sequence on PostgreSQL. Neither a hold on a reserve nor
 * the use of a promocode increments the catalogue's version, a single row whose lock would block all claims.
 */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') {
    await executeStatements(db, [
      ...['insert', 'update', 'delete'].map(change => `drop trigger if exists reserves_${change}_version`),
      'drop trigger if exists promocodes_update_version',
      `create trigger promocodes_update_version after update of ${PROMOCODE_TERMS} on promocodes
        begin update catalogue_version set version = version + 1; end`,
    ]);
    return;
  }
  await executeStatements(db, [
    'drop trigger if exists reserves_version on reserves',
    'drop trigger if exists promocodes_version on promocodes',
    `create trigger promocodes_version after insert or delete or truncate or update of ${PROMOCODE_TERMS} on promocodes
      for each statement execute function raise_catalogue_version()`,
    'create sequence if not exists claim_numbers',
  ]);
  await sql`select setval('claim_numbers', coalesce(max(number), 0) + 1, false) from claims`.execute(db);
}
