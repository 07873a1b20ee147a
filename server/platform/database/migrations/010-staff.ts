import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['staff', 'claim_holders', 'claim_notes'] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  claim_holders_user: `on claim_holders (user_id)`,
  claim_notes_claim: `on claim_notes (claim_id)`,
  operator_changes_target: `on operator_changes (target)`,
  // Money that arrived after the end of a claim, returned or not.
  reserve_entries_unsettled: `on reserve_entries (claim_id) where amount_change > 0 and held_change > 0`,
};

/** Creates the staff with roles, and who works on a claim; records the network of operators' changes. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table staff (
      user_id text primary key references users (id),
      role text not null check (role in ('support', 'cashier', 'dealer', 'admin')),
      invited_by text not null,
      at bigint not null
    )`,
    `create table claim_holders (
      claim_id text primary key references claims (id),
      user_id text not null references users (id),
      at bigint not null
    )`,
    `create table claim_notes (
      id ${getSerialKeyType(dialect)},
      claim_id text not null references claims (id),
      author text not null,
      text text not null,
      at bigint not null
    )`,
    `alter table operator_changes add column network text not null default ''`,
  ]);
}
