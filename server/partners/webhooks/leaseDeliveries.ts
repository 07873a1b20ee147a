import { sql, type Selectable } from 'kysely';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { WebhookDeliveryRow, WebhookRow } from '#server/platform/database/shopRows.ts';
import { createLeasedQueue } from '#server/platform/jobs/leasedQueue.ts';
import { selectActivePartners } from '../referral/partnerState.ts';
import { ATTEMPT_TIMEOUT_MS } from './sendWebhook.ts';

/** Time after which another process retries a delivery whose process was killed, milliseconds. */
const LEASE_MS = 3 * ATTEMPT_TIMEOUT_MS;

/** The deliveries. Those of a claim are sent in order. The due ones are in the index `webhook_deliveries_due`. */
export const deliveryQueue = createLeasedQueue('webhook_deliveries', {
  endColumns: ['ended_at'],
  orderColumns: ['webhook_id', 'claim_id'],
});

/** The columns of a new delivery, apart from its event. */
export const buildDeliveryColumns = (at: bigint) => ({
  attempts: 0n,
  next_at: at,
  created_at: at,
  delivered: 0n,
});

/** A delivery to send now, as it was selected, with this attempt counted. `next_at` is that of before the lease. */
export interface LeasedDelivery extends Selectable<WebhookDeliveryRow> {
  webhook: WebhookRow;
}

/**
 * Leases due deliveries by moving their next attempts, as many to each webhook as it has free slots now, so that webhooks
 * do not wait for each other. A delivery waits until the earlier ones of its claim have ended. Only one of several
 * processes gets a delivery.
 */
export async function leaseDeliveries(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  countFreeSlots: (webhook: WebhookRow) => number,
): Promise<LeasedDelivery[]> {
  const at = now();
  const due: LeasedDelivery[] = [];
  for (const webhook of await selectDueWebhooks(db, BigInt(at)).execute()) {
    const slots = countFreeSlots(webhook);
    if (slots <= 0) continue;
    const ofWebhook = deliveryQueue.selectDue(db, at).where('webhook_id', '=', webhook.id);
    for (const row of await ofWebhook.selectAll().limit(slots).execute()) due.push({ ...row, webhook });
  }
  if (due.length === 0) return [];
  const values = { attempted_at: BigInt(at), next_at: BigInt(at + LEASE_MS) };
  return runInTransaction(db, trx => deliveryQueue.lease(trx, due, () => values));
}

/** Selects the active webhooks of active partners with due deliveries, with the index `webhook_deliveries_due`. */
function selectDueWebhooks(db: Db, at: bigint) {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('off_at', 'is', null)
    .where('partner_id', 'in', selectActivePartners(db).select('partners.id'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries')
          .select(sql`1`.as('one'))
          .whereRef('webhook_id', '=', 'webhooks.id')
          .where('ended_at', 'is', null)
          .where('next_at', '<=', at),
      ),
    );
}
