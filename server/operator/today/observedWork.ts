import type { WaitingGroup, WaitingRow } from '#core/contract/operator/today.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { listSourceStates } from '#server/exchange/payments/sourceStates.ts';
import { selectUnmatchedPayments } from '#server/exchange/payments/unmatchedPayments.ts';
import { listBankTransfers } from '#server/operator/bank/staffTransfers.ts';
import { selectWaitingTransfers } from '#server/exchange/payments/bankTransfers.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';

/** What a row does not have. */
export const EMPTY_ROW = {
  target: null,
  state: null,
  summa: null,
  currency: null,
  since: null,
  takenBy: null,
};

/** Transfers that belong to no known claim: those that nodes have reported, then those of a bank, the oldest first. */
export async function findTransfers(db: Db, maxRows: number): Promise<Pick<WaitingGroup, 'count' | 'rows'>> {
  const payments = await selectUnmatchedPayments(db)
    .select(['reference', 'address', 'amount', 'first_seen_at', 'code', 'decimals'])
    .orderBy('first_seen_at')
    .limit(maxRows)
    .execute();
  const transfers = await listBankTransfers(db, maxRows - payments.length);
  const count =
    (await countRows(selectUnmatchedPayments(db))) + (await countRows(selectWaitingTransfers(db)));
  const rows = [
    ...payments.map(({ reference, address, amount, first_seen_at, code, decimals }) => ({
      ...EMPTY_ROW,
      id: `${code} ${reference}`,
      title: address,
      state: reference,
      summa: unitsToDecimal(amount, Number(decimals)),
      currency: code,
      since: formatInstant(first_seen_at),
    })),
    ...transfers.map(({ id, text, amount, currency, at }) => ({
      ...EMPTY_ROW,
      id,
      target: 'statement' as const,
      title: text || 'Без назначения',
      summa: amount,
      currency,
      since: at,
    })),
  ];
  return { count, rows };
}

/** Lists the networks whose nodes do not answer, since their last check. */
export async function listSilentNodes(
  context: Pick<ServerContext, 'config' | 'db' | 'now'>,
): Promise<WaitingRow[]> {
  const states = await listSourceStates(context, context.db);
  return states
    .filter(({ isSilent }) => isSilent)
    .map(({ name, title, checkedAt }) => ({
      ...EMPTY_ROW,
      id: name,
      title,
      since: formatInstantOrNull(checkedAt),
    }));
}
