import type { RecentAccess } from '#core/contract/account/recentAccess.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import type { RemovedAccess } from '../accountEmail.ts';
import { deletePasskeys } from '../passkeys/accountPasskeys.ts';
import type {
  AccessKind,
  AccessRow,
  AccountChangeContext,
  AccountSubscriber,
} from '../accountSubscribers.ts';
import { STOP_TOKEN_LIFETIME_MS } from './stopToken.ts';

/** Equal to the lifetime of «Это не я» in the e-mail about a passkey, key or webhook, milliseconds. */
export const RECENT_ACCESS_MS = STOP_TOKEN_LIFETIME_MS;

/** Lists the passkeys, keys and webhooks of an account that were added or changed within 30 days, the newest first. */
export async function listRecentAccess(
  context: AccountChangeContext,
  db: Db,
  userId: string,
  at: bigint,
): Promise<RecentAccess[]> {
  const rows = await loadRows(context, db, userId, at);
  const events = await db
    .selectFrom('account_events')
    .select(['kind', 'at', 'device', 'network'])
    .where('user_id', '=', userId)
    .where('at', '>=', at - BigInt(RECENT_ACCESS_MS))
    .execute();
  return rows.map(({ causes, createdAt, changedAt, usedAt, ...row }) => {
    const time = changedAt ?? createdAt;
    const event = events.find(one => one.at === time && causes.includes(one.kind));
    return {
      ...row,
      createdAt: formatInstant(createdAt),
      changedAt: formatInstantOrNull(changedAt),
      usedAt: formatInstantOrNull(usedAt),
      device: event?.device ?? '',
      network: event?.network ?? '',
    };
  });
}

/**
 * Removes the passkeys, keys and webhooks of a locked user that were added or changed within 30 days, apart from those
 * with the ids `kept`, and notes each in the journal. The owner has not objected to older ones within 30 days.
 */
export async function removeRecentAccess(
  context: AccountChangeContext,
  trx: Db,
  { id: userId }: Pick<UserRow, 'id'>,
  { kept = [], device, at }: { kept?: readonly string[]; device: AccountDevice; at: bigint },
): Promise<RemovedAccess[]> {
  const rows = await loadRows(context, trx, userId, at);
  const removed = rows.filter(({ id }) => !kept.includes(id));
  for (const { kind, removalEvent, remove } of listAccessKinds(context.accountSubscribers)) {
    const ids = removed.filter(row => row.kind === kind).map(({ id }) => id);
    await remove(trx, userId, ids);
    for (const _ of ids) await buildJournalInsert(trx, userId, { kind: removalEvent, device, at }).execute();
  }
  return removed.map(({ kind, name, hint }) => ({ kind, name, hint }));
}

async function loadRows(
  { accountSubscribers }: AccountChangeContext,
  db: Db,
  userId: string,
  at: bigint,
): Promise<AccessRow[]> {
  const since = at - BigInt(RECENT_ACCESS_MS);
  const rows: AccessRow[] = [];
  for (const { load } of listAccessKinds(accountSubscribers)) rows.push(...(await load(db, userId, since)));
  const getTime = ({ changedAt, createdAt }: AccessRow) => Number(changedAt ?? createdAt);
  return rows.toSorted((a, b) => getTime(b) - getTime(a));
}

const passkeyAccess: AccessKind = {
  kind: 'passkey',
  removalEvent: 'passkey_removed',
  load: loadPasskeys,
  remove: deletePasskeys,
};

/** Lists all kinds of access. */
export const listAccessKinds = (subscribers: readonly AccountSubscriber[]): AccessKind[] => [
  passkeyAccess,
  ...subscribers.flatMap(({ accessKinds }) => accessKinds),
];

async function loadPasskeys(db: Db, userId: string, since: bigint): Promise<AccessRow[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute();
  return rows.map(({ id, name, created_at, used_at }) => ({
    id,
    kind: 'passkey',
    name,
    hint: null,
    createdAt: created_at,
    changedAt: null,
    usedAt: used_at,
    // A sign-up with a passkey adds it when the account is activated.
    causes: ['passkey_added', 'activated'],
  }));
}
