import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['rate_limits'] as const;

/** Index to delete windows that have ended. */
export const indexes = { rate_limits_expire: 'on rate_limits (expire)' };

/**
 * Creates the rate limits that processes on PostgreSQL share. Names and order of the columns are those of the library
 * rate-limiter-flexible. SQLite has the same table for an equal schema, but a single process needs no rows.
 */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  // A write of an unlogged table waits neither for the disk nor for a standby. After a crash the table is empty.
  const table = dialect === 'postgres' ? 'unlogged table' : 'table';
  await executeStatements(db, [
    `create ${table} rate_limits (
      key text not null primary key,
      points bigint not null,
      expire bigint not null
    )`,
  ]);
}
