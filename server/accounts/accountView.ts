import type { Selectable } from 'kysely';
import type {
  AccountEvent,
  AccountJournal,
  AccountSession,
  AccountSessions,
  NotifySettings,
} from '#core/contract/user.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { AccountEventRow, SessionRow, UserRow } from '#server/platform/database/accountRows.ts';
import { parseListPage } from '#server/platform/lists/listPage.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { selectOpenSessions } from './sessions/sessions.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';

/** Which e-mails a user has subscribed to. */
export const buildNotifySettings = ({ notify_claims, notify_news }: UserRow): NotifySettings => ({
  claims: notify_claims === 1n,
  security: true,
  news: notify_news === 1n,
});

/** Builds a session for its owner. */
export const buildSession = ({
  id,
  device,
  network,
  created_at,
  rotated_at,
}: Pick<SessionRow, 'id' | 'device' | 'network' | 'created_at' | 'rotated_at'>): Omit<
  AccountSession,
  'current'
> => ({
  id,
  device,
  network,
  createdAt: formatInstant(created_at),
  usedAt: formatInstant(rotated_at),
});

/** Builds a journal entry for its owner. */
export const buildEvent = ({
  kind,
  device,
  network,
  at,
}: Omit<Selectable<AccountEventRow>, 'id' | 'user_id'>): AccountEvent => ({
  kind,
  device,
  network,
  at: formatInstant(at),
});

/** Lists the open sessions of a user, the last used first. */
export async function listSessions(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  userId: string,
  currentId: string,
): Promise<AccountSessions> {
  const rows = await selectOpenSessions(db, userId, BigInt(now()))
    .select(['id', 'device', 'network', 'created_at', 'rotated_at'])
    .orderBy('rotated_at', 'desc')
    .orderBy('id')
    .execute();
  const results = rows.map(row => ({ ...buildSession(row), current: row.id === currentId }));
  return { count: results.length, next: null, previous: null, results };
}

/** A page of a user's security journal, the newest entry first. 400 if page or size is not a positive integer. */
export function listJournal(
  { db, config }: Pick<ExchangeContext, 'db' | 'config'>,
  userId: string,
  query: Record<string, string>,
): Promise<AccountJournal> {
  const journal = openList({
    rows: db.selectFrom('account_events').where('user_id', '=', userId),
    order: { id: 'desc' },
    select: part => part.selectAll(),
    build: rows => rows.map(buildEvent),
  });
  return journal.readPage(parseListPage(query), `${config.publicOrigin}/api/v1/users/me/journal/`);
}
