import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { createAppendOnlyTriggers, executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['address_keys', 'claim_addresses'] as const;

/** Indexes: name → definition after `create index <name>`. */
export const indexes = {
  claim_addresses_claim: `on claim_addresses (claim_id)`,
};

/** Creates the keys that addresses are derived from, and the addresses that claims have got. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    // One counter for each key, whatever currencies it serves: tokens of a network share their addresses.
    `create table address_keys (
      id ${getSerialKeyType(dialect)},
      chain_key text not null unique,
      next_index bigint not null check (next_index between 0 and 2147483648)
    )`,
    `create table claim_addresses (
      key_id bigint not null references address_keys (id),
      address_index bigint not null,
      claim_id text not null references claims (id),
      at bigint not null,
      primary key (key_id, address_index)
    )`,
    ...createAppendOnlyTriggers(dialect, ['claim_addresses']),
    `alter table payment_requisites add column key_id bigint references address_keys (id)`,
    `alter table payment_requisites add column address_format text`,
  ]);
}
