import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/**
 * Turns the fixed windows of shared limits into token buckets: `expire` is the time at which a bucket is full again.
 * Drops the counts of windows, which live for a day at most.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'delete from rate_limits',
    'alter table rate_limits rename column points to wait',
  ]);
}
