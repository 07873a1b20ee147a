import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Adds the network from which the client of a shop opened its claim. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, ['alter table claim_referrals add column opener_hash text']);
}
