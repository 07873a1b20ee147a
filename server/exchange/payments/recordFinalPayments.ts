import { loadClaimById } from '../claims/findClaimById.ts';
import { transactOnClaim } from '../claims/lockClaim.ts';
import { countConfirmations, selectSeenPayments } from '../claims/payment/seenPayments.ts';
import { recordPayment } from '../claims/payment/recordPayment.ts';
import { getCurrentCourse } from '../claims/recalculation/recalculation.ts';
import { transitionClaim } from '../claims/status/transitionClaim.ts';
import type { ExchangeContext } from '../context.ts';
import type { ObservedPaymentRow } from '#server/platform/database/claimRows.ts';
import { hasRows } from '#server/platform/database/countRows.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { isRecordedPayment } from './unmatchedPayments.ts';

/**
 * Records the payments of a source that have all their confirmations, each in its own transaction. Rejects with the first
 * error, when the others are recorded.
 */
export async function recordFinalPayments(context: ExchangeContext, source: string): Promise<void> {
  const { db, now } = context;
  const byPerson = db
    .selectFrom('observed_payments')
    .where('source', '=', source)
    .where('recorded_at', 'is', null)
    .where(isRecordedPayment);
  // Only then, because a write takes the turn of others.
  if (await hasRows(byPerson))
    await db
      .updateTable('observed_payments')
      .set({ recorded_at: BigInt(now()) })
      .where('source', '=', source)
      .where('recorded_at', 'is', null)
      .where(isRecordedPayment)
      .execute();
  const pending = await selectSeenPayments(db)
    .where('observed_payments.source', '=', source)
    .where('observed_payments.height', 'is not', null)
    .$narrowType<{ block_hash: string }>()
    .orderBy('observed_payments.height')
    .orderBy('reference')
    .execute();
  const failures: unknown[] = [];
  for (const row of pending) {
    if (context.shutdown.signal.aborted) break;
    const { have, need } = countConfirmations(row);
    if (have < need) continue;
    await recordFinalPayment(context, row).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Records a final payment with the time of its arrival. The mark on the row prevents a second record by a process that
 * continues after a pause. A refused payment loses its claim, so that a person finds it.
 */
async function recordFinalPayment(
  context: ExchangeContext,
  {
    claim_id: id,
    currency_id,
    reference,
    block_hash,
    amount,
    first_seen_at,
  }: ObservedPaymentRow & { claim_id: string; block_hash: string },
): Promise<void> {
  const { db, log } = context;
  const updateRow = (trx: typeof db) =>
    trx
      .updateTable('observed_payments')
      .where('currency_id', '=', currency_id)
      .where('reference', '=', reference)
      .where('block_hash', '=', block_hash)
      .where('height', 'is not', null)
      .where('recorded_at', 'is', null);
  const currentCourse = await getCurrentCourse(context, db, await loadClaimById(db, id));
  await transactOnClaim(db, id, async (trx, before) => {
    const recordedAt = context.now();
    const marked = await updateRow(trx)
      .set({ recorded_at: BigInt(recordedAt) })
      .returning('reference')
      .executeTakeFirst();
    if (!marked) return;
    const receivedAt = Number(first_seen_at);
    const payment = { amount, reference, receivedAt, recordedAt, currentCourse };
    const { claim } = await recordPayment(context, trx, before, payment);
    if (claim.status === 'confirming' && before.status !== 'confirming')
      await transitionClaim(context, trx, { id, to: 'aml', actor: 'system', now: recordedAt });
  }).catch(
    onRefusal(async ({ code }) => {
      log.error({ claim: id, reference, code }, 'an observed payment cannot be recorded');
      await updateRow(db).set({ claim_id: null }).execute();
    }),
  );
}
