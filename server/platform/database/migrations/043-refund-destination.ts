import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

const REASON_CHECK = `check (reason in (
        'underpaid', 'overpaid', 'paid_late', 'rate_moved', 'aml_risk', 'sender_mismatch', 'verification_failed',
        'manual', 'refund_elsewhere', 'refund_disputed'))`;

/** Adds the refund requisites next to the requisites of the payment, and two hold reasons. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    'alter table claims add column refund_requisites text',
    ...(dialect === 'postgres'
      ? [
          'alter table claims drop constraint claims_reason_check',
          // All earlier rows satisfy the check, so they need not be read.
          `alter table claims add constraint claims_reason_check ${REASON_CHECK} not valid`,
        ]
      : [
          // SQLite cannot change the check of a column, so a new column replaces it.
          'alter table claims rename column reason to earlier_reason',
          `alter table claims add column reason text ${REASON_CHECK}`,
          'update claims set reason = earlier_reason where earlier_reason is not null',
          'alter table claims drop column earlier_reason',
        ]),
  ]);
}
