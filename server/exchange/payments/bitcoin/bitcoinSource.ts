import type { BitcoinNetwork } from '../../catalogue/paymentNetworks.ts';
import { SourceError } from '../../courses/prices/download.ts';
import { fetchSeparately } from '../fetchSeparately.ts';
import { createRpcClient, RpcError } from '../jsonRpc.ts';
import type { BlockHeader, PaymentSource } from '../paymentSource.ts';
import { ChainInfo, Hash, Header, Serialized } from './bitcoinSchemas.ts';
import { parseBlock } from './parseBlock.ts';
import { createReceivedSelector } from './receivedTransfers.ts';
import { createUnconfirmedReader } from './unconfirmedTransactions.ts';

/** Interval of checks, milliseconds. The list of unconfirmed transactions has up to 7 MB. */
const CHECK_INTERVAL_MS = 10_000;

/** Error of `getblockhash` for a height above that of the newest block. */
const NO_SUCH_HEIGHT = -8;

/**
 * Creates the source of a Bitcoin-like network from the JSON-RPC address of a node. It reads serialized blocks: all nodes
 * have the same ones, with exact amounts, whatever fields their versions show.
 */
export function createBitcoinSource(network: BitcoinNetwork, url: string): PaymentSource {
  const client = createRpcClient(url);
  const { call } = client;
  const selectReceived = createReceivedSelector(network);

  /** Fetches the hash of a block of the present chain; null if it has none of this height. */
  const fetchHash = (height: number, signal: AbortSignal): Promise<string | null> =>
    call('getblockhash', [height], Hash, signal).catch((error: unknown) => {
      if (error instanceof RpcError && error.code === NO_SUCH_HEIGHT) return null;
      throw error;
    });

  async function fetchHeaderOf(hash: string, signal: AbortSignal): Promise<BlockHeader> {
    const { height, previousblockhash, time } = await call('getblockheader', [hash], Header, signal);
    return { height, hash, parentHash: previousblockhash ?? '', at: time * 1_000 };
  }

  return {
    name: network.name,
    checkIntervalMs: CHECK_INTERVAL_MS,
    maxHeadAgeMs: network.maxHeadAgeMs,
    async fetchHead(signal) {
      const info = await call('getblockchaininfo', [], ChainInfo, signal);
      if (info.initialblockdownload) throw new SourceError('the node has not read the whole chain yet');
      const { height, hash } = network.ownBlock;
      if ((await fetchHash(height, signal)) !== hash)
        throw new SourceError(`the node is not one of ${network.title}: it has another block ${height}`);
      return fetchHeaderOf(info.bestblockhash, signal);
    },
    async fetchHeader(height, signal) {
      const hash = await fetchHash(height, signal);
      return hash === null ? null : fetchHeaderOf(hash, signal);
    },
    ...fetchSeparately(async (height, reading) => {
      const hash = await fetchHash(height, reading.signal);
      if (hash === null) return null;
      // Old versions accept no number instead of false.
      const serialized = await call('getblock', [hash, false], Serialized, reading.signal);
      const { parentHash, time, transactions } = parseBlock(serialized, network.blockFormat);
      // What the miner gets cannot be spent for 100 blocks.
      const transfers = await selectReceived(transactions.slice(1), reading);
      return { height, hash, parentHash, at: time * 1_000, transfers };
    }),
    fetchUnconfirmed: createUnconfirmedReader(client, network, selectReceived),
  };
}
