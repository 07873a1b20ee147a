import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import {
  MAX_WEBHOOKS,
  PREVIOUS_SECRET_HOURS,
  type Webhook,
  type WebhookCreate,
  type WebhookCreated,
  type WebhookEvent,
  type Webhooks,
  type WebhookUpdate,
} from '#core/contract/account/shopWebhooks.ts';
import type { AccountDevice } from '#server/accounts/accountClient.ts';
import { buildJournalInsert, reportAccountChange } from '#server/accounts/accountJournal.ts';
import { WEBHOOK_ACCESS_CHANGES, type WebhookAccessChange } from '#server/accounts/accountEmail.ts';
import { lockOwner, lockUser } from '#server/accounts/sessions/login.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { WebhookRow } from '#server/platform/database/shopRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import { ensurePartner, selectPartnerId } from '../referral/partners.ts';
import { createWebhookSecret, openSecret, sealSecret } from './webhookSecret.ts';
import { checkWebhookTarget, resolveHost, type ResolveHost } from './webhookTarget.ts';

/** Dependencies of changes of webhooks. `resolve`: only for tests. */
export interface WebhookContext extends Pick<ExchangeContext, 'config' | 'db' | 'keys' | 'now'> {
  resolve?: ResolveHost;
}

/** A webhook of an account, and the device that changes it. */
export interface OwnedWebhook {
  userId: string;
  id: string;
  device: AccountDevice;
}

function buildWebhook(row: WebhookRow, now: number): Webhook {
  const { previous_until } = row;
  return {
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events) as WebhookEvent[],
    mode: row.mode,
    createdAt: formatInstant(row.created_at),
    previousSecretUntil:
      previous_until !== null && previous_until > BigInt(now) ? formatInstant(previous_until) : null,
    failingSince: formatInstantOrNull(row.failing_since),
    off:
      row.off_at === null || row.off_reason === null
        ? null
        : { at: formatInstant(row.off_at), reason: row.off_reason },
  };
}

/** Selects the webhooks of an account. */
export const selectWebhooks = (db: Db, userId: string) =>
  db.selectFrom('webhooks').where('partner_id', 'in', selectPartnerId(db, userId));

/** Lists the webhooks of an account, the oldest first. */
export async function listWebhooks(
  { db, now }: Pick<WebhookContext, 'db' | 'now'>,
  userId: string,
): Promise<Webhooks> {
  const rows = await selectWebhooks(db, userId).selectAll().orderBy('created_at').orderBy('id').execute();
  const results = rows.map(row => buildWebhook(row, now()));
  return { count: results.length, next: null, previous: null, results };
}

/** Checks the new address of a webhook. */
async function checkUrl({ config, resolve }: WebhookContext, url: string): Promise<void> {
  const checked = await checkWebhookTarget(url, {
    resolve: resolve ?? resolveHost,
    allowPrivate: config.allowPrivateWebhooks,
  });
  if (!checked.ok) throw createFieldProblem({ url: { code: checked.code } });
}

/** Adds a webhook. 400 with the reason if its address cannot be used, 409 if there are too many. */
export async function addWebhook(
  context: WebhookContext,
  { userId, device }: Omit<OwnedWebhook, 'id'>,
  { url, events, mode }: v.InferOutput<typeof WebhookCreate>,
): Promise<WebhookCreated> {
  const { db, keys, now } = context;
  await checkUrl(context, url);
  const partner = await ensurePartner(db, userId, now());
  const at = BigInt(now());
  const id = randomUUID();
  const secret = createWebhookSecret();
  const row: WebhookRow = {
    id,
    partner_id: partner.id,
    url,
    events: JSON.stringify([...new Set(events)]),
    mode,
    sealed_secret: sealSecret(keys, id, 'sealed_secret', secret),
    sealed_previous_secret: null,
    previous_until: null,
    created_at: at,
    changed_at: null,
    failing_since: null,
    off_at: null,
    off_reason: null,
  };
  return runInTransaction(db, async trx => {
    // Serialized, so that concurrent requests do not exceed the limit.
    const user = await lockOwner(trx, userId);
    const existing = await selectWebhooks(trx, userId).select('id').execute();
    if (existing.length >= MAX_WEBHOOKS) throw createProblem(409, 'webhooks_limit');
    await trx.insertInto('webhooks').values(row).execute();
    await reportAccountChange(trx, user, { kind: 'webhook_added', url, ...device }, at);
    return { ...buildWebhook(row, now()), secret };
  });
}

/** Lists the changes that may give access to somebody other than the owner. The e-mail lists them. */
function listAccessChanges(before: WebhookRow, after: WebhookRow): WebhookAccessChange[] {
  const isChanged: Record<WebhookAccessChange, boolean> = {
    url: before.url !== after.url,
    secret: before.sealed_secret !== after.sealed_secret,
    on: before.off_at !== null && after.off_at === null,
  };
  return WEBHOOK_ACCESS_CHANGES.filter(change => isChanged[change]);
}

/**
 * Changes a webhook, whose row is locked, and returns it. Its owner gets an e-mail, unless only its events were
 * changed. 404 if the account has no such webhook.
 */
async function changeWebhook(
  { db, now }: WebhookContext,
  { userId, id, device }: OwnedWebhook,
  change: (row: WebhookRow, at: bigint) => Partial<WebhookRow>,
): Promise<Webhook> {
  return runInTransaction(db, async trx => {
    const user = await lockUser(trx, userId);
    const row = await lockRows(
      trx,
      selectWebhooks(trx, userId).selectAll().where('id', '=', id),
    ).executeTakeFirst();
    if (!user || !row) throw notFoundProblem;
    const at = BigInt(now());
    const changed = { ...row, ...change(row, at) };
    const changes = listAccessChanges(row, changed);
    if (changes.length > 0) changed.changed_at = at;
    await trx.updateTable('webhooks').set(changed).where('id', '=', id).execute();
    // Events that were queued while it was turned off are outdated.
    if (changes.includes('on')) await endDeliveries(trx, id, { error: 'webhook_off', at });
    const message = { kind: 'webhook_changed', url: changed.url, changes, ...device } as const;
    if (changes.length > 0) await reportAccountChange(trx, user, message, at);
    else await buildJournalInsert(trx, userId, { kind: message.kind, device, at }).execute();
    return buildWebhook(changed, now());
  });
}

/** Changes the address or the events of a webhook, or turns it on again. */
export async function updateWebhook(
  context: WebhookContext,
  owned: OwnedWebhook,
  { url, events, on }: v.InferOutput<typeof WebhookUpdate>,
): Promise<Webhook> {
  if (url !== undefined) await checkUrl(context, url);
  return changeWebhook(context, owned, () => ({
    ...(url !== undefined && { url }),
    ...(events && { events: JSON.stringify([...new Set(events)]) }),
    ...(on && { off_at: null, off_reason: null, failing_since: null }),
  }));
}

/** Sets a new secret of a webhook. The previous one also signs for 24 hours. */
export async function rotateSecret(context: WebhookContext, owned: OwnedWebhook): Promise<WebhookCreated> {
  const { keys } = context;
  const secret = createWebhookSecret();
  const webhook = await changeWebhook(context, owned, (row, at) => {
    const previous = openSecret(keys, row);
    return {
      sealed_secret: sealSecret(keys, row.id, 'sealed_secret', secret),
      sealed_previous_secret: previous && sealSecret(keys, row.id, 'sealed_previous_secret', previous),
      previous_until: previous === null ? null : at + BigInt(PREVIOUS_SECRET_HOURS * 3_600_000),
    };
  });
  return { ...webhook, secret };
}

/** Removes a webhook with its deliveries. */
export function removeWebhook(
  { db, now }: WebhookContext,
  { userId, id, device }: OwnedWebhook,
): Promise<void> {
  return runInTransaction(db, async trx => {
    if (!(await selectWebhooks(trx, userId).select('id').where('id', '=', id).executeTakeFirst()))
      throw notFoundProblem;
    await deleteWebhooks(trx, [id]);
    await buildJournalInsert(trx, userId, { kind: 'webhook_removed', device, at: BigInt(now()) }).execute();
  });
}

/** Deletes webhooks by id, with their deliveries. Deliveries that are being sent are not sent again. */
export async function deleteWebhooks(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Locked as for each new delivery, which would otherwise have a missing reference.
  await lockRows(trx, trx.selectFrom('webhooks').select('id').where('id', 'in', ids)).execute();
  await trx.deleteFrom('webhook_deliveries').where('webhook_id', 'in', ids).execute();
  await trx.deleteFrom('webhooks').where('id', 'in', ids).execute();
}

/** Turns a webhook off: its pending deliveries are not sent. Returns false if it was already off. */
export async function turnWebhookOff(
  trx: Db,
  id: string,
  { reason, at }: { reason: NonNullable<WebhookRow['off_reason']>; at: bigint },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({ off_at: at, off_reason: reason })
    .where('id', '=', id)
    .where('off_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endDeliveries(trx, id, { error: 'webhook_off', at });
  return true;
}

/** Ends the pending deliveries of a webhook. Its owner can send each of them again. */
export async function endDeliveries(
  trx: Db,
  id: string,
  { error, at }: { error: 'webhook_off' | 'partner_off'; at: bigint },
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ ended_at: at, error })
    .where('webhook_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
