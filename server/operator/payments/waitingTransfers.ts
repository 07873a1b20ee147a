import { sql } from 'kysely';
import type { ChosenTransfer, WaitingTransfer } from '#core/contract/operator/transfers/waitingTransfers.ts';
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
  const addressAndMemo = sql<string>`address || coalesce(' ' || memo, '')`.as('text');
  const rows = await selectUnmatchedPayments(db)
    .select([...columns, addressAndMemo, 'first_seen_at as at', selectSource('network')])
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

/** Dismisses a transfer that belongs to no claim. Again without effect. 404 without the transfer, or if it is recorded. */
export async function dismissTransfer(context: OperatorContext, chosen: ChosenTransfer): Promise<void> {
  const target = findTarget(context, chosen);
  if (await hasRows(selectDismissed(context.db, target))) return;
  const dismiss = target.table === 'observed_payments' ? dismissPayment : dismissBankTransfer;
  await runStaffChange(context, `${target.command} dismiss`, change => dismiss(change, target));
}

/** Puts a dismissed transfer back. Again without effect. 404 without the transfer. */
export async function restoreTransfer(context: OperatorContext, chosen: ChosenTransfer): Promise<void> {
  const target = findTarget(context, chosen);
  const { table, currency, reference, command } = target;
  const stored = context.db
    .selectFrom(table)
    .where('currency_id', '=', BigInt(currency.id))
    .where('reference', '=', reference);
  if (!(await hasRows(stored))) throw notFoundProblem;
  if (!(await hasRows(selectDismissed(context.db, target)))) return;
  await runStaffChange(context, `${command} restore`, async ({ db }) => {
    const [row] = await selectDismissed(db, target).selectAll().execute();
    if (!row) throw notFoundProblem;
    await db
      .updateTable(table)
      .set({ dismissed_at: null })
      .where('currency_id', '=', BigInt(currency.id))
      .where('reference', '=', reference)
      .execute();
    return describeChange('id' in row ? row.id : reference, currency, row.amount, 'back on');
  });
}

/** A transfer with its currency. */
interface Target {
  currency: Currency;
  reference: string;
}

interface StoredTarget extends Target {
  table: 'observed_payments' | 'bank_transfers';
  /** The first word of its audit entries. */
  command: string;
}

function findTarget(context: OperatorContext, { currency: code, reference }: ChosenTransfer): StoredTarget {
  const currency = parseCurrency(code, { context });
  return currency.kind === 'crypto'
    ? { currency, reference, table: 'observed_payments', command: 'payments' }
    : { currency, reference, table: 'bank_transfers', command: 'transfer' };
}

const selectDismissed = (db: Db, { table, currency, reference }: StoredTarget) =>
  db
    .selectFrom(table)
    .where('currency_id', '=', BigInt(currency.id))
    .where('reference', '=', reference)
    .where('dismissed_at', 'is not', null);

/** Dismisses a payment in a network, or refuses one that does not wait. */
export async function dismissPayment(
  { db, now }: ChangeContext,
  { currency, reference: text }: Target,
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
  return describeChange(reference, currency, dismissed.amount, 'off');
}

/** Dismisses a transfer of a bank. The audit log has no text: it has names. */
async function dismissBankTransfer(
  { db, now }: ChangeContext,
  { currency, reference }: Target,
): Promise<Change> {
  const row = await selectWaitingTransfers(db)
    .select(['bank_transfers.id', 'amount'])
    .where('currency_id', '=', BigInt(currency.id))
    .where('bank_transfers.reference', '=', reference)
    .executeTakeFirstOrThrow(() => notFoundProblem);
  const dismissed_at = BigInt(now());
  await db.updateTable('bank_transfers').set({ dismissed_at }).where('id', '=', row.id).execute();
  return describeChange(row.id, currency, row.amount, 'off');
}

function describeChange(
  target: string,
  { decimals, code }: Currency,
  units: Units,
  place: 'off' | 'back on',
): Change {
  const amount = `${unitsToDecimal(units, decimals)} ${code}`;
  return { text: `${amount} is ${place} the list.`, target, detail: { amount } };
}
