import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['leases', 'rates'] as const;

/** Creates the leases of periodic jobs, and the prices that all processes share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table leases (
      name text not null primary key,
      holder text not null,
      expires_at bigint not null
    )`,
    `create table rates (
      source text not null,
      ticker text not null,
      bid text not null,
      ask text not null,
      at bigint not null,
      unconfirmed_bid text,
      unconfirmed_ask text,
      unconfirmed_at bigint,
      primary key (source, ticker)
    )`,
  ]);
}
