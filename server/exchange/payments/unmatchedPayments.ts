import { expressionBuilder } from 'kysely';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';

/** In a query of `observed_payments`: whether the payment is recorded, perhaps by a person. */
export const isRecordedPayment = () =>
  expressionBuilder<DatabaseSchema, 'observed_payments'>().exists(query =>
    query
      .selectFrom('payments')
      .select('payments.id')
      .whereRef('payments.currency_id', '=', 'observed_payments.currency_id')
      .whereRef('payments.reference', '=', 'observed_payments.reference'),
  );

/** Selects the payments in blocks that no claim is known for and that nobody has recorded or dismissed. */
export const selectUnmatchedPayments = (db: Db) =>
  db
    .selectFrom('observed_payments')
    .innerJoin('currencies', 'currencies.id', 'observed_payments.currency_id')
    .where('height', 'is not', null)
    .where('recorded_at', 'is', null)
    .where('claim_id', 'is', null)
    .where('dismissed_at', 'is', null)
    .where(({ not }) => not(isRecordedPayment()));
