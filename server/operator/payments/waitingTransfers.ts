import { sql } from 'kysely';
import type {
  TransferDismissal,
  WaitingTransfer,
} from '#core/contract/operator/transfers/waitingTransfers.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { normalizePaymentReference } from '#server/exchange/claims/payment/paymentReference.ts';
import { selectWaitingTransfers } from '#server/exchange/payments/bankTransfers.ts';
import { selectUnmatchedPayments } from '#server/exchange/payments/unmatchedPayments.ts';
import { countRows, hasRows } from '#server/platform/database/countRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { refuse, runStaffChange, type Change, type ChangeContext } from '../defineCommand.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { parseCurrency } from '../parseValue.ts';

/** Lists the payments in networks and the transfers of a bank that wait for a person, the oldest of each first. */
export async function listWaitingTransfers(db: Db, maxRows: number): Promise<WaitingTransfer[]> {
  const selectSource = (source: WaitingTransfer['source']) =>
    sql<WaitingTransfer['source']>`${sql.lit(source)}`.as('source');
  const columns = ['code', 'decimals', 'amount', 'reference'] as const;
  const rows = await selectUnmatchedPayments(db)
    .select([...columns, 'address as text', 'first_seen_at as at', selectSource('network')])
    .unionAll(selectWaitingTransfers(db).select([...columns, 'text', 'at', selectSource('bank')]))
    .orderBy('source', 'desc')
    .orderBy('at')
    .orderBy('reference')
    .limit(maxRows)
    .execute();
  return rows.map(({ source, code, decimals, amount, reference, text, at }) => ({
    source,
    currency: code,
    amount: unitsToDecimal(amount, Number(decimals)),
    reference,
    text,
    at: formatInstant(at),
  }));
}

/** Counts what `listWaitingTransfers` lists. */
export const countWaitingTransfers = async (db: Db): Promise<number> =>
  (await countRows(selectUnmatchedPayments(db))) + (await countRows(selectWaitingTransfers(db)));

/** Dismisses a transfer that belongs to no claim. 404 without the transfer, or if it is recorded. */
export async function dismissTransfer(
  context: OperatorContext,
  { currency: code, reference }: TransferDismissal,
): Promise<void> {
  const currency = parseCurrency(code, { context });
  const isCrypto = currency.kind === 'crypto';
  const dismissed = context.db
    .selectFrom(isCrypto ? 'observed_payments' : 'bank_transfers')
    .where('currency_id', '=', BigInt(currency.id))
    .where('reference', '=', reference)
    .where('dismissed_at', 'is not', null);
  // A repetition changes nothing.
  if (await hasRows(dismissed)) return;
  const dismiss = isCrypto ? dismissPayment : dismissBankTransfer;
  await runStaffChange(context, isCrypto ? 'payments dismiss' : 'transfer dismiss', change =>
    dismiss(change, { currency, reference }),
  );
}

/** A transfer of the list. */
interface ChosenTransfer {
  currency: Currency;
  reference: string;
}

/** Dismisses a payment in a network, or refuses one that does not wait. */
export async function dismissPayment(
  { db, now }: ChangeContext,
  { currency, reference: text }: ChosenTransfer,
): Promise<Change> {
  const reference = normalizePaymentReference(text, currency) ?? text;
  const dismissed = await db
    .updateTable('observed_payments')
    .set({ dismissed_at: BigInt(now()) })
    .where('currency_id', '=', BigInt(currency.id))
    .where('reference', '=', reference)
    .where('recorded_at', 'is', null)
    .where('claim_id', 'is', null)
    .where('dismissed_at', 'is', null)
    .returning('amount')
    .executeTakeFirst();
  if (!dismissed)
    refuse('There is no such unmatched payment. List them: payments --unmatched.', notFoundProblem);
  return describeDismissal(reference, currency, dismissed.amount);
}

/** Dismisses a transfer of a bank. The audit log has no text: it has names. */
async function dismissBankTransfer(
  { db, now }: ChangeContext,
  { currency, reference }: ChosenTransfer,
): Promise<Change> {
  const row = await selectWaitingTransfers(db)
    .select(['bank_transfers.id', 'amount'])
    .where('currency_id', '=', BigInt(currency.id))
    .where('bank_transfers.reference', '=', reference)
    .executeTakeFirstOrThrow(() => notFoundProblem);
  const dismissed_at = BigInt(now());
  await db.updateTable('bank_transfers').set({ dismissed_at }).where('id', '=', row.id).execute();
  return describeDismissal(row.id, currency, row.amount);
}

function describeDismissal(target: string, { decimals, code }: Currency, units: Units): Change {
  const amount = `${unitsToDecimal(units, decimals)} ${code}`;
  return { text: `${amount} is off the list.`, target, detail: { amount } };
}
