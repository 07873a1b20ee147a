import type { Kysely } from 'kysely';
import type { RecentAccess, RecentAccessKind } from '#core/contract/account/recentAccess.ts';
import type { AccountEventKind } from '#core/contract/user.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { deleteKeys } from '#server/partners/keys/shopKeys.ts';
import { formatKeyEnds } from '#server/partners/keys/shopKeyFormat.ts';
import { deleteWebhooks, selectWebhooks } from '#server/partners/webhooks/webhooks.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import type { RemovedAccess } from '../accountMail.ts';
import { deletePasskeys } from '../passkeys/accountPasskeys.ts';
import { STOP_TOKEN_LIFETIME_MS } from './stopToken.ts';

/** Equal to the lifetime of «Это не я» in the letter about a passkey, key or webhook, milliseconds. */
export const RECENT_ACCESS_MS = STOP_TOKEN_LIFETIME_MS;

/** A passkey, key or webhook. `at`: its newest change; `causes`: the journal events that may be that change. */
interface AccessRow {
  id: string;
  kind: RecentAccessKind;
  name: string;
  hint: string | null;
  createdAt: bigint;
  changedAt: bigint | null;
  usedAt: bigint | null;
  causes: readonly AccountEventKind[];
}

/** Lists the passkeys, keys and webhooks of an account that were added or changed within 30 days, the newest first. */
export async function listRecentAccess(
  db: Kysely<DatabaseSchema>,
  userId: string,
  at: bigint,
): Promise<RecentAccess[]> {
  const rows = await loadRows(db, userId, at);
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
  trx: Kysely<DatabaseSchema>,
  { id: userId }: Pick<UserRow, 'id'>,
  { kept = [], device, at }: { kept?: readonly string[]; device: AccountDevice; at: bigint },
): Promise<RemovedAccess[]> {
  const rows = await loadRows(trx, userId, at);
  const removed = rows.filter(({ id }) => !kept.includes(id));
  const listIds = (kind: RecentAccessKind) => removed.filter(row => row.kind === kind).map(({ id }) => id);
  await deletePasskeys(trx, userId, listIds('passkey'));
  await deleteKeys(trx, listIds('shop_key'));
  await deleteWebhooks(trx, listIds('webhook'));
  for (const { kind } of removed)
    await buildJournalInsert(trx, userId, { kind: REMOVAL_EVENTS[kind], device, at }).execute();
  return removed.map(({ kind, name, hint }) => ({ kind, name, hint }));
}

const REMOVAL_EVENTS = {
  passkey: 'passkey_removed',
  shop_key: 'shop_key_revoked',
  webhook: 'webhook_removed',
} as const satisfies Record<RecentAccessKind, AccountEventKind>;

async function loadRows(db: Kysely<DatabaseSchema>, userId: string, at: bigint): Promise<AccessRow[]> {
  const since = at - BigInt(RECENT_ACCESS_MS);
  const rows = [
    ...(await loadPasskeys(db, userId, since)),
    ...(await loadKeys(db, userId, since)),
    ...(await loadWebhooks(db, userId, since)),
  ];
  const getTime = ({ changedAt, createdAt }: AccessRow) => Number(changedAt ?? createdAt);
  return rows.toSorted((a, b) => getTime(b) - getTime(a));
}

async function loadPasskeys(db: Kysely<DatabaseSchema>, userId: string, since: bigint): Promise<AccessRow[]> {
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

async function loadKeys(db: Kysely<DatabaseSchema>, userId: string, since: bigint): Promise<AccessRow[]> {
  const rows = await db
    .selectFrom('shop_keys')
    .innerJoin('partners', 'partners.id', 'shop_keys.partner_id')
    .select(['shop_keys.id', 'shop_keys.name', 'mode', 'hint', 'shop_keys.created_at'])
    .select(({ selectFrom }) =>
      selectFrom('shop_key_uses')
        .select(({ fn }) => fn.max('used_at').as('used_at'))
        .whereRef('key_id', '=', 'shop_keys.id')
        .as('used_at'),
    )
    .where('partners.user_id', '=', userId)
    .where('shop_keys.created_at', '>=', since)
    .execute();
  return rows.map(({ id, name, mode, hint, created_at, used_at }) => ({
    id,
    kind: 'shop_key',
    name,
    hint: formatKeyEnds(mode, hint),
    createdAt: created_at,
    changedAt: null,
    usedAt: used_at,
    causes: ['shop_key_created'],
  }));
}

async function loadWebhooks(db: Kysely<DatabaseSchema>, userId: string, since: bigint): Promise<AccessRow[]> {
  const rows = await selectWebhooks(db, userId)
    .select(['id', 'url', 'created_at', 'changed_at'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_deliveries')
        .select('attempted_at')
        .whereRef('webhook_id', '=', 'webhooks.id')
        .orderBy('webhook_deliveries.id', 'desc')
        .limit(1)
        .as('used_at'),
    )
    .where(({ eb, or }) => or([eb('created_at', '>=', since), eb('changed_at', '>=', since)]))
    .execute();
  return rows.map(({ id, url, created_at, changed_at, used_at }) => ({
    id,
    kind: 'webhook',
    name: new URL(url).host,
    hint: null,
    createdAt: created_at,
    changedAt: changed_at,
    usedAt: used_at,
    causes: ['webhook_added', 'webhook_changed'],
  }));
}

const formatInstant = (at: bigint) => new Date(Number(at)).toISOString();
const formatInstantOrNull = (at: bigint | null) => (at === null ? null : formatInstant(at));
