import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { createVersionTriggers, executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['discount_tiers'] as const;

/** Creates the discounts by turnover and inserts the initial tiers. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table discount_tiers (
      turnover bigint not null primary key check (turnover > 0),
      percent text not null
    )`,
    ...createVersionTriggers(dialect, tableNames),
    `insert into discount_tiers (turnover, percent)
      values (100000, '0.05'), (500000, '0.1'), (2000000, '0.15'), (5000000, '0.25')`,
  ]);
}
