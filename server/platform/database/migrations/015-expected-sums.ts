import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Creates the index of a currency's claims by their sum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'create index claims_expected_sum on claims (from_id, from_amount) where pay_to is not null',
  ]);
}
