import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Statuses of open claims when this migration was written, for SQL. */
const OPEN_STATUSES = `'new', 'verification', 'requisites', 'waiting', 'claimed', 'confirming', 'aml', 'hold', 'paid',
  'payout', 'payout_error', 'refunding'`;

/** The open claims of a network, which each creation counts. */
export const indexes = {
  claims_open_address: `on claims (address_hash, email) where status in (${OPEN_STATUSES})`,
};

/** Replaces an index of all claims, including closed ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, ['drop index if exists claims_address']);
}
