import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Stores the texts of payments, which name a claim where all claims share an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [`alter table observed_payments add column memo text`]);
}
