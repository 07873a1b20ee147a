import { parseTransactionId } from '#core/claim/transaction.ts';
import type { CurrencyRow } from '#server/platform/database/catalogueRows.ts';

/** Networks, and the code of the coin without a network, whose transaction ids begin with 0x. */
const HEX_PREFIX_NETWORKS: ReadonlySet<string> = new Set(['ETH', 'ERC20', 'BEP20']);

/** Longest reference of a transfer. */
export const MAX_REFERENCE_LENGTH = 200;

/**
 * Normalizes the reference of a payment, so that the same payment is not recorded twice. In a network: the transaction,
 * a colon and the number of its output or log entry, since one transaction may pay several claims. Otherwise: the text
 * in capitals without repeated spaces. Null if it is not a reference of such a payment.
 */
export function normalizePaymentReference(
  text: string,
  { kind, ticker, network }: Pick<CurrencyRow, 'kind' | 'ticker' | 'network'>,
): string | null {
  const compact = text.trim().replace(/\s+/g, ' ');
  if (compact === '' || compact.length > MAX_REFERENCE_LENGTH) return null;
  if (kind !== 'crypto') return compact.toUpperCase();
  const [, id = '', index = ''] = /^([^:]+):(\d{1,9})$/.exec(compact) ?? [];
  if (parseTransactionId(id) === null) return null;
  return `${normalizeTransactionId(id, network ?? ticker)}:${Number(index)}`;
}

/** Hexadecimal ids are case-insensitive with an optional 0x, and have a base64 form in TON; base58 ids are exact. */
function normalizeTransactionId(id: string, network: string): string {
  if (id.endsWith('=')) return Buffer.from(id, 'base64url').toString('hex');
  const [digits] = /[\da-f]{64}$/i.exec(id) ?? [];
  if (digits === undefined || id.length > 66) return id;
  if (network === 'XRP') return digits.toUpperCase();
  return (HEX_PREFIX_NETWORKS.has(network) ? '0x' : '') + digits.toLowerCase();
}
