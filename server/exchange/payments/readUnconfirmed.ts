import { lockLease } from '#server/platform/database/lease.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import type { ObservedPaymentRow } from '#server/platform/database/claimRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { PaymentSource, UnconfirmedTransfers } from './paymentSource.ts';
import { createReading, storeTransfer, type LeasedSource, type ReadingContext } from './readBlocks.ts';

/** What a node reports without a block, and the payments that waited before it was asked. */
interface UnconfirmedPayments {
  found: UnconfirmedTransfers;
  known: readonly Pick<ObservedPaymentRow, 'reference' | 'recorded_at'>[];
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
    .select(['reference', 'recorded_at'])
    .where('source', '=', source.name)
    .where('height', 'is', null)
    .execute();
  return { found: await source.fetchUnconfirmed(await createReading(db, signal)), known };
}

/**
 * Stores the payments that wait for a block, when the blocks after `fetchUnconfirmedPayments` are read. Deletes those that
 * neither wait any more nor are in a block: another transaction has replaced them, or the node has dropped them. Those
 * that have waited too long stay, so that they do not seem to be new.
 */
export async function storeUnconfirmedPayments(
  { db, now }: ReadingContext,
  { source: { name: source }, lease }: LeasedSource,
  { found: { transfers, isUnconfirmed }, known }: UnconfirmedPayments,
): Promise<void> {
  const gone = known.flatMap(({ reference, recorded_at }) =>
    recorded_at !== null || isUnconfirmed(reference) ? [] : reference,
  );
  const knownReferences = new Set(known.map(({ reference }) => reference));
  const added = transfers.filter(({ reference }) => !knownReferences.has(reference));
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
