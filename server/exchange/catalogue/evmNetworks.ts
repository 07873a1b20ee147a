import { TOKEN_CONTRACTS } from '#core/exchange/tokenContracts.ts';
import type { NodeName } from '#server/platform/config/nodeSettings.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';

/** An Ethereum-like network. */
export interface EvmNetwork {
  name: NodeName;
  /** Name for people. */
  title: string;
  /** EIP-155. */
  chainId: bigint;
  /** Ticker of its coin, which has 18 decimals. */
  coin: string;
  /** Networks of its currencies in the catalogue; a coin without a network has its ticker instead. */
  networks: readonly string[];
  /** Confirmations until a payment is final, if the operator has not set another number. */
  confirmations: number;
}

export const EVM_NETWORKS: Readonly<Record<NodeName, EvmNetwork>> = {
  ethereum: {
    name: 'ethereum',
    title: 'Ethereum',
    chainId: 1n,
    coin: 'ETH',
    networks: ['ETH', 'ERC20'],
    confirmations: 12,
  },
  bsc: {
    name: 'bsc',
    title: 'BNB Smart Chain',
    chainId: 56n,
    coin: 'BNB',
    networks: ['BEP20'],
    confirmations: 30,
  },
};

/** Decimals of the coins of all these networks. */
export const COIN_DECIMALS = 18;

type NetworkCurrency = Pick<CurrencyRow, 'kind' | 'ticker' | 'network' | 'confirmations'>;

/** Finds the Ethereum-like network of a currency; undefined if it has none. */
export function findEvmNetwork({
  kind,
  ticker,
  network,
}: Pick<NetworkCurrency, 'kind' | 'ticker' | 'network'>): EvmNetwork | undefined {
  if (kind !== 'crypto') return undefined;
  return Object.values(EVM_NETWORKS).find(({ networks }) => networks.includes(network ?? ticker));
}

/** Whether the currency is the coin of the network, and no token. */
export const isNetworkCoin = ({ coin }: EvmNetwork, { ticker }: Pick<NetworkCurrency, 'ticker'>): boolean =>
  ticker === coin;

/** Finds the published contract of a token on its main network; undefined for a coin and for an unknown token. */
export const findPublishedContract = ({ ticker, network }: Pick<NetworkCurrency, 'ticker' | 'network'>) =>
  TOKEN_CONTRACTS.find(token => token.ticker === ticker && token.network === network);

/** Returns how many confirmations make a payment final; null if no node reports payments of the currency. */
export const getRequiredConfirmations = (currency: NetworkCurrency): number | null =>
  currency.confirmations === null
    ? (findEvmNetwork(currency)?.confirmations ?? null)
    : Number(currency.confirmations);
