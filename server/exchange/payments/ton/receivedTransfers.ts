import { Address, beginCell } from '@ton/core';
import { validateTonAddress } from '#core/exchange/requisites/validateAddress.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';
import { isNetworkCoin, PAYMENT_NETWORKS } from '../../catalogue/paymentNetworks.ts';
import { SourceError } from '../../courses/prices/download.ts';
import type { BlockReading, SharedAddress } from '../paymentSource.ts';
import {
  createDecimalsReader,
  listTokens,
  selectOwnTransfers,
  type RawTransfer,
  type Token,
} from '../rawTransfers.ts';
import { createTransactionReader, type BlockRange } from './accountTransactions.ts';
import { isNotice, parseCell, readComment, readJettonTransfer, type ReceivedMoney } from './messageBody.ts';
import type { TonCall } from './tonCall.ts';
import { JettonMasters, ReturnedAddress, type Transaction } from './tonSchemas.ts';

const network = PAYMENT_NETWORKS.ton;

/** 1 TON = 1,000,000,000 nanotons. */
const COIN_DECIMALS = 9;

/** A payment with the block of the masterchain that made it final. */
type FinalTransfer = RawTransfer & { seqno: number };

/** An account that receives a currency: an address of the exchange, or its jetton wallet. In raw form. */
interface ReceivingAccount {
  account: string;
  currency: CurrencyRow;
  /** The address of the exchange, in stored form. */
  recipient: string;
  token: Token | null;
}

/** Creates a function that reads what the shared addresses and their jetton wallets have got in a range of blocks. */
export function createTransferReader(
  call: TonCall,
): (range: BlockRange, reading: BlockReading) => Promise<FinalTransfer[]> {
  const readTransactions = createTransactionReader(call);
  const fetchJettonWallet = createJettonWalletReader(call);
  const fetchDecimals = createDecimalsReader((contract, signal) =>
    call('jetton/masters', { query: { address: contract, limit: 1 } }, JettonMasters, signal),
  );

  async function listReceivingAccounts(reading: BlockReading): Promise<ReceivingAccount[]> {
    const { currencies, signal } = reading;
    const accounts: ReceivingAccount[] = [];
    for (const [owner, addresses] of groupByAccount(await reading.listSharedAddresses())) {
      const findRecipient = ({ id }: CurrencyRow) =>
        (addresses.find(({ currencyId }) => currencyId === id) ?? addresses[0])?.address ?? '';
      const coin = currencies.find(currency => isNetworkCoin(network, currency));
      if (coin)
        accounts.push({ account: owner, currency: coin, recipient: findRecipient(coin), token: null });
      for (const token of listTokens(network, currencies)) {
        const { currency } = token;
        const account = await fetchJettonWallet(token, owner, signal);
        accounts.push({ account, currency, recipient: findRecipient(currency), token });
      }
    }
    return accounts;
  }

  return async (range, reading) => {
    const transfers: FinalTransfer[] = [];
    for (const { account, token, currency, recipient } of await listReceivingAccounts(reading)) {
      const transactions = await readTransactions(account, range, reading.signal);
      for (const transaction of transactions.toReversed()) {
        const received = token ? readJettons(transaction) : readCoins(transaction);
        if (!received) continue;
        transfers.push({
          currency,
          recipient,
          transaction: transaction.hash,
          index: 0,
          value: received.amount,
          decimals: token ? await fetchDecimals(token, reading.signal) : COIN_DECIMALS,
          memo: received.comment,
          // An earlier block is stored already: the index had not returned the transaction with it.
          seqno: Math.max(transaction.mc_block_seqno, range.first),
        });
      }
    }
    return selectOwnTransfers(transfers, reading);
  };
}

/** Groups addresses, of which an account has several forms, by the account in raw form. Others are left out. */
const groupByAccount = (addresses: readonly SharedAddress[]): Map<string, SharedAddress[]> =>
  Map.groupBy(
    addresses.filter(({ address }) => validateTonAddress(address).ok),
    ({ address }) => Address.parse(address).toRawString(),
  );

/**
 * Creates a function that requests the wallet of an owner from the master of a jetton, once: it never changes. The
 * sender that a message names proves nothing. Both addresses in raw form.
 */
function createJettonWalletReader(call: TonCall) {
  const known = new Map<string, string>();
  return async ({ contract }: Token, owner: string, signal: AbortSignal): Promise<string> => {
    const key = `${contract} ${owner}`;
    const value = beginCell().storeAddress(Address.parseRaw(owner)).endCell().toBoc().toString('base64');
    const body = { address: contract, method: 'get_wallet_address', stack: [{ type: 'slice', value }] };
    const wallet =
      known.get(key) ??
      parseAddress('runGetMethod', await call('runGetMethod', { body }, ReturnedAddress, signal));
    known.set(key, wallet);
    return wallet;
  };
}

/** Parses the cell of an address; the result is in raw form. */
function parseAddress(resource: string, base64: string): string {
  try {
    return parseCell(resource, base64).beginParse().loadAddress().toRawString();
  } catch {
    throw new SourceError(`${resource}: the index returned no address`);
  }
}

/**
 * Returns the coins of a transaction; null if there are none. An account without code, or whose code fails, keeps them
 * unless they bounce. `nofunds`: they are too few for that.
 */
function readCoins({ in_msg: message, description }: Transaction): ReceivedMoney | null {
  if (message.source === null || message.bounced || description.bounce?.type === 'ok') return null;
  const body = parseCell('transactions', message.message_content.body);
  return isNotice(body) ? null : { amount: message.value, comment: readComment(body) };
}

/**
 * Returns the jettons that a jetton wallet got by a transaction; null without any. The code of the wallet follows from
 * its address, and accepts them only from wallets of the same jetton and from its master; `aborted`: it did not. They
 * count also without `transfer_notification`, which the sender may leave out and anybody may forge.
 */
function readJettons({ in_msg: message, description }: Transaction): ReceivedMoney | null {
  if (message.source === null || message.bounced || description.aborted) return null;
  return readJettonTransfer(parseCell('transactions', message.message_content.body));
}
