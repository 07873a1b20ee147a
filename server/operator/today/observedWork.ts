import type { WaitingRow } from '#core/contract/operator/today.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { listSourceStates } from '#server/exchange/payments/sourceStates.ts';
import { selectUnmatchedPayments } from '#server/exchange/payments/unmatchedPayments.ts';
import { listBankTransfers } from '#server/operator/bank/staffTransfers.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';

/** What most of these rows do not have. */
const EMPTY_ROW = { target: null, state: null, summa: null, currency: null, takenBy: null };

/** Lists the payments that nodes have reported and that belong to no known claim, the oldest first. */
export async function listUnmatchedTransfers({ db }: Pick<ServerContext, 'db'>): Promise<WaitingRow[]> {
  const rows = await selectUnmatchedPayments(db)
    .select(['reference', 'address', 'amount', 'first_seen_at', 'code', 'decimals'])
    .orderBy('first_seen_at')
    .execute();
  return rows.map(({ reference, address, amount, first_seen_at, code, decimals }) => ({
    ...EMPTY_ROW,
    id: `${code} ${reference}`,
    title: address,
    state: reference,
    summa: unitsToDecimal(amount, Number(decimals)),
    currency: code,
    since: formatInstant(first_seen_at),
  }));
}

/** Lists the transfers of a bank that wait for a person, the oldest first. */
export async function listWaitingTransfers(context: Pick<ServerContext, 'db'>): Promise<WaitingRow[]> {
  const { results } = await listBankTransfers(context);
  return results.map(({ id, text, amount, currency, at }) => ({
    ...EMPTY_ROW,
    id,
    target: 'statement',
    title: text || 'Без назначения',
    summa: amount,
    currency,
    since: at,
  }));
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
