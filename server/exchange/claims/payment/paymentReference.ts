import { parseTransactionId } from '#core/claim/transaction.ts';
import { findPaymentNetwork, isEvmNetwork, isNetworkCoin } from '../../catalogue/paymentNetworks.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';

/** Longest reference of a transfer. */
export const MAX_REFERENCE_LENGTH = 200;

/**
 * Normalizes the reference of a payment, so that the same payment is not recorded twice. In a network: the transaction,
 * a colon and the number of its output or log entry, since one transaction may pay several claims. Otherwise: the text
 * in capitals without repeated spaces. A transaction without a number has 0, if `hasSinglePayment`. Null if it is not a
 * reference of such a payment.
 */
export function normalizePaymentReference(
  text: string,
  currency: Pick<CurrencyRow, 'kind' | 'ticker' | 'network'>,
): string | null {
  const compact = text.trim().replace(/\s+/g, ' ');
  if (compact === '' || compact.length > MAX_REFERENCE_LENGTH) return null;
  if (currency.kind !== 'crypto') return compact.toUpperCase();
  const numbered = hasSinglePayment(currency) && !compact.includes(':') ? `${compact}:0` : compact;
  const [, id = '', index = ''] = /^([^:]+):(\d{1,9})$/.exec(numbered) ?? [];
  if (parseTransactionId(id) === null) return null;
  return `${normalizeTransactionId(id, currency)}:${Number(index)}`;
}

/**
 * Whether a transaction of the network makes at most one payment in the currency, so that its number is always 0, also in
 * what the nodes report: TON, XRP and the coins of Ethereum-like networks and TRON. The tokens of the latter have the
 * number of a log entry, and a Bitcoin-like transaction has outputs.
 */
export function hasSinglePayment(currency: Pick<CurrencyRow, 'kind' | 'ticker' | 'network'>): boolean {
  const network = findPaymentNetwork(currency);
  if (!network) return currency.kind === 'crypto' && (currency.network ?? currency.ticker) === 'XRP';
  const hasNumberedTokens = network.name === 'tron' || isEvmNetwork(network);
  return network.name === 'ton' || (hasNumberedTokens && isNetworkCoin(network, currency));
}

/** Normalizes the transaction of a transfer to a client, without the number of an output; null if the network has no such. */
export function normalizeTransaction(
  text: string,
  currency: Pick<CurrencyRow, 'kind' | 'ticker' | 'network'>,
): string | null {
  const id = text.trim();
  if (parseTransactionId(id) !== id) return null;
  const network = currency.network ?? currency.ticker;
  const isHexadecimal = id.length <= 66 && !id.endsWith('=');
  const isOfNetwork = isHexadecimal ? network !== 'SOL' : network === (id.endsWith('=') ? 'TON' : 'SOL');
  return isOfNetwork ? normalizeTransactionId(id, currency) : null;
}

/** Hexadecimal ids are case-insensitive with an optional 0x, and have a base64 form in TON; base58 ids are exact. */
function normalizeTransactionId(
  id: string,
  currency: Pick<CurrencyRow, 'kind' | 'ticker' | 'network'>,
): string {
  if (id.endsWith('=')) return Buffer.from(id, 'base64url').toString('hex');
  const [digits] = /[\da-f]{64}$/i.exec(id) ?? [];
  if (digits === undefined || id.length > 66) return id;
  if ((currency.network ?? currency.ticker) === 'XRP') return digits.toUpperCase();
  return (isEvmNetwork(findPaymentNetwork(currency)) ? '0x' : '') + digits.toLowerCase();
}
