import { PAYMENT_NETWORKS } from '../../catalogue/paymentNetworks.ts';
import { SourceError } from '../../courses/prices/download.ts';
import type { BlockHeader, PaymentSource } from '../paymentSource.ts';
import { toNetworkTransfer } from '../rawTransfers.ts';
import { createTransferReader } from './receivedTransfers.ts';
import { createTonCall } from './tonCall.ts';
import { Blocks, MasterchainInfo, type Block } from './tonSchemas.ts';

const network = PAYMENT_NETWORKS.ton;

/** Id of the main network; the test network has -3 (docs.ton.org, Block layout). */
const GLOBAL_ID = -239;

/** The only shard of the masterchain. */
const MASTERCHAIN = { workchain: -1, shard: '8000000000000000' };

/** Interval of checks, milliseconds. The masterchain has a block in 0.4 to 5 s; several are read together. */
const CHECK_INTERVAL_MS = 5_000;

/** Blocks that are read together. Their headers have 600 kB. */
const MAX_BATCH_BLOCKS = 500;

/** Age of the newest block of an index that is synchronized. */
const MAX_HEAD_AGE_MS = 5 * 60_000;

/**
 * Creates the source of TON from the address of an index, toncenter API v3. Blocks are those of the masterchain. It reads
 * the transactions of the addresses that claims share and of their jetton wallets, and no others.
 */
export function createTonSource(url: string, apiKey: string | null): PaymentSource {
  const call = createTonCall(url, apiKey);
  const readTransfers = createTransferReader(call);
  /** The last block that was fetched alone: the next ones follow it. */
  let latest: Block | null = null;

  /** Fetches a block that the index has had: without it the index is incomplete. */
  async function fetchBlockAt(seqno: number, signal: AbortSignal): Promise<Block> {
    const query = { ...MASTERCHAIN, seqno, limit: 1 };
    const [block] = (await call('blocks', { query }, Blocks, signal)).blocks;
    if (block?.seqno !== seqno) throw new SourceError(`blocks: the index lacks the block ${seqno}`);
    return block;
  }

  return {
    name: network.name,
    checkIntervalMs: CHECK_INTERVAL_MS,
    maxHeadAgeMs: MAX_HEAD_AGE_MS,
    maxBatchBlocks: MAX_BATCH_BLOCKS,
    async fetchHead(signal) {
      const { last } = await call('masterchainInfo', {}, MasterchainInfo, signal);
      if (last.global_id !== GLOBAL_ID)
        throw new SourceError(`the node has global id ${last.global_id}; ${network.title} has ${GLOBAL_ID}`);
      return toHeader(last);
    },
    async fetchHeader(height, signal) {
      latest = await fetchBlockAt(height, signal);
      return toHeader(latest);
    },
    async fetchBlocks(first, count, reading) {
      const { signal } = reading;
      const parent = latest?.seqno === first - 1 ? latest : await fetchBlockAt(first - 1, signal);
      // By logical time, because no range of seqnos can be asked for.
      const query = { ...MASTERCHAIN, start_lt: parent.start_lt, sort: 'asc', limit: count + 1 };
      const { blocks } = await call('blocks', { query }, Blocks, signal);
      const [start, ...following] = listConsecutive(blocks, parent.seqno);
      const last = following.at(-1);
      if (!start || !last) return [];
      const transfers = await readTransfers({ first, startLt: parent.start_lt, last }, reading);
      return following.map((block, index) => ({
        ...toHeader(block, following[index - 1] ?? start),
        transfers: transfers.filter(({ seqno }) => seqno === block.seqno).map(toNetworkTransfer),
      }));
    },
  };
}

/**
 * Returns the blocks from a seqno on until the first one that is missing: the index stores several at once. Those of one
 * second are in no order.
 */
function listConsecutive(blocks: readonly Block[], seqno: number): Block[] {
  const bySeqno = new Map(blocks.map(block => [block.seqno, block]));
  const consecutive: Block[] = [];
  for (let block = bySeqno.get(seqno); block; block = bySeqno.get(block.seqno + 1)) consecutive.push(block);
  return consecutive;
}

/** `parent`: the block before; the index names only its seqno, so its hash is that of the same response. */
const toHeader = ({ seqno, root_hash, gen_utime }: Block, parent?: Block): BlockHeader => ({
  height: seqno,
  hash: root_hash,
  parentHash: parent?.root_hash ?? '',
  at: gen_utime * 1_000,
});
