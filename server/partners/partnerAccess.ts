import type { AccessKind, AccessRow } from '#server/accounts/accountSubscribers.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { deleteKeys, selectShopKeys } from './keys/shopKeys.ts';
import { formatKeyEnds } from './keys/shopKeyFormat.ts';
import { deleteWebhooks, selectWebhooks } from './webhooks/webhooks.ts';

/** The keys and webhooks of a shop, as access to its account. */
export const partnerAccessKinds: readonly AccessKind[] = [
  {
    kind: 'shop_key',
    removalEvent: 'shop_key_revoked',
    load: loadKeys,
    remove: (trx, _, ids) => deleteKeys(trx, ids),
  },
  {
    kind: 'webhook',
    removalEvent: 'webhook_removed',
    load: loadWebhooks,
    remove: (trx, _, ids) => deleteWebhooks(trx, ids),
  },
];

async function loadKeys(db: Db, userId: string, since: bigint): Promise<AccessRow[]> {
  const rows = await selectShopKeys(db, userId)
    .select(['id', 'name', 'mode', 'hint', 'created_at'])
    .select(({ selectFrom }) =>
      selectFrom('shop_key_uses')
        .select(({ fn }) => fn.max('used_at').as('used_at'))
        .whereRef('key_id', '=', 'shop_keys.id')
        .as('used_at'),
    )
    .where('created_at', '>=', since)
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

async function loadWebhooks(db: Db, userId: string, since: bigint): Promise<AccessRow[]> {
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
