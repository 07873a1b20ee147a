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
}

/** An Ethereum-like network. */
export interface EvmNetwork extends PaymentNetwork {
  /** EIP-155. */
  chainId: bigint;
}

export const PAYMENT_NETWORKS = {
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
} as const satisfies Record<NodeName, PaymentNetwork | EvmNetwork>;

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
