import type { WaitingGroup, WaitingRow } from '#core/contract/operator/today/today.ts';
import { listSourceStates } from '#server/exchange/payments/sourceStates.ts';
import { countWaitingTransfers, listWaitingTransfers } from '#server/operator/payments/waitingTransfers.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { formatInstantOrNull } from '#server/platform/formatInstant.ts';

/** What a row does not have. */
export const EMPTY_ROW = {
  target: null,
  state: null,
  amount: null,
  currency: null,
  since: null,
  takenBy: null,
};

/** Transfers that belong to no known claim: those that nodes have reported, then those of a bank, the oldest first. */
export async function findTransfers(db: Db, maxRows: number): Promise<Pick<WaitingGroup, 'count' | 'rows'>> {
  const transfers = await listWaitingTransfers(db, maxRows);
  const rows = transfers.map(({ source, text, amount, currency, reference, at }) => ({
    ...EMPTY_ROW,
    id: `${currency} ${reference}`,
    target: 'statement' as const,
    title: text || 'Без назначения',
    state: source === 'network' ? reference : null,
    amount,
    currency,
    since: at,
  }));
  return { count: await countWaitingTransfers(db), rows };
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
