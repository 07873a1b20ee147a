import type { Kysely } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { Units } from '#core/exchange/amount.ts';
import { MAX_REFERENCE_LENGTH, normalizePaymentReference } from '../../claims/payment/paymentReference.ts';
import type { PayoutRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { refuse } from '../defineCommand.ts';
import { formatAlternatives } from '../formatText.ts';
import type { ClaimWithCurrencies } from './findClaim.ts';

/** Statuses that a transfer to the client may come with → its kind. */
const PAYOUT_KINDS: Partial<Record<ClaimStatusCode, PayoutRow['kind']>> = {
  payout: 'payout',
  completed: 'payout',
  refunding: 'refund',
  refunded: 'refund',
};

/** What the operator enters about a claim besides a reference: a new status, a received amount. */
interface Entered {
  to: ClaimStatusCode | null;
  amount: Units | null;
}

/** Parses the reference of a transfer to the client. */
export function parseReference(text: string): string {
  const reference = text.trim();
  return reference === '' || reference.length > MAX_REFERENCE_LENGTH
    ? refuse(`--reference must have 1 to ${MAX_REFERENCE_LENGTH} characters.`)
    : reference;
}

/** Parses `--reference` of a claim's payment, which is mandatory, or of a payout or refund; null if there is none. */
export function parseClaimReference(
  row: ClaimWithCurrencies,
  text: string | undefined,
  { to, amount }: Entered,
): string | null {
  if (amount !== null) return parsePaymentReference(row, text);
  if (text === undefined) return null;
  const reference = parseReference(text);
  return to !== null && PAYOUT_KINDS[to]
    ? reference
    : refuse(
        `--reference requires --amount or one of the statuses ${formatAlternatives(Object.keys(PAYOUT_KINDS))}.`,
      );
}

function parsePaymentReference(row: ClaimWithCurrencies, text: string | undefined): string {
  const format =
    row.from_kind === 'crypto'
      ? 'the transaction, a colon and the number of its output or log entry, 0 if it has none: <transaction>:0'
      : `the bank’s number of the transfer, or that of the cash receipt, 1 to ${MAX_REFERENCE_LENGTH} characters`;
  if (text === undefined) return refuse(`--amount requires --reference: ${format}.`);
  const currency = { kind: row.from_kind, ticker: row.from_ticker, network: row.from_network };
  return (
    normalizePaymentReference(text, currency) ??
    refuse(`“${text}” is no reference of a payment in ${row.from_code}. It has to be ${format}.`)
  );
}

/** Records the reference of a payout or refund, before the status changes: the letter about it may contain it. */
export async function recordPayoutReference(
  db: Kysely<DatabaseSchema>,
  claimId: string,
  { to, amount, reference }: Entered & { reference: string | null },
  at: number,
): Promise<void> {
  const kind = to === null ? undefined : PAYOUT_KINDS[to];
  if (reference === null || amount !== null || kind === undefined) return;
  const row = { claim_id: claimId, kind, reference, at: BigInt(at) };
  await db.insertInto('payouts').values(row).execute();
}
