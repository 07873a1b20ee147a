import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Allows several open withdrawals of a partner, and notes when the operator has begun with one. */
export async function up(db: Kysely<unknown>, _dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    'drop index partner_withdrawals_one_open',
    'alter table partner_withdrawals add column begun_at bigint',
  ]);
}
