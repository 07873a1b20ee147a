import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** How long a reported bank transfer is awaited: 3 hours. */
const CLAIMED_WINDOW_MS = 10_800_000;

/** Sets the deadlines of reported bank and cash payments to the values of this version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `update claims set deadline = updated_at + ${CLAIMED_WINDOW_MS}
      where status = 'claimed' and from_id in (select id from currencies where kind <> 'crypto')`,
  ]);
}
