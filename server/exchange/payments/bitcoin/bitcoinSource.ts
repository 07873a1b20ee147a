import * as v from 'valibot';
import { findPaymentNetwork, type BitcoinNetwork } from '../../catalogue/paymentNetworks.ts';
import { normalizePaymentReference } from '../../claims/payment/paymentReference.ts';
import { SourceError } from '../../courses/prices/download.ts';
import { createRpcClient, RpcError } from '../jsonRpc.ts';
import { toUnitsRoundedDown } from '../networkAmount.ts';
import type { BlockHeader, BlockReading, NetworkTransfer, PaymentSource } from '../paymentSource.ts';
import { parseBlock, parseOutputs, type TransactionOutput } from './parseBlock.ts';
import { createAddressEncoder } from './scriptAddress.ts';

/** Interval of checks, milliseconds. The list of waiting transactions has up to 7 MB. */
const CHECK_INTERVAL_MS = 10_000;

/** Decimals of the coins of all Bitcoin-like networks. */
const COIN_DECIMALS = 8;

/** Waiting transactions that are read in one call. */
const MAX_BATCH_TRANSACTIONS = 2_000;

/** Error of `getblockhash` for a height above that of the newest block. */
const NO_SUCH_HEIGHT = -8;

const HASH_PATTERN = /^[\da-f]{64}$/;

const hash = v.pipe(v.string(), v.regex(HASH_PATTERN));
const hex = v.pipe(v.string(), v.hexadecimal());

/** `initialblockdownload`: whether the node has not read the chain yet. Dogecoin Core 1.14 may lack it. */
const ChainInfo = v.object({ bestblockhash: hash, initialblockdownload: v.optional(v.boolean(), false) });

/** A block without its transactions; the first block has no previous one. */
const Header = v.object({
  height: v.pipe(v.number(), v.safeInteger()),
  previousblockhash: v.optional(hash),
  time: v.pipe(v.number(), v.safeInteger()),
});

/** Up to 100,000 ids. */
const TransactionIds = v.custom<string[]>(
  ids => Array.isArray(ids) && ids.every(id => typeof id === 'string' && HASH_PATTERN.test(id)),
);

/** Outputs with the id of their transaction, hexadecimal. */
interface Transaction {
  id: string;
  outputs: readonly TransactionOutput[];
}

/**
 * Creates the source of a Bitcoin-like network from the JSON-RPC address of a node. It reads serialized blocks: all nodes
 * have the same ones, with exact amounts, whatever fields their versions show.
 */
export function createBitcoinSource(network: BitcoinNetwork, url: string): PaymentSource {
  const { call, callBatch } = createRpcClient(url);
  const encodeAddress = createAddressEncoder(network.coin);
  /** Waiting transactions that have been read, with their payments to own addresses. */
  let readTransfers = new Map<string, readonly NetworkTransfer[]>();

  /** Fetches the hash of a block of the present chain; null if it has none of this height. */
  const fetchHash = (height: number, signal: AbortSignal): Promise<string | null> =>
    call('getblockhash', [height], hash, signal).catch((error: unknown) => {
      if (error instanceof RpcError && error.code === NO_SUCH_HEIGHT) return null;
      throw error;
    });

  async function fetchHeaderOf(blockHash: string, signal: AbortSignal): Promise<BlockHeader> {
    const {
      height,
      previousblockhash = '',
      time,
    } = await call('getblockheader', [blockHash], Header, signal);
    return { height, hash: blockHash, parentHash: previousblockhash, at: time * 1_000 };
  }

  /** Selects the payments to own addresses in the coin of the network. */
  async function selectReceived(
    transactions: readonly Transaction[],
    { currencies, findOwnAddresses }: BlockReading,
  ): Promise<NetworkTransfer[]> {
    const coin = currencies.find(currency => findPaymentNetwork(currency) === network);
    if (!coin) return [];
    const outputs = transactions.flatMap(({ id, outputs: all }) =>
      all.flatMap(({ value, script }, index) => {
        const address = encodeAddress(script);
        return address === null ? [] : [{ reference: `${id}:${index}`, value, address }];
      }),
    );
    const own = await findOwnAddresses([...new Set(outputs.map(({ address }) => address))]);
    return outputs.flatMap(({ reference: text, value, address }) => {
      const amount = toUnitsRoundedDown(value, COIN_DECIMALS, coin);
      if (!own.has(address) || amount === 0n) return [];
      const reference = normalizePaymentReference(text, coin);
      if (reference === null) throw new Error(`${text} is no reference`);
      return [{ currencyId: coin.id, reference, address, amount }];
    });
  }

  return {
    name: network.name,
    checkIntervalMs: CHECK_INTERVAL_MS,
    maxHeadAgeMs: network.maxHeadAgeMs,
    async fetchHead(signal) {
      const info = await call('getblockchaininfo', [], ChainInfo, signal);
      if (info.initialblockdownload) throw new SourceError('the node has not read the whole chain yet');
      const { height, hash: ownHash } = network.ownBlock;
      if ((await fetchHash(height, signal)) !== ownHash)
        throw new SourceError(`the node is not one of ${network.title}: it has another block ${height}`);
      return fetchHeaderOf(info.bestblockhash, signal);
    },
    async fetchHeader(height, signal) {
      const blockHash = await fetchHash(height, signal);
      return blockHash === null ? null : fetchHeaderOf(blockHash, signal);
    },
    async fetchBlock(height, reading) {
      const blockHash = await fetchHash(height, reading.signal);
      if (blockHash === null) return null;
      const serialized = await call('getblock', [blockHash, false], hex, reading.signal);
      const block = parseBlock(Buffer.from(serialized, 'hex'), network.blockFormat);
      // What the miner gets cannot be spent for 100 blocks.
      const transfers = await selectReceived(block.transactions.slice(1), reading);
      return { height, hash: blockHash, parentHash: block.parentHash, at: block.time * 1_000, transfers };
    },
    async fetchWaiting(reading) {
      const listed = new Set(await call('getrawmempool', [], TransactionIds, reading.signal));
      readTransfers = new Map([...readTransfers].filter(([id]) => listed.has(id)));
      const unread = [...listed].filter(id => !readTransfers.has(id));
      const ids = unread.slice(0, MAX_BATCH_TRANSACTIONS);
      const params = ids.map(id => [id]);
      const results =
        ids.length === 0 ? [] : await callBatch('getrawtransaction', params, hex, reading.signal);
      // One that has just got into a block, or was replaced, has no result.
      const transactions = results.flatMap((serialized, index) => {
        const id = ids[index];
        if (serialized === null || id === undefined) return [];
        return [{ id, outputs: parseOutputs(Buffer.from(serialized, 'hex'), network.blockFormat) }];
      });
      const received = Map.groupBy(await selectReceived(transactions, reading), ({ reference }) =>
        getTransactionId(reference),
      );
      for (const { id } of transactions) readTransfers.set(id, received.get(id) ?? []);
      return {
        transfers: [...readTransfers.values()].flat(),
        isWaiting: reference => listed.has(getTransactionId(reference)),
        hasMore: unread.length > ids.length,
      };
    },
  };
}

const getTransactionId = (reference: string): string => reference.slice(0, reference.indexOf(':'));
