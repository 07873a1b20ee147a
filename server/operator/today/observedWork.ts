import type { WaitingRow } from '#core/contract/operator/today.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { listSourceStates } from '#server/exchange/payments/sourceStates.ts';
import { selectUnmatchedPayments } from '#server/exchange/payments/unmatchedPayments.ts';
import { listBankTransfers } from '#server/operator/bank/staffTransfers.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';

/** Lists the payments that nodes have reported and that belong to no known claim, the oldest first. */
export async function listUnmatchedTransfers({ db }: Pick<ServerContext, 'db'>): Promise<WaitingRow[]> {
  const rows = await selectUnmatchedPayments(db)
    .select(['reference', 'address', 'amount', 'first_seen_at', 'code', 'decimals'])
    .orderBy('first_seen_at')
    .execute();
  return rows.map(({ reference, address, amount, first_seen_at, code, decimals }) => ({
    id: `${code} ${reference}`,
    target: null,
    title: address,
    state: reference,
    summa: unitsToDecimal(amount, Number(decimals)),
    currency: code,
    since: formatInstant(first_seen_at),
    takenBy: null,
  }));
}

/** Lists the transfers of a bank that wait for a person, the oldest first. */
export async function listWaitingTransfers(context: Pick<ServerContext, 'db'>): Promise<WaitingRow[]> {
  const { results } = await listBankTransfers(context);
  return results.map(({ id, text, amount, currency, at }) => ({
    id,
    target: 'statement',
    title: text || 'Без назначения',
    state: null,
    summa: amount,
    currency,
    since: at,
    takenBy: null,
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
      id: name,
      target: null,
      title,
      state: null,
      summa: null,
      currency: null,
      since: checkedAt === null ? null : formatInstant(checkedAt),
      takenBy: null,
    }));
}
