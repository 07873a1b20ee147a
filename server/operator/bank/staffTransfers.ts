import type { BankTransfer } from '#core/contract/operator/bankTransfers.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { selectWaitingTransfers } from '#server/exchange/payments/bankTransfers.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { writeAuditEntry } from '../auditLog.ts';
import type { OperatorContext } from '../operatorContext.ts';

/** Lists the transfers of a bank that wait for a person, the oldest first. */
export async function listBankTransfers(db: Db, maxRows: number): Promise<BankTransfer[]> {
  const rows = await selectWaitingTransfers(db)
    .select(['bank_transfers.id', 'code', 'decimals', 'amount', 'reference', 'text', 'at'])
    .orderBy('at')
    .orderBy('reference')
    .limit(maxRows)
    .execute();
  return rows.map(({ id, code, decimals, amount, reference, text, at }) => ({
    id,
    currency: code,
    amount: unitsToDecimal(amount, Number(decimals)),
    reference,
    text,
    at: formatInstant(at),
  }));
}

/** Dismisses a transfer that belongs to no claim. 404 without the transfer. The audit log has no text: it has names. */
export function dismissBankTransfer(context: OperatorContext, id: string): Promise<void> {
  return runInTransaction(context.db, async db => {
    const row = await db
      .selectFrom('bank_transfers')
      .innerJoin('currencies', 'currencies.id', 'bank_transfers.currency_id')
      .select(['amount', 'code', 'decimals', 'dismissed_at'])
      .where('bank_transfers.id', '=', id)
      .executeTakeFirstOrThrow(() => notFoundProblem);
    if (row.dismissed_at !== null) return;
    const dismissed_at = BigInt(context.now());
    await db.updateTable('bank_transfers').set({ dismissed_at }).where('id', '=', id).execute();
    const amount = `${unitsToDecimal(row.amount, Number(row.decimals))} ${row.code}`;
    await writeAuditEntry(context, db, { command: 'transfer dismiss', target: id, detail: { amount } });
  });
}
