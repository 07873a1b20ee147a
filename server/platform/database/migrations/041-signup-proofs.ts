import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Adds the browser and the origin of a sign-up, to prevent the activation of a stranger's sign-up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table signups add column browser_hash text',
    'alter table signups add column device text',
    'alter table signups add column network text',
  ]);
}
