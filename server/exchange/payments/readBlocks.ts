import { expressionBuilder } from 'kysely';
import { lockLease, type Lease } from '#server/platform/database/lease.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { findPaymentNetwork } from '../catalogue/paymentNetworks.ts';
import { hasWaitedTooLong } from '../claims/payment/seenPayments.ts';
import { SourceError } from '../courses/prices/download.ts';
import type { ExchangeContext } from '../context.ts';
import { findOwnAddresses, listSharedAddresses, matchTransfer } from './matchTransfer.ts';
import type {
  BlockHeader,
  BlockReading,
  NetworkBlock,
  NetworkTransfer,
  PaymentSource,
} from './paymentSource.ts';
import { getReadHash, readCursor, writeCursor, type SourceCursor } from './sourceCursor.ts';

/** A source with the lease of the process that reads it. */
export interface LeasedSource {
  source: PaymentSource;
  lease: Lease;
}

export type ReadingContext = Pick<ExchangeContext, 'db' | 'log' | 'now'>;

/**
 * How far blocks are read: all of them; further ones wait; or the node has no block to go on with: it has just replaced
 * the next one, or it is behind another node that has responded before.
 */
export type ReadProgress = 'complete' | 'behind' | 'stopped';

/**
 * Reads the next blocks of a source and stores their payments. Blocks that the node has replaced are taken back first.
 * The first call of a new source only notes the newest block. Rejects with SourceError if the node does not answer as it
 * should.
 */
export async function readNextBlocks(
  context: ReadingContext,
  leased: LeasedSource,
  signal: AbortSignal,
): Promise<ReadProgress> {
  const { db } = context;
  const { source } = leased;
  const head = await fetchHead(context, source, signal);
  const stored = await readCursor(db, source.name);
  if (!stored) {
    const blocks = [{ ...head, transfers: [] }];
    await storeBlocks(context, leased, { from: null, common: null, blocks, isNewest: true });
    return 'complete';
  }
  const common = await findCommonCursor(source, { cursor: stored, head, signal });
  const blocks = await fetchBlocks(context, source, { cursor: common, head, signal });
  const isNewest = common.height + blocks.length === head.height;
  if (blocks.length > 0 || isNewest)
    await storeBlocks(context, leased, { from: stored, common, blocks, isNewest });
  if (isNewest) return 'complete';
  return blocks.length > 0 ? 'behind' : 'stopped';
}

/** Fetches the newest block of a synchronized node. */
export async function fetchHead(
  { now }: Pick<ReadingContext, 'now'>,
  source: PaymentSource,
  signal: AbortSignal,
): Promise<BlockHeader> {
  const head = await source.fetchHead(signal);
  const ageMs = now() - head.at;
  if (ageMs > source.maxHeadAgeMs)
    throw new SourceError(`the newest block of the node is ${Math.round(ageMs / 60_000)} minutes old`);
  return head;
}

/** What a node reports in one round. */
interface Round {
  cursor: SourceCursor;
  head: BlockHeader;
  signal: AbortSignal;
}

/**
 * Compares the blocks that were read with the chain of the node. Returns the cursor at the last common block: an earlier
 * one if the network has replaced blocks.
 */
async function findCommonCursor(
  source: PaymentSource,
  { cursor, head, signal }: Round,
): Promise<SourceCursor> {
  const oldest = cursor.height - cursor.hashes.length + 1;
  if (head.height < oldest)
    throw new SourceError(`the node is ${cursor.height - head.height} blocks behind what was read`);
  // Spares a call for each block of a network that has many.
  if (head.height === cursor.height + 1 && head.parentHash === getReadHash(cursor, cursor.height))
    return cursor;
  let height = Math.min(cursor.height, head.height);
  while (height >= oldest) {
    const header = height === head.height ? head : await source.fetchHeader(height, signal);
    if (header?.hash === getReadHash(cursor, height)) break;
    height--;
  }
  // A node that is only behind has the same blocks.
  if (height === Math.min(cursor.height, head.height)) return cursor;
  return { height, hashes: cursor.hashes.slice(0, height - oldest + 1) };
}

/**
 * Takes back the payments of replaced blocks, unless they are recorded: they wait for a block again if the source reports
 * that, else they are deleted. Returns when each of the deleted ones was first seen: it may be in another block now, and
 * its claim must not expire meanwhile.
 */
async function takeBackReplaced(
  trx: Db,
  log: ReadingContext['log'],
  { name: source, fetchUnconfirmed }: PaymentSource,
  height: number,
): Promise<ReadonlyMap<string, bigint>> {
  log.warn({ source, to: height }, 'the network has replaced blocks');
  const recorded = await trx
    .selectFrom('observed_payments')
    .select(['reference', 'claim_id'])
    .where('source', '=', source)
    .where('height', '>', BigInt(height))
    .where('recorded_at', 'is not', null)
    .execute();
  if (recorded.length > 0)
    log.error({ source, payments: recorded }, 'recorded payments are in replaced blocks');
  if (fetchUnconfirmed) {
    await trx
      .updateTable('observed_payments')
      .set({ height: null })
      .where('source', '=', source)
      .where('height', '>', BigInt(height))
      .where('recorded_at', 'is', null)
      .execute();
    return new Map();
  }
  const deleted = await trx
    .deleteFrom('observed_payments')
    .where('source', '=', source)
    .where('height', '>', BigInt(height))
    .where('recorded_at', 'is', null)
    .returning(['currency_id', 'address', 'amount', 'first_seen_at'])
    .execute();
  return new Map(
    deleted.map(one => [formatPayment(one.currency_id, one.address, one.amount), one.first_seen_at]),
  );
}

/** Identifies a payment, also in another block: the index of an event may differ there. */
const formatPayment = (currencyId: bigint, address: string, amount: bigint) =>
  [currencyId, address, amount].join(' ');

/** Creates what a source needs to find the payments to addresses of the exchange. */
export async function createReading(
  db: Db,
  { name }: PaymentSource,
  signal: AbortSignal,
): Promise<BlockReading> {
  const all = await db.selectFrom('currencies').selectAll().where('kind', '=', 'crypto').execute();
  const currencies = all.filter(currency => findPaymentNetwork(currency)?.name === name);
  const ids = currencies.map(({ id }) => id);
  return {
    currencies,
    findOwnAddresses: addresses => findOwnAddresses(db, addresses),
    listSharedAddresses: () => listSharedAddresses(db, ids),
    signal,
  };
}

/** Fetches the blocks after the cursor, as far as they follow each other. */
async function fetchBlocks(
  { db }: ReadingContext,
  source: PaymentSource,
  { cursor, head, signal }: Round,
): Promise<NetworkBlock[]> {
  const count = Math.max(0, Math.min(source.maxBatchBlocks, head.height - cursor.height));
  if (count === 0) return [];
  const reading = await createReading(db, source, signal);
  const fetched = await source.fetchBlocks(cursor.height + 1, count, reading);
  const blocks: NetworkBlock[] = [];
  let previous = getReadHash(cursor, cursor.height);
  for (const block of fetched) {
    if (previous !== undefined && block.parentHash !== previous) break;
    blocks.push(block);
    previous = block.hash;
  }
  return blocks;
}

/** Stores the payments of blocks and the new cursor, unless another process has read further since `from`. */
async function storeBlocks(
  { db, log, now }: ReadingContext,
  { source, lease }: LeasedSource,
  {
    from,
    common,
    blocks,
    isNewest,
  }: {
    from: SourceCursor | null;
    common: SourceCursor | null;
    blocks: readonly NetworkBlock[];
    isNewest: boolean;
  },
): Promise<void> {
  await runInTransaction(db, async trx => {
    if (!(await lockLease(trx, lease))) return;
    const stored = await readCursor(trx, source.name);
    if (stored?.height !== from?.height || stored?.hashes.at(-1) !== from?.hashes.at(-1)) return;
    const firstSeen =
      common && common !== from ? await takeBackReplaced(trx, log, source, common.height) : null;
    const at = now();
    for (const { height, hash, transfers } of blocks)
      for (const transfer of transfers) {
        const { currencyId, address, amount } = transfer;
        const seenAt = firstSeen?.get(formatPayment(currencyId, address, amount)) ?? BigInt(at);
        await storeTransfer(trx, source.name, transfer, { seenAt, block: { height, hash }, now: at });
      }
    const last = blocks.at(-1);
    const cursor = {
      height: last?.height ?? common?.height ?? 0,
      hashes: [...(common?.hashes ?? []), ...blocks.map(({ hash }) => hash)],
    };
    await writeCursor(trx, source.name, cursor, isNewest ? at : null);
  });
}

/**
 * Stores a payment with the claim that it belongs to. `block`: null if it waits for one. A stored payment keeps its claim
 * and the time of its first sight, unless it had waited too long, and gets the block: it has waited, or is in another
 * block now.
 */
export async function storeTransfer(
  trx: Db,
  source: string,
  transfer: NetworkTransfer,
  { seenAt, block, now }: { seenAt: bigint; block: { height: number; hash: string } | null; now: number },
): Promise<void> {
  const { currencyId, reference, address, amount, memo = null } = transfer;
  const place = { height: block && BigInt(block.height), block_hash: block && block.hash };
  await trx
    .insertInto('observed_payments')
    .values({
      ...place,
      currency_id: currencyId,
      reference,
      source,
      address,
      amount,
      memo,
      claim_id: await matchTransfer(trx, transfer, now),
      first_seen_at: seenAt,
    })
    .onConflict(conflict => {
      const target = conflict.columns(['currency_id', 'reference']);
      return block
        ? target.doUpdateSet(({ ref }) => ({
            ...place,
            first_seen_at: expressionBuilder<DatabaseSchema, 'observed_payments'>()
              .case()
              .when(hasWaitedTooLong())
              .then(seenAt)
              .else(ref('observed_payments.first_seen_at'))
              .end(),
          }))
        : target.doNothing();
    })
    .execute();
}
