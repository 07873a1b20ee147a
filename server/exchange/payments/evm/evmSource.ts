import { validateEthereumAddress } from '#core/exchange/requisites/validateAddress.ts';
import { isNetworkCoin, type EvmNetwork } from '../../catalogue/paymentNetworks.ts';
import { SourceError } from '../../courses/prices/download.ts';
import { fetchSeparately } from '../fetchSeparately.ts';
import { createRpcClient } from '../jsonRpc.ts';
import type { BlockHeader, BlockReading, NetworkTransfer, PaymentSource } from '../paymentSource.ts';
import {
  createDecimalsReader,
  listTokens,
  selectOwnTransfers,
  toNetworkTransfer,
  type RawTransfer,
} from '../rawTransfers.ts';
import { Block, Header, Logs, Quantity, Receipt } from './evmSchemas.ts';

/** Topic of `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Call of `decimals()`. */
const DECIMALS_CALL = '0x313ce567';

/** Decimals of the coins of all Ethereum-like networks. */
const COIN_DECIMALS = 18;

/** Interval of checks, milliseconds. Ethereum has a block every 12 s, BNB Smart Chain several in a second. */
const CHECK_INTERVAL_MS = 3_000;

/** Age of the newest block of a node that is synchronized: a minute has at least four blocks. */
const MAX_HEAD_AGE_MS = 5 * 60_000;

/**
 * Creates the source of an Ethereum-like network from the JSON-RPC address of a node. It finds transactions that send
 * the coin, and `Transfer` events of the tokens' contracts; not the coin that a contract sends.
 */
export function createEvmSource(network: EvmNetwork, url: string): PaymentSource {
  const { call } = createRpcClient(url);
  const fetchDecimals = createDecimalsReader((contract, signal) =>
    call('eth_call', [{ to: contract, data: DECIMALS_CALL }, 'latest'], Quantity, signal),
  );

  /** Whether the transaction was executed in this block. */
  async function isExecuted(transaction: string, blockHash: string, signal: AbortSignal): Promise<boolean> {
    const receipt = await call('eth_getTransactionReceipt', [transaction], Receipt, signal);
    if (receipt.blockHash !== blockHash)
      throw new SourceError('eth_getTransactionReceipt: the transaction is in another block');
    return receipt.status === 1n;
  }

  async function fetchTokenTransfers(
    blockHash: string,
    { currencies, signal }: BlockReading,
  ): Promise<RawTransfer[]> {
    const tokens = listTokens(network, currencies);
    if (tokens.length === 0) return [];
    const contracts = tokens.map(({ contract }) => contract);
    const filter = { blockHash, address: contracts, topics: [TRANSFER_TOPIC] };
    const logs = await call('eth_getLogs', [filter], Logs, signal);
    const transfers: RawTransfer[] = [];
    for (const log of logs) {
      const token = tokens.find(({ contract }) => contract.toLowerCase() === log.address);
      const [topic, , recipient, ...rest] = log.topics;
      if (!token || topic !== TRANSFER_TOPIC || log.blockHash !== blockHash)
        throw new SourceError('eth_getLogs: the node returned an event that was not asked for');
      if (recipient === undefined || rest.length > 0 || !/^0x[\da-f]{64}$/i.test(log.data)) continue;
      transfers.push({
        currency: token.currency,
        recipient: toStoredAddress(`0x${recipient.slice(-40)}`),
        transaction: log.transactionHash,
        index: log.logIndex,
        value: BigInt(log.data),
        decimals: await fetchDecimals(token, signal),
      });
    }
    return transfers;
  }

  /** Keeps the payments to own addresses that were executed. A contract emits no event in a transaction that fails. */
  async function selectReceived(
    blockHash: string,
    transfers: readonly RawTransfer[],
    reading: BlockReading,
  ): Promise<NetworkTransfer[]> {
    const received: NetworkTransfer[] = [];
    for (const transfer of await selectOwnTransfers(transfers, reading)) {
      const { currency, transaction } = transfer;
      if (isNetworkCoin(network, currency) && !(await isExecuted(transaction, blockHash, reading.signal)))
        continue;
      received.push(toNetworkTransfer(transfer));
    }
    return received;
  }

  async function fetchHeader(tag: number | 'latest', signal: AbortSignal): Promise<BlockHeader | null> {
    const block = await call('eth_getBlockByNumber', [toTag(tag), false], Header, signal);
    return block && toHeader(block);
  }

  return {
    name: network.name,
    checkIntervalMs: CHECK_INTERVAL_MS,
    maxHeadAgeMs: MAX_HEAD_AGE_MS,
    async fetchHead(signal) {
      // Together with each head, because another node may answer behind the same address.
      const [chainId, head] = await Promise.all([
        call('eth_chainId', [], Quantity, signal),
        fetchHeader('latest', signal),
      ]);
      if (chainId !== network.chainId)
        throw new SourceError(`the node has chain id ${chainId}; ${network.title} has ${network.chainId}`);
      if (!head) throw new SourceError('eth_getBlockByNumber: the node has no blocks');
      return head;
    },
    fetchHeader,
    ...fetchSeparately(async (height, reading) => {
      const block = await call('eth_getBlockByNumber', [toTag(height), true], Block, reading.signal);
      if (!block) return null;
      const coin = reading.currencies.find(currency => isNetworkCoin(network, currency));
      const coinTransfers = block.transactions.flatMap(({ hash: transaction, to, value }): RawTransfer[] => {
        if (!coin || !to || value === 0n) return [];
        const recipient = toStoredAddress(to);
        return [{ currency: coin, recipient, transaction, index: 0, value, decimals: COIN_DECIMALS }];
      });
      const transfers = [...coinTransfers, ...(await fetchTokenTransfers(block.hash, reading))];
      return { ...toHeader(block), transfers: await selectReceived(block.hash, transfers, reading) };
    }),
  };
}

const toTag = (tag: number | 'latest'): string => (tag === 'latest' ? tag : `0x${tag.toString(16)}`);

const toHeader = (block: { number: number; hash: string; parentHash: string; timestamp: number }) => ({
  height: block.number,
  hash: block.hash,
  parentHash: block.parentHash,
  at: block.timestamp * 1_000,
});

/** Returns an address in lower case with its checksum, as the database has it. */
function toStoredAddress(address: string): string {
  const verdict = validateEthereumAddress(address);
  if (!verdict.ok) throw new Error(`${address} is no address`);
  return verdict.value;
}
