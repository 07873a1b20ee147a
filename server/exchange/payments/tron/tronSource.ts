import { hexToBytes } from '@noble/hashes/utils.js';
import { isNetworkCoin, PAYMENT_NETWORKS } from '../../catalogue/paymentNetworks.ts';
import { SourceError } from '../../courses/prices/download.ts';
import { encodeTronAddress } from '../../requisites/deriveAddress.ts';
import { fetchSeparately } from '../fetchSeparately.ts';
import type { BlockHeader, BlockReading, PaymentSource } from '../paymentSource.ts';
import {
  createDecimalsReader,
  listTokens,
  selectOwnTransfers,
  toNetworkTransfer,
  type RawTransfer,
} from '../rawTransfers.ts';
import { createTronCall } from './tronCall.ts';
import { Block, ContractNumber, FoundBlock, GenesisBlock, TransactionInfos } from './tronSchemas.ts';

const network = PAYMENT_NETWORKS.tron;

/**
 * Id of the first block of the main network. Its last four bytes are the chain id 0x2b6653dc that
 * developers.tron.network/reference/eth_chainid documents.
 */
const GENESIS_ID = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

/** Topic of `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** 1 TRX = 1,000,000 sun. */
const COIN_DECIMALS = 6;

/** Interval of checks, milliseconds: that of blocks. */
const CHECK_INTERVAL_MS = 3_000;

/** Age of the newest block of a node that is synchronized: a minute has 20 blocks. */
const MAX_HEAD_AGE_MS = 5 * 60_000;

/** The account without an owner, in whose name functions are called. */
const NOBODY = encodeTronAddress(new Uint8Array(20));

/** What a transaction or a contract has as result if it was executed. */
const SUCCESS = 'SUCCESS';

/**
 * Creates the source of TRON from the address of a node's HTTP API. It finds transactions that send TRX, and `Transfer`
 * events of the tokens' contracts; not TRX that a contract sends, and no TRC10 tokens.
 */
export function createTronSource(url: string, apiKey: string | null): PaymentSource {
  const call = createTronCall(url, apiKey);
  /** The newest block at the last check: reading it again would need a second call for almost each block. */
  let newest: Block | null = null;
  const fetchDecimals = createDecimalsReader((contract, signal) => {
    const request = { owner_address: NOBODY, contract_address: contract, visible: true };
    const decimals = { ...request, function_selector: 'decimals()' };
    return call('triggerconstantcontract', decimals, ContractNumber, signal);
  });

  const fetchBlockAt = (height: number, signal: AbortSignal) =>
    call('getblockbynum', { num: height }, FoundBlock, signal);

  /** Returns the payments in tokens; null if the node has no results of the newest block yet. */
  async function fetchTokenTransfers(
    { transactions, ...block }: Block,
    { currencies, signal }: BlockReading,
  ): Promise<RawTransfer[] | null> {
    const tokens = listTokens(network, currencies);
    const calls = transactions.filter(one => isExecuted(one) && hasCode(one));
    if (calls.length === 0 || tokens.length === 0) return [];
    const { number: height } = block.block_header.raw_data;
    const infos = await call('gettransactioninfobyblocknum', { num: height }, TransactionInfos, signal);
    const infoById = new Map(infos.map(info => [info.id, info]));
    const transfers: RawTransfer[] = [];
    for (const { txID } of calls) {
      const info = infoById.get(txID);
      if (!info) {
        // Another node behind the same address may have it later.
        if (block.blockID === newest?.blockID) return null;
        throw new SourceError('gettransactioninfobyblocknum: the node lacks results of transactions');
      }
      if (info.receipt?.result !== SUCCESS) continue;
      for (const [index, { address, topics, data }] of info.log.entries()) {
        const [topic, , recipient, ...rest] = topics;
        if (topic !== TRANSFER_TOPIC || !isAccount(address)) continue;
        const contract = toStoredAddress(address);
        const token = tokens.find(one => one.contract === contract);
        if (!token || !isWord(recipient) || rest.length > 0 || !isWord(data)) continue;
        transfers.push({
          currency: token.currency,
          recipient: toStoredAddress(recipient.slice(-40)),
          transaction: txID,
          index,
          value: BigInt(`0x${data}`),
          decimals: await fetchDecimals(token, signal),
        });
      }
    }
    return transfers;
  }

  /** Lists the payments in TRX. */
  function listCoinTransfers({ transactions }: Block, { currencies }: BlockReading): RawTransfer[] {
    const currency = currencies.find(one => isNetworkCoin(network, one));
    if (!currency) return [];
    return transactions.filter(isExecuted).flatMap(({ txID: transaction, raw_data: { contract } }) =>
      contract.flatMap((one, index): RawTransfer[] => {
        if (!('parameter' in one)) return [];
        const { to_address, amount: value } = one.parameter.value;
        const recipient = toStoredAddress(to_address);
        return [{ currency, recipient, transaction, index, value, decimals: COIN_DECIMALS }];
      }),
    );
  }

  return {
    name: network.name,
    checkIntervalMs: CHECK_INTERVAL_MS,
    maxHeadAgeMs: MAX_HEAD_AGE_MS,
    async fetchHead(signal) {
      const block = await call('getnowblock', {}, Block, signal);
      const header = toHeader(block);
      // A block that follows a known one is of the same network, also if another node answers.
      if (newest?.blockID !== header.hash && newest?.blockID !== header.parentHash) {
        const genesis = await call('getblockbynum', { num: 0 }, GenesisBlock, signal);
        if (genesis.blockID !== GENESIS_ID)
          throw new SourceError(
            `the node has the first block ${genesis.blockID}, not that of ${network.title}`,
          );
      }
      newest = block;
      return header;
    },
    async fetchHeader(height, signal) {
      const block = await fetchBlockAt(height, signal);
      return block && toHeader(block);
    },
    ...fetchSeparately(async (height, reading) => {
      const isNewest = newest?.block_header.raw_data.number === height;
      const block = isNewest ? newest : await fetchBlockAt(height, reading.signal);
      const tokenTransfers = block && (await fetchTokenTransfers(block, reading));
      if (!block || !tokenTransfers) return null;
      const own = await selectOwnTransfers(
        [...listCoinTransfers(block, reading), ...tokenTransfers],
        reading,
      );
      return { ...toHeader(block), transfers: own.map(toNetworkTransfer) };
    }),
  };
}

type Transaction = Block['transactions'][number];

const isExecuted = ({ ret }: Transaction): boolean => ret[0]?.contractRet === SUCCESS;

/** Whether a transaction runs the code of a contract, which can emit events. */
const hasCode = ({ raw_data: { contract } }: Transaction): boolean =>
  contract.some(({ type }) => type === 'TriggerSmartContract' || type === 'CreateSmartContract');

const toHeader = ({ blockID, block_header: { raw_data: data } }: Block): BlockHeader => ({
  height: data.number,
  hash: blockID,
  parentHash: data.parentHash,
  at: data.timestamp,
});

/** Whether a text is the 20 bytes of an account, hexadecimal. */
const isAccount = (text: string): boolean => /^[\da-f]{40}$/i.test(text);

/** Whether a text is 32 bytes, hexadecimal. */
const isWord = (text: string | undefined): text is string =>
  text !== undefined && /^[\da-f]{64}$/i.test(text);

/** Converts the 20 bytes of an account, hexadecimal, to an address. */
const toStoredAddress = (account: string): string => encodeTronAddress(hexToBytes(account));
