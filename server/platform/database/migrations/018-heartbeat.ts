import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['heartbeat'] as const;

/** Creates the row that the health check writes to verify that the database is writable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'create table heartbeat (id bigint primary key check (id = 1), at bigint not null)',
    'insert into heartbeat (id, at) values (1, 0)',
  ]);
}
