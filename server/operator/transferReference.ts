import type { Transaction } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { Units } from '#core/exchange/amount.ts';
import type { ClaimRow, PayoutRow } from '../database/claimRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { MAX_REFERENCE_LENGTH, normalizePaymentReference } from '../claims/payment/paymentReference.ts';
import type { ClaimWithCurrencies } from './findClaim.ts';
import { formatAlternatives } from './operatorCommand.ts';

/** Statuses that a transfer to the client may come with → its kind. */
const PAYOUT_KINDS: Partial<Record<ClaimStatusCode, PayoutRow['kind']>> = {
  payout: 'payout',
  completed: 'payout',
  refunding: 'refund',
  refunded: 'refund',
};

/** A transfer that the operator records: `reference` in its stored form, or what is wrong with it. */
export type ReferenceResult = { ok: true; reference: string | null } | { ok: false; problem: string };

/**
 * Parses `--reference` of a claim's payment, which is mandatory, or of a payout or refund. `to` and `amount` are what
 * else the operator enters.
 */
export function parseReference(
  row: ClaimWithCurrencies,
  text: string | undefined,
  { to, amount }: { to: ClaimStatusCode | null; amount: Units | null },
): ReferenceResult {
  if (amount !== null) return parsePaymentReference(row, text);
  if (text === undefined) return { ok: true, reference: null };
  const reference = text.trim();
  if (reference === '' || reference.length > MAX_REFERENCE_LENGTH)
    return { ok: false, problem: `--reference must have 1 to ${MAX_REFERENCE_LENGTH} characters.` };
  if (to !== null && PAYOUT_KINDS[to]) return { ok: true, reference };
  const statuses = formatAlternatives(Object.keys(PAYOUT_KINDS));
  return { ok: false, problem: `--reference requires --amount or one of the statuses ${statuses}.` };
}

function parsePaymentReference(row: ClaimWithCurrencies, text: string | undefined): ReferenceResult {
  const format =
    row.from_kind === 'crypto'
      ? 'the transaction, a colon and the number of its output or log entry, 0 if it has none: <transaction>:0'
      : `the bank’s number of the transfer, or that of the cash receipt, 1 to ${MAX_REFERENCE_LENGTH} characters`;
  if (text === undefined) return { ok: false, problem: `--amount requires --reference: ${format}.` };
  const currency = { kind: row.from_kind, ticker: row.from_ticker, network: row.from_network };
  const reference = normalizePaymentReference(text, currency);
  return reference === null
    ? {
        ok: false,
        problem: `“${text}” is no reference of a payment in ${row.from_code}. It has to be ${format}.`,
      }
    : { ok: true, reference };
}

/** Records the reference of a payout or refund, before the status changes: the letter about it may contain it. */
export async function recordPayoutReference(
  trx: Transaction<DatabaseSchema>,
  { id }: ClaimRow,
  { to, amount, reference }: { to: ClaimStatusCode | null; amount: Units | null; reference: string | null },
  at: number,
): Promise<void> {
  const kind = to === null ? undefined : PAYOUT_KINDS[to];
  if (reference === null || amount !== null || kind === undefined) return;
  await trx
    .insertInto('payouts')
    .values({ claim_id: id, kind, reference, at: BigInt(at) })
    .execute();
}
