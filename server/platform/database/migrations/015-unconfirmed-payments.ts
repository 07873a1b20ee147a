import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Lets observed payments wait for a block. SQLite cannot change a column, so its table is written again. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(
    db,
    dialect === 'postgres'
      ? [
          `alter table observed_payments alter column height drop not null, alter column block_hash drop not null`,
        ]
      : [
          `create table unconfirmed_payments (
            currency_id bigint not null references currencies (id),
            reference text not null,
            source text not null,
            address text not null,
            amount bigint not null check (amount > 0),
            height bigint,
            block_hash text,
            claim_id text references claims (id),
            first_seen_at bigint not null,
            recorded_at bigint,
            dismissed_at bigint,
            primary key (currency_id, reference)
          )`,
          `insert into unconfirmed_payments select currency_id, reference, source, address, amount, height, block_hash,
            claim_id, first_seen_at, recorded_at, dismissed_at from observed_payments`,
          `drop table observed_payments`,
          `alter table unconfirmed_payments rename to observed_payments`,
        ],
  );
}
