import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['account_promocodes'] as const;

/** The turnover of an account in the last 12 months, and the most exchanged directions. */
export const indexes = {
  claims_turnover: 'on claims (user_id, created_at, turnover) where turnover is not null',
  claims_completed: `on claims (created_at, from_id, to_id) where status = 'completed'`,
};

/** Adds a value in US dollars to claims, an expiry to promocodes, and the promocodes of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table claims add column usd_price text',
    'alter table claims add column turnover bigint check (turnover >= 0)',
    'alter table promocodes add column valid_until bigint',
    `create table account_promocodes (
      user_id text not null references users (id),
      code text not null references promocodes (code),
      added_at bigint not null,
      primary key (user_id, code)
    )`,
  ]);
}
