import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { createAppendOnlyTriggers, executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['payouts'] as const;

/** Creates the references of payouts and refunds. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table payouts (
      id ${getSerialKeyType(dialect)},
      claim_id text not null references claims (id),
      kind text not null check (kind in ('payout', 'refund')),
      reference text not null check (reference <> ''),
      at bigint not null
    )`,
    `create index payouts_claim on payouts (claim_id)`,
    ...createAppendOnlyTriggers(dialect, tableNames),
  ]);
}
