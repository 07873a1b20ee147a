import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Adds the further networks that have read a claim, and the networks in which shops use their keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table claim_referrals add column creator_hash text',
    'alter table claim_referrals add column network_hashes text',
    'alter table partner_networks add column server_seen_at bigint not null default 0',
  ]);
}
