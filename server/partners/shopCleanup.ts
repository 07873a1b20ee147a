import type { Kysely } from 'kysely';
import { DELIVERY_LOG_DAYS } from '#core/contract/account/shopWebhooks.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { deleteOldRows } from '#server/platform/database/deleteOldRows.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { isTestEvent } from './referral/partnerEvents.ts';
import { deleteShopKeys } from './keys/shopKeys.ts';
import { TEST_CLAIM_LIFETIME_MS } from './shopClaims/testClaims.ts';

/** Maximum number of test claims per run. */
const BATCH_SIZE = 500;

/** Deletes old test claims, events, and deliveries of webhooks. Returns the number of rows. */
export async function deleteOldShopRows(db: Kysely<DatabaseSchema>, now: number): Promise<number> {
  const deliveries = await deleteOldRows(db, {
    table: 'webhook_deliveries',
    key: 'id',
    time: 'created_at',
    until: now - DELIVERY_LOG_DAYS * DAY_MS,
  });
  const events = await deleteOldRows(db, {
    table: 'partner_events',
    key: 'id',
    time: 'at',
    until: now - DELIVERY_LOG_DAYS * DAY_MS,
    // Only events that are already queued for webhooks.
    and: { time: 'queued_at', until: now },
  });
  const old = await db
    .selectFrom('test_claims')
    .select('id')
    .where('created_at', '<=', BigInt(now - TEST_CLAIM_LIFETIME_MS))
    .limit(BATCH_SIZE)
    .execute();
  await deleteTestClaims(
    db,
    old.map(({ id }) => id),
  );
  return deliveries + events + old.length;
}

async function deleteTestClaims(db: Kysely<DatabaseSchema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('partner_events')
    .where(isTestEvent)
    .where(isAnyOf(db, 'claim_id', ids))
    .execute();
  await db
    .deleteFrom('test_claim_events')
    .where(isAnyOf(db, 'claim_id', ids))
    .execute();
  await db
    .deleteFrom('test_claims')
    .where(isAnyOf(db, 'id', ids))
    .execute();
}

/** Erases the keys, test claims and webhooks of an account that is deleted; its partner is kept. */
export async function eraseShopAccess(trx: Kysely<DatabaseSchema>, userId: string): Promise<void> {
  await deleteShopKeys(trx, userId);
  const partners = trx.selectFrom('partners').select('id').where('user_id', '=', userId);
  const claims = await trx
    .selectFrom('test_claims')
    .select('id')
    .where('partner_id', 'in', partners)
    .execute();
  await deleteTestClaims(
    trx,
    claims.map(({ id }) => id),
  );
  const webhooks = trx.selectFrom('webhooks').select('id').where('partner_id', 'in', partners);
  await trx.deleteFrom('webhook_deliveries').where('webhook_id', 'in', webhooks).execute();
  await trx.deleteFrom('webhooks').where('partner_id', 'in', partners).execute();
}
