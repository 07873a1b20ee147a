import { lockLease } from '#server/platform/database/lease.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import type { ObservedPaymentRow } from '#server/platform/database/claimRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { PaymentSource, UnconfirmedTransfers } from './paymentSource.ts';
import { createReading, storeTransfer, type LeasedSource, type ReadingContext } from './readBlocks.ts';

/**
 * How long a payment may wait for a block, milliseconds. After that it counts with the time of its block: a client must
 * not hold the promised course with a low fee, to replace the payment when the market has moved.
 */
const MAX_WAIT_MS = 3 * 3_600_000;

/** What a node reports without a block, and the payments that waited before it was asked. */
interface UnconfirmedPayments {
  found: UnconfirmedTransfers;
  known: readonly Pick<ObservedPaymentRow, 'reference' | 'first_seen_at'>[];
}

/** Fetches the payments that wait for a block; null if the source does not report them. */
export async function fetchUnconfirmedPayments(
  { db }: ReadingContext,
  source: PaymentSource,
  signal: AbortSignal,
): Promise<UnconfirmedPayments | null> {
  if (!source.fetchUnconfirmed) return null;
  const known = await db
    .selectFrom('observed_payments')
    .select(['reference', 'first_seen_at'])
    .where('source', '=', source.name)
    .where('height', 'is', null)
    .where('recorded_at', 'is', null)
    .execute();
  return { found: await source.fetchUnconfirmed(await createReading(db, signal)), known };
}

/**
 * Stores the payments that wait for a block, when the blocks after `fetchUnconfirmedPayments` are read. Deletes those that
 * neither wait any more nor are in a block: another transaction has replaced them, or the node has dropped them; and those
 * that have waited for MAX_WAIT_MS.
 */
export async function storeUnconfirmedPayments(
  { db, now }: ReadingContext,
  { source: { name: source }, lease }: LeasedSource,
  { found: { transfers, isUnconfirmed }, known }: UnconfirmedPayments,
): Promise<void> {
  const oldest = now() - MAX_WAIT_MS;
  const gone = known.flatMap(({ reference, first_seen_at }) =>
    isUnconfirmed(reference) && first_seen_at > oldest ? [] : reference,
  );
  const added = transfers.filter(({ reference }) => !known.some(one => one.reference === reference));
  // A write takes the turn of others.
  if (gone.length === 0 && added.length === 0) return;
  await runInTransaction(db, async trx => {
    if (!(await lockLease(trx, lease))) return;
    // First: what replaces a payment may be for the same claim.
    await trx
      .deleteFrom('observed_payments')
      .where('source', '=', source)
      .where('height', 'is', null)
      .where('recorded_at', 'is', null)
      .where(isAnyOf(trx, 'reference', gone))
      .execute();
    const at = now();
    for (const transfer of added)
      await storeTransfer(trx, source, transfer, { seenAt: BigInt(at), block: null, now: at });
  });
}
