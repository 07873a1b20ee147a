import type { ClaimStatusCode } from '#core/claim/status.ts';
import { findPaymentNetwork, isNetworkCoin } from '#server/exchange/catalogue/paymentNetworks.ts';
import {
  hasSinglePayment,
  MAX_REFERENCE_LENGTH,
  normalizePaymentReference,
  normalizeTransaction,
} from '#server/exchange/claims/payment/paymentReference.ts';
import type { PayoutRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import { refuse } from '../defineCommand.ts';
import { formatAlternatives } from '../formatText.ts';
import type { ClaimWithCurrencies } from './findClaim.ts';

/** Statuses with a transfer to the client → its kind. */
export const PAYOUT_KINDS: Partial<Record<ClaimStatusCode, PayoutRow['kind']>> = {
  payout: 'payout',
  completed: 'payout',
  refunding: 'refund',
  refunded: 'refund',
};

/** The reference of a transfer to the client. */
type PayoutReference = Pick<PayoutRow, 'kind' | 'reference'>;

/** Parses the reference of a transfer to the client. */
export function parseReference(text: string): string {
  const reference = text.trim();
  return reference === '' || reference.length > MAX_REFERENCE_LENGTH
    ? refuse(`--reference must have 1 to ${MAX_REFERENCE_LENGTH} characters.`)
    : reference;
}

/** Parses `--reference` of the payout or refund of a status; null if there is none. */
export function parsePayoutReference(text: string | undefined, to: ClaimStatusCode | null): string | null {
  if (text === undefined) return null;
  const reference = parseReference(text);
  return to !== null && PAYOUT_KINDS[to]
    ? reference
    : refuse(
        `--reference requires --amount or one of the statuses ${formatAlternatives(Object.keys(PAYOUT_KINDS))}.`,
      );
}

/** Parses `--reference` of a claim's payment, which is mandatory. */
export function parsePaymentReference(row: ClaimWithCurrencies, text: string | undefined): string {
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

/** What the reference of a payment has: `hash` only, the number of an `output` or `log` entry, or a bank's `number`. */
export function describePaymentNumber(
  currency: Parameters<typeof hasSinglePayment>[0],
): 'hash' | 'output' | 'log' | 'number' {
  if (currency.kind !== 'crypto') return 'number';
  if (hasSinglePayment(currency)) return 'hash';
  const network = findPaymentNetwork(currency);
  return network && !isNetworkCoin(network, currency) ? 'log' : 'output';
}

/**
 * Normalizes the reference of a transfer that a member of staff has sent. 400 `reference`: `reference_format` if it is no
 * transaction of the currency's network; 409 `transfer_recorded`, unless it is `shared`, with `claim` and `claimId` of
 * another claim that has it in this currency.
 */
export async function checkTransferReference(
  db: Db,
  row: ClaimWithCurrencies,
  { kind, reference }: PayoutReference,
  shared: boolean,
): Promise<string> {
  const [currencyId, currency] =
    kind === 'payout'
      ? [row.to_id, { kind: row.to_kind, ticker: row.to_ticker, network: row.to_network }]
      : [row.from_id, { kind: row.from_kind, ticker: row.from_ticker, network: row.from_network }];
  const network = currency.network ?? currency.ticker;
  const normalized = currency.kind === 'crypto' ? normalizeTransaction(reference, currency) : reference;
  if (normalized === null) throw createFieldProblem({ reference: { code: 'reference_format', network } });
  if (shared) return normalized;
  const other = await db
    .selectFrom('payouts')
    .innerJoin('claims', 'claims.id', 'payouts.claim_id')
    .select(['claims.id as claimId', 'claims.public_number as claim'])
    .where('payouts.reference', '=', normalized)
    .where('claims.id', '<>', row.id)
    .where(({ eb, or }) =>
      or([
        eb('payouts.kind', '=', 'payout').and('claims.to_id', '=', currencyId),
        eb('payouts.kind', '=', 'refund').and('claims.from_id', '=', currencyId),
      ]),
    )
    .executeTakeFirst();
  if (other) throw createProblem(409, 'transfer_recorded', { ...other, data: { claim: other.claim } });
  return normalized;
}

/** Records the reference of a payout or refund, before the status changes: the e-mail about it may contain it. */
export async function recordPayoutReference(
  db: Db,
  claimId: string,
  payoutReference: PayoutReference,
  at: number,
): Promise<void> {
  const row = { claim_id: claimId, ...payoutReference, at: BigInt(at) };
  await db.insertInto('payouts').values(row).execute();
}
