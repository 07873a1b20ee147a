import type { ClaimSide } from '../contract/claim.ts';

/** A hexadecimal hash (Bitcoin, TRON, XRP …; with 0x in Ethereum), or base64 (TON) or base58 text (Solana). */
const TRANSACTION_ID_PATTERN = /^(?:(?:0x)?[\da-fA-F]{64}|[\w+/-]{43}=|[1-9A-HJ-NP-Za-km-z]{86,88})$/;

/**
 * Returns the transaction id in the reference of a payment, without the number of its output or log entry
 * («<id>:1»). Null for other references, such as a merchant's.
 */
export function parseTransactionId(reference: string): string | null {
  const [id = ''] = reference.split(':');
  return TRANSACTION_ID_PATTERN.test(id) ? id : null;
}

/**
 * Explorers by network, or by ticker of a coin with its own network: the address of a transaction without its id. They are
 * the explorers that the network's site or its common wallets link to.
 */
const explorerUrls = new Map([
  ['BTC', 'https://mempool.space/tx/'],
  ['LTC', 'https://litecoinspace.org/tx/'],
  ['BCH', 'https://blockchair.com/bitcoin-cash/transaction/'],
  ['DOGE', 'https://blockchair.com/dogecoin/transaction/'],
  ['DASH', 'https://blockchair.com/dash/transaction/'],
  ['XMR', 'https://xmrchain.net/tx/'],
  ['XRP', 'https://livenet.xrpl.org/transactions/'],
  ['TON', 'https://tonviewer.com/transaction/'],
  ['SOL', 'https://explorer.solana.com/tx/'],
  ['ADA', 'https://cardanoscan.io/transaction/'],
  ['ETH', 'https://etherscan.io/tx/'],
  ['ERC20', 'https://etherscan.io/tx/'],
  ['BEP20', 'https://bscscan.com/tx/'],
  ['TRX', 'https://tronscan.org/#/transaction/'],
  ['TRC20', 'https://tronscan.org/#/transaction/'],
]);

/** Returns the explorer's page of a transaction in the network of a coin or token; null for an unknown network. */
export function buildTransactionUrl(
  { currency, network }: Pick<ClaimSide, 'currency' | 'network'>,
  transaction: string,
): string | null {
  const base = explorerUrls.get(network ?? currency);
  return base === undefined ? null : base + encodeURIComponent(transaction);
}
