import type { AddressValidator } from '#core/exchange/requisites/base58.ts';
import {
  validateEthereumAddress,
  validateTonAddress,
  validateTronAddress,
} from '#core/exchange/requisites/validateAddress.ts';
import { TOKEN_CONTRACTS } from '#core/exchange/tokenContracts.ts';
import type { NodeName } from '#server/platform/config/nodeSettings.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';

/** A network whose payments a node reports. */
export interface PaymentNetwork {
  name: NodeName;
  /** Name for people. */
  title: string;
  /** Ticker of its coin. */
  coin: string;
  /** Networks of its currencies in the catalogue; a coin without a network has its ticker instead. */
  networks: readonly string[];
  /** Confirmations until a payment is final, if the operator has not set another number. */
  confirmations: number;
  /** Validates the contract of a token; absent if the network has no tokens here. */
  validateContract?: AddressValidator;
}

/** An Ethereum-like network. */
export interface EvmNetwork extends PaymentNetwork {
  /** EIP-155. */
  chainId: bigint;
}

/** A Bitcoin-like network. Its nodes have the calls of Bitcoin Core. */
export interface BitcoinNetwork extends PaymentNetwork {
  /** A block that only this network has: its first one, or one after it split off from another. */
  ownBlock: { height: number; hash: string };
  /**
   * What its blocks have beyond those of 2009: `segwit` signatures apart from the transaction, `auxpow` the work of
   * another network, `payload` data after a transaction.
   */
  blockFormat: 'plain' | 'segwit' | 'auxpow' | 'payload';
  /** Age of the newest block of a node that is synchronized, milliseconds. */
  maxHeadAgeMs: number;
}

const HOUR_MS = 3_600_000;

export const PAYMENT_NETWORKS = {
  ethereum: {
    name: 'ethereum',
    title: 'Ethereum',
    chainId: 1n,
    coin: 'ETH',
    networks: ['ETH', 'ERC20'],
    confirmations: 12,
    validateContract: validateEthereumAddress,
  },
  bsc: {
    name: 'bsc',
    title: 'BNB Smart Chain',
    chainId: 56n,
    coin: 'BNB',
    networks: ['BEP20'],
    confirmations: 30,
    validateContract: validateEthereumAddress,
  },
  tron: {
    name: 'tron',
    title: 'TRON',
    coin: 'TRX',
    networks: ['TRX', 'TRC20'],
    // 19 of the 27 super representatives make a block final.
    confirmations: 20,
    validateContract: validateTronAddress,
  },
  ton: {
    name: 'ton',
    title: 'TON',
    coin: 'TON',
    networks: ['TON'],
    // Two thirds of the validators have signed a block of the masterchain before others see it.
    confirmations: 1,
    validateContract: validateTonAddress,
  },
  bitcoin: {
    name: 'bitcoin',
    title: 'Bitcoin',
    coin: 'BTC',
    networks: ['BTC'],
    confirmations: 2,
    // The first one after Bitcoin Cash split off; the block 0 of both is the same.
    ownBlock: { height: 478_559, hash: '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148' },
    blockFormat: 'segwit',
    maxHeadAgeMs: 3 * HOUR_MS,
  },
  litecoin: {
    name: 'litecoin',
    title: 'Litecoin',
    coin: 'LTC',
    networks: ['LTC'],
    confirmations: 6,
    ownBlock: { height: 0, hash: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' },
    blockFormat: 'segwit',
    maxHeadAgeMs: HOUR_MS,
  },
  dogecoin: {
    name: 'dogecoin',
    title: 'Dogecoin',
    coin: 'DOGE',
    networks: ['DOGE'],
    confirmations: 40,
    ownBlock: { height: 0, hash: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691' },
    blockFormat: 'auxpow',
    maxHeadAgeMs: HOUR_MS,
  },
  dash: {
    name: 'dash',
    title: 'Dash',
    coin: 'DASH',
    networks: ['DASH'],
    confirmations: 6,
    ownBlock: { height: 0, hash: '00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6' },
    blockFormat: 'payload',
    maxHeadAgeMs: HOUR_MS,
  },
  bitcoincash: {
    name: 'bitcoincash',
    title: 'Bitcoin Cash',
    coin: 'BCH',
    networks: ['BCH'],
    confirmations: 10,
    // The first one after eCash split off.
    ownBlock: { height: 661_648, hash: '0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce' },
    blockFormat: 'plain',
    maxHeadAgeMs: 3 * HOUR_MS,
  },
} as const satisfies Record<NodeName, PaymentNetwork | EvmNetwork | BitcoinNetwork>;

type NetworkCurrency = Pick<CurrencyRow, 'kind' | 'ticker' | 'network'>;

/** Finds the network of a currency; undefined if no node reports payments of the currency. */
export function findPaymentNetwork({ kind, ticker, network }: NetworkCurrency): PaymentNetwork | undefined {
  if (kind !== 'crypto') return undefined;
  return Object.values<PaymentNetwork>(PAYMENT_NETWORKS).find(({ networks }) =>
    networks.includes(network ?? ticker),
  );
}

/** Whether a network is Ethereum-like. */
export const isEvmNetwork = (network: PaymentNetwork | undefined): network is EvmNetwork =>
  network !== undefined && 'chainId' in network;

/** Whether the currency is the coin of the network, and no token. */
export const isNetworkCoin = ({ coin }: PaymentNetwork, { ticker }: Pick<CurrencyRow, 'ticker'>): boolean =>
  ticker === coin;

/** Finds the published contract of a token on its main network; undefined for a coin and for an unknown token. */
export const findPublishedContract = ({ ticker, network }: Pick<CurrencyRow, 'ticker' | 'network'>) =>
  TOKEN_CONTRACTS.find(token => token.ticker === ticker && token.network === network);

/** Returns how many confirmations make a payment final; null if no node reports payments of the currency. */
export const getRequiredConfirmations = (
  currency: NetworkCurrency & Pick<CurrencyRow, 'confirmations'>,
): number | null =>
  currency.confirmations === null
    ? (findPaymentNetwork(currency)?.confirmations ?? null)
    : Number(currency.confirmations);
