import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['auto_withdrawals'] as const;

/** Allows several open withdrawals, and adds the start of their payment and the threshold of automatic ones. */
export async function up(db: Kysely<unknown>, _dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    'drop index partner_withdrawals_one_open',
    'alter table partner_withdrawals add column begun_at bigint',
    `create table auto_withdrawals (
      partner_id text not null primary key references partners (id),
      requisite_id text not null,
      amount bigint not null check (amount > 0),
      created_at bigint not null
    )`,
  ]);
}
