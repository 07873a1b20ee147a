import { parseTransactionId } from '#core/claim/transaction.ts';
import type { CurrencyRow } from '../../database/catalogueRows.ts';

/** Networks, and the coin that has none, whose transaction ids begin with 0x. */
const HEX_PREFIX_NETWORKS: ReadonlySet<string> = new Set(['ETH', 'ERC20', 'BEP20']);

/** Longest reference of a transfer. */
export const MAX_REFERENCE_LENGTH = 200;

/**
 * Brings the reference of a payment to one form, so that the same payment is not recorded twice: in a network the
 * transaction, a colon and the number of its output or log entry, since one transaction may pay several claims; else
 * the text, without repeated spaces and in capitals. Null if it is not a reference of such a payment.
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

/** Hexadecimal ids have no case, an optional 0x, and in TON a second form in base64; base58 ids are exact. */
function normalizeTransactionId(id: string, network: string): string {
  if (id.endsWith('=')) return Buffer.from(id, 'base64url').toString('hex');
  const [digits] = /[\da-f]{64}$/i.exec(id) ?? [];
  if (digits === undefined || id.length > 66) return id;
  if (network === 'XRP') return digits.toUpperCase();
  return (HEX_PREFIX_NETWORKS.has(network) ? '0x' : '') + digits.toLowerCase();
}
