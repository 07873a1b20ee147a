import { setImmediate } from 'node:timers/promises';
import { findPaymentNetwork, type BitcoinNetwork } from '../../catalogue/paymentNetworks.ts';
import { normalizePaymentReference } from '../../claims/payment/paymentReference.ts';
import { toUnitsRoundedDown } from '../networkAmount.ts';
import type { BlockReading, NetworkTransfer } from '../paymentSource.ts';
import type { Transaction } from './parseBlock.ts';
import { createAddressEncoder } from './scriptAddress.ts';

/** Decimals of the coins of all Bitcoin-like networks. */
const COIN_DECIMALS = 8;

/** Transactions whose addresses are encoded at once, in about 20 ms. Other work of the process goes on between. */
const CHUNK_TRANSACTIONS = 200;

/** Selects the payments to own addresses in the coin of the network. */
export type ReceivedSelector = (
  transactions: readonly Transaction[],
  reading: BlockReading,
) => Promise<NetworkTransfer[]>;

/** Creates the function that selects payments of a network. */
export function createReceivedSelector(network: BitcoinNetwork): ReceivedSelector {
  const encodeAddress = createAddressEncoder(network.coin);
  const encodeOutputs = ({ id, outputs }: Transaction) =>
    outputs.flatMap(({ value, script }, index) => {
      const address = encodeAddress(script);
      return address === null ? [] : [{ text: `${id}:${index}`, value, address }];
    });
  return async (transactions, { currencies, findOwnAddresses }) => {
    const coin = currencies.find(currency => findPaymentNetwork(currency) === network);
    if (!coin) return [];
    const outputs: ReturnType<typeof encodeOutputs> = [];
    for (let start = 0; start < transactions.length; start += CHUNK_TRANSACTIONS) {
      outputs.push(...transactions.slice(start, start + CHUNK_TRANSACTIONS).flatMap(encodeOutputs));
      await setImmediate();
    }
    const own = await findOwnAddresses([...new Set(outputs.map(({ address }) => address))]);
    return outputs.flatMap(({ text, value, address }) => {
      const amount = toUnitsRoundedDown(value, COIN_DECIMALS, coin);
      if (!own.has(address) || amount === 0n) return [];
      const reference = normalizePaymentReference(text, coin);
      if (reference === null) throw new Error(`${text} is no reference`);
      return [{ currencyId: coin.id, reference, address, amount }];
    });
  };
}
