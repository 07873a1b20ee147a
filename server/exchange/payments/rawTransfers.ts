import type { Units } from '#core/exchange/amount.ts';
import { findTokenByContract } from '#core/exchange/tokenContracts.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';
import { findPublishedContract, isNetworkCoin, type PaymentNetwork } from '../catalogue/paymentNetworks.ts';
import { normalizePaymentReference } from '../claims/payment/paymentReference.ts';
import { SourceError } from '../courses/prices/download.ts';
import { toUnitsRoundedDown } from './networkAmount.ts';
import type { BlockReading, NetworkTransfer } from './paymentSource.ts';

/** Most decimals that an amount of 256 bits can have. */
const MAX_TOKEN_DECIMALS = 77n;

/** A payment of a block, in the smallest units of the network. */
export interface RawTransfer {
  currency: CurrencyRow;
  /** The address that got it, in stored form. */
  recipient: string;
  /** Id of the transaction. */
  transaction: string;
  /** What tells apart the payments of a transaction. */
  index: number;
  value: bigint;
  decimals: number;
  /** As in `NetworkTransfer`. */
  memo?: string | null;
}

/** A currency that is a token, with its contract in stored form. */
export interface Token {
  currency: CurrencyRow;
  contract: string;
}

/** Lists those of a network's currencies that are tokens with a contract. */
export const listTokens = (network: PaymentNetwork, currencies: readonly CurrencyRow[]): Token[] =>
  currencies.flatMap(currency => {
    const contract = currency.contract ?? findPublishedContract(currency)?.address;
    return contract === undefined || isNetworkCoin(network, currency) ? [] : [{ currency, contract }];
  });

/** Creates a function that returns the decimals of a token. Only those of unknown contracts are read, once. */
export function createDecimalsReader(
  readDecimals: (contract: string, signal: AbortSignal) => Promise<bigint>,
): (token: Token, signal: AbortSignal) => Promise<number> {
  const knownDecimals = new Map<string, number>();
  return async ({ contract, currency: { code } }, signal) => {
    const known = findTokenByContract(contract)?.decimals ?? knownDecimals.get(contract);
    if (known !== undefined) return known;
    const decimals = await readDecimals(contract, signal).catch((error: unknown) => {
      throw new SourceError(`the contract of ${code} cannot be read: ${(error as Error).message}`);
    });
    if (decimals > MAX_TOKEN_DECIMALS)
      throw new SourceError(`the contract of ${code} has ${decimals} decimals`);
    knownDecimals.set(contract, Number(decimals));
    return Number(decimals);
  };
}

/** Keeps the payments to addresses of the exchange and its claims, unless they are below a unit of the currency. */
export async function selectOwnTransfers<Transfer extends RawTransfer>(
  transfers: readonly Transfer[],
  { findOwnAddresses }: Pick<BlockReading, 'findOwnAddresses'>,
): Promise<Transfer[]> {
  const own = await findOwnAddresses([...new Set(transfers.map(({ recipient }) => recipient))]);
  return transfers.filter(transfer => own.has(transfer.recipient) && toUnits(transfer) > 0n);
}

/** Converts a payment to what the exchange stores. */
export function toNetworkTransfer(transfer: RawTransfer): NetworkTransfer {
  const { currency, transaction, index, recipient: address, memo = null } = transfer;
  const reference = normalizePaymentReference(`${transaction}:${index}`, currency);
  if (reference === null) throw new Error(`${transaction}:${index} is no reference`);
  return { currencyId: currency.id, reference, address, amount: toUnits(transfer), memo };
}

const toUnits = ({ value, decimals, currency }: RawTransfer): Units =>
  toUnitsRoundedDown(value, decimals, currency);
