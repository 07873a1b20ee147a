import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Creates the index that finds the other e-mails about a claim. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [`create index if not exists mail_claim on mail (claim_id)`]);
}
