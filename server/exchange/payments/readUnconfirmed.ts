import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import { lockLease } from '#server/platform/database/lease.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { NetworkTransfer } from './paymentSource.ts';
import {
  createReading,
  fetchHead,
  storeTransfer,
  type LeasedSource,
  type ReadingContext,
} from './readBlocks.ts';
import { readCursor } from './sourceCursor.ts';

/**
 * Reads a part of the payments that wait for a block, and stores them. Deletes those that neither wait any more nor are in
 * a block: another transaction has replaced them, or the node has dropped them. Those that have waited too long stay, so
 * that they do not seem to be new. Returns whether more waits to be read. Rejects with SourceError.
 */
export async function readUnconfirmedPayments(
  context: ReadingContext,
  { source, lease }: LeasedSource,
  signal: AbortSignal,
): Promise<boolean> {
  if (!source.fetchUnconfirmed) return false;
  const { db, now } = context;
  const known = await db
    .selectFrom('observed_payments')
    .select('reference')
    .where('source', '=', source.name)
    .where('height', 'is', null)
    .where('recorded_at', 'is', null)
    .execute();
  const found = await source.fetchUnconfirmed(await createReading(db, source, signal));
  // After that: what gets into a block meanwhile is in this one or in an earlier one. Also rejects another network.
  const head = await fetchHead(context, source, signal);
  const added = await selectNew(db, found.transfers);
  const gone = known.map(({ reference }) => reference).filter(reference => !found.isUnconfirmed(reference));
  // A write takes the turn of others.
  if (added.length > 0 || gone.length > 0)
    await runInTransaction(db, async trx => {
      if (!(await lockLease(trx, lease))) return;
      // Else the next check does it: a payment that seems to be gone may be in a block that is not read yet.
      if (!(await readCursor(trx, source.name))?.hashes.includes(head.hash)) return;
      // First: what replaces a payment may be for the same claim.
      await trx
        .deleteFrom('observed_payments')
        .where('source', '=', source.name)
        .where('height', 'is', null)
        .where('recorded_at', 'is', null)
        .where(isAnyOf(trx, 'reference', gone))
        .execute();
      const at = now();
      for (const transfer of added)
        await storeTransfer(trx, source.name, transfer, { seenAt: BigInt(at), block: null, now: at });
    });
  if (found.failure) throw found.failure;
  return found.hasMore;
}

/** Selects the payments that are not stored. */
async function selectNew(db: Db, transfers: readonly NetworkTransfer[]): Promise<NetworkTransfer[]> {
  const stored = await db
    .selectFrom('observed_payments')
    .select(['currency_id', 'reference'])
    .where(isAnyOf(db, 'currency_id', [...new Set(transfers.map(({ currencyId }) => currencyId))]))
    .where(
      isAnyOf(
        db,
        'reference',
        transfers.map(({ reference }) => reference),
      ),
    )
    .execute();
  const formatKey = (currencyId: bigint, reference: string) => `${currencyId} ${reference}`;
  const keys = new Set(stored.map(one => formatKey(one.currency_id, one.reference)));
  return transfers.filter(one => !keys.has(formatKey(one.currencyId, one.reference)));
}
