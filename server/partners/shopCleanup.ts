import type { SelectQueryBuilder } from 'kysely';
import { DELIVERY_LOG_DAYS } from '#core/contract/account/shopWebhooks.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { deleteOldRows } from '#server/platform/database/deleteOldRows.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db, DatabaseSchema } from '#server/platform/database/schema.ts';
import { isTestEvent } from './referral/partnerEvents.ts';
import { deleteKeys, selectShopKeys } from './keys/shopKeys.ts';
import { findPartner } from './referral/partners.ts';
import { TEST_CLAIM_LIFETIME_MS } from './shopClaims/testClaims.ts';
import { deleteWebhooks, selectWebhooks } from './webhooks/webhooks.ts';

/** Maximum number of test claims per run. */
const BATCH_SIZE = 500;

/** Deletes old test claims, events, and deliveries of webhooks. Returns the number of rows. */
export async function deleteOldShopRows(db: Db, now: number): Promise<number> {
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
  const old = db
    .selectFrom('test_claims')
    .where('created_at', '<=', BigInt(now - TEST_CLAIM_LIFETIME_MS))
    .limit(BATCH_SIZE);
  return deliveries + events + (await deleteTestClaims(db, old));
}

/** Deletes test claims with their events. Returns their number. */
async function deleteTestClaims(
  db: Db,
  claims: SelectQueryBuilder<DatabaseSchema, 'test_claims', object>,
): Promise<number> {
  const ids = (await claims.select('id').execute()).map(({ id }) => id);
  if (ids.length === 0) return 0;
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
  return ids.length;
}

/**
 * Erases the access, the test claims, the links and the identifying data of a partner whose account is deleted. Codes,
 * claims and ledger are kept for accounting.
 */
export async function erasePartner(trx: Db, userId: string): Promise<void> {
  const partner = await findPartner(trx, userId);
  if (!partner) return;
  const keys = await selectShopKeys(trx, userId).select('id').execute();
  await deleteKeys(
    trx,
    keys.map(({ id }) => id),
  );
  const webhooks = await selectWebhooks(trx, userId).select('id').execute();
  await deleteWebhooks(
    trx,
    webhooks.map(({ id }) => id),
  );
  await deleteTestClaims(trx, trx.selectFrom('test_claims').where('partner_id', '=', partner.id));
  await trx.updateTable('partners').set({ name: '', site: '' }).where('id', '=', partner.id).execute();
  await trx.updateTable('referral_codes').set({ label: '' }).where('partner_id', '=', partner.id).execute();
  await trx
    .updateTable('partner_withdrawals')
    .set({ masked: '' })
    .where('partner_id', '=', partner.id)
    .execute();
  for (const table of ['auto_withdrawals', 'partner_networks', 'shop_links'] as const)
    await trx.deleteFrom(table).where('partner_id', '=', partner.id).execute();
}
