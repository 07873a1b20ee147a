import { lockLease, type Lease } from '#server/platform/database/lease.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { SourceError } from '../courses/prices/download.ts';
import type { ExchangeContext } from '../context.ts';
import { findOwnAddresses, matchTransfer } from './matchTransfer.ts';
import type { BlockHeader, NetworkBlock, PaymentSource } from './paymentSource.ts';
import { getReadHash, readCursor, writeCursor, type SourceCursor } from './sourceCursor.ts';

/** Blocks that are read together. Their JSON is in memory. */
const MAX_BATCH_BLOCKS = 10;

/** A source with the lease of the process that reads it. */
export interface LeasedSource {
  source: PaymentSource;
  lease: Lease;
}

type ReadingContext = Pick<ExchangeContext, 'db' | 'log' | 'now'>;

/**
 * Reads the next blocks of a source and stores their payments. Blocks that the node has replaced are taken back first.
 * The first call of a new source only notes the newest block. Returns whether further blocks wait. Rejects with
 * SourceError if the node does not answer as it should.
 */
export async function readNextBlocks(
  context: ReadingContext,
  leased: LeasedSource,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now } = context;
  const { source } = leased;
  const head = await source.fetchHead(signal);
  const headAgeMs = now() - head.at;
  if (headAgeMs > source.maxHeadAgeMs)
    throw new SourceError(`the newest block of the node is ${Math.round(headAgeMs / 60_000)} minutes old`);
  const stored = await readCursor(db, source.name);
  if (!stored) {
    const blocks = [{ ...head, transfers: [] }];
    await storeBlocks(context, leased, { from: null, common: null, blocks, isNewest: true });
    return false;
  }
  const common = await findCommonCursor(source, { cursor: stored, head, signal });
  const blocks = await fetchBlocks(context, source, { cursor: common, head, signal });
  const isNewest = common.height + blocks.length === head.height;
  // Without blocks, the node has just replaced the next one, or it is behind another node that was asked before.
  if (blocks.length > 0 || isNewest)
    await storeBlocks(context, leased, { from: stored, common, blocks, isNewest });
  return !isNewest && blocks.length > 0;
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
 * Deletes the payments of replaced blocks, unless they are recorded. Returns when each was first seen: it may be in
 * another block now, and its claim must not expire meanwhile.
 */
async function takeBackReplaced(
  trx: Db,
  log: ReadingContext['log'],
  source: string,
  height: number,
): Promise<ReadonlyMap<string, bigint>> {
  const deleted = await trx
    .deleteFrom('observed_payments')
    .where('source', '=', source)
    .where('height', '>', BigInt(height))
    .where('recorded_at', 'is', null)
    .returning(['currency_id', 'address', 'amount', 'first_seen_at'])
    .execute();
  const recorded = await trx
    .selectFrom('observed_payments')
    .select(['reference', 'claim_id'])
    .where('source', '=', source)
    .where('height', '>', BigInt(height))
    .execute();
  log.warn({ source, to: height }, 'the network has replaced blocks');
  if (recorded.length > 0)
    log.error({ source, payments: recorded }, 'recorded payments are in replaced blocks');
  return new Map(
    deleted.map(one => [formatPayment(one.currency_id, one.address, one.amount), one.first_seen_at]),
  );
}

/** Identifies a payment, also in another block: the index of an event may differ there. */
const formatPayment = (currencyId: bigint, address: string, amount: bigint) =>
  [currencyId, address, amount].join(' ');

/** Fetches the blocks after the cursor, as far as they follow each other. */
async function fetchBlocks(
  { db }: ReadingContext,
  source: PaymentSource,
  { cursor, head, signal }: Round,
): Promise<NetworkBlock[]> {
  const count = Math.max(0, Math.min(MAX_BATCH_BLOCKS, head.height - cursor.height));
  if (count === 0) return [];
  const reading = {
    currencies: await db.selectFrom('currencies').selectAll().where('kind', '=', 'crypto').execute(),
    findOwnAddresses: (addresses: readonly string[]) => findOwnAddresses(db, addresses),
    signal,
  };
  const heights = Array.from({ length: count }, (_, index) => cursor.height + 1 + index);
  const fetched = await Promise.all(heights.map(height => source.fetchBlock(height, reading)));
  const blocks: NetworkBlock[] = [];
  let previous = getReadHash(cursor, cursor.height);
  for (const block of fetched) {
    if (!block || (previous !== undefined && block.parentHash !== previous)) break;
    blocks.push(block);
    previous = block.hash;
  }
  return blocks;
}

/** Stores the payments of blocks and the new cursor, unless another process has read further since `from`. */
async function storeBlocks(
  { db, log, now }: ReadingContext,
  { source: { name: source }, lease }: LeasedSource,
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
    const stored = await readCursor(trx, source);
    if (stored?.height !== from?.height || stored?.hashes.at(-1) !== from?.hashes.at(-1)) return;
    const firstSeen =
      common && common !== from ? await takeBackReplaced(trx, log, source, common.height) : null;
    const at = now();
    for (const { height, hash, transfers } of blocks)
      for (const transfer of transfers) {
        const place = { height: BigInt(height), block_hash: hash };
        const { currencyId, reference, address, amount } = transfer;
        await trx
          .insertInto('observed_payments')
          .values({
            ...place,
            currency_id: currencyId,
            reference,
            source,
            address,
            amount,
            claim_id: await matchTransfer(trx, transfer, at),
            first_seen_at: firstSeen?.get(formatPayment(currencyId, address, amount)) ?? BigInt(at),
          })
          // A final payment whose block was replaced is in another block now.
          .onConflict(conflict => conflict.columns(['currency_id', 'reference']).doUpdateSet(place))
          .execute();
      }
    const last = blocks.at(-1);
    const cursor = {
      height: last?.height ?? common?.height ?? 0,
      hashes: [...(common?.hashes ?? []), ...blocks.map(({ hash }) => hash)],
    };
    await writeCursor(trx, source, cursor, isNewest ? at : null);
  });
}
