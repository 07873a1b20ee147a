import type { Kysely } from 'kysely';
import { lockNames, lockRows } from '#server/platform/database/rowLocks.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { QUEUE_LOCK } from './queueEvents.ts';
import { endDeliveries } from './webhooks.ts';

/**
 * Drops the pending deliveries to the webhooks of a partner, in the transaction that switches the partner off or on:
 * events of the time in between are not sent later.
 */
export async function dropPartnerEvents(
  trx: Kysely<DatabaseSchema>,
  partnerId: string,
  at: bigint,
): Promise<void> {
  await lockNames(trx, [QUEUE_LOCK]);
  await trx
    .updateTable('partner_events')
    .set({ queued_at: at })
    .where('partner_id', '=', partnerId)
    .where('queued_at', 'is', null)
    .execute();
  const webhooks = trx.selectFrom('webhooks').select('id').where('partner_id', '=', partnerId).orderBy('id');
  for (const { id } of await lockRows(trx, webhooks).execute())
    await endDeliveries(trx, id, { error: 'partner_off', at });
}
