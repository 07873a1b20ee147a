import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';

/** Selects the events by which claims were completed, without simulated claims. */
export const selectCompletedExchanges = (db: Db) =>
  db
    .selectFrom('claim_events')
    // A literal, because SQLite uses a partial index only for a known value.
    .where(sql<SqlBool>`claim_events.to_status = 'completed'`)
    .where('claim_events.claim_id', 'not in', db.selectFrom('simulated_claims').select('claim_id'));

/** Selects the time of the claim's first payment, milliseconds, as the column `paid_at` of the same query; null without one. */
export const selectPaidAt = () =>
  expressionBuilder<DatabaseSchema, 'claim_events'>()
    .selectFrom('payments')
    .select(({ fn }) => fn.min('payments.at').as('at'))
    .whereRef('payments.claim_id', '=', 'claim_events.claim_id')
    .as('paid_at');

/**
 * Computes the median time from payment to completion, minutes; null without one. Rounded up, so that the displayed
 * time is not shorter than the median. `durations`: milliseconds.
 */
export function computePayoutMinutes(durations: readonly number[]): number | null {
  const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)];
  return median === undefined ? null : Math.max(1, Math.ceil(median / 60_000));
}
