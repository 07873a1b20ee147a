import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['bank_transfers'] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = { bank_transfers_at: `on bank_transfers (at)` };

/** Creates the transfers that a bank has reported and that no claim is known for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    `create table bank_transfers (
      id text primary key,
      currency_id bigint not null references currencies (id),
      reference text not null,
      amount bigint not null check (amount > 0),
      text text not null,
      at bigint not null,
      dismissed_at bigint,
      unique (currency_id, reference)
    )`,
  ]);
}
