import { sql, type Kysely, type Selectable } from 'kysely';
import type { ServerContext } from '../context.ts';
import { isAnyOf } from '../database/isAnyOf.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../database/shopRows.ts';
import { selectActivePartners } from '../referral/partnerState.ts';
import { ATTEMPT_TIMEOUT_MS } from './sendWebhook.ts';

/** Time after which another process retries a delivery whose process was killed, milliseconds. */
const LEASE_MS = 3 * ATTEMPT_TIMEOUT_MS;

/** A delivery to send now. Other processes do not send it before `next_at`. */
export interface LeasedDelivery extends Selectable<WebhookDeliveryRow> {
  webhook: WebhookRow;
}

/** Returns how many deliveries to a webhook may be started now. */
export type CountFreeSlots = (webhook: WebhookRow) => number;

/**
 * Leases due deliveries by moving their next attempts, as many to each webhook as it has free slots, so that webhooks
 * do not wait for each other. A delivery waits until the earlier ones of its claim have ended. Only one of several
 * processes gets a delivery.
 */
export async function leaseDeliveries(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  countFreeSlots: CountFreeSlots,
): Promise<LeasedDelivery[]> {
  const at = BigInt(now());
  const ids: bigint[] = [];
  const webhooks = new Map<string, WebhookRow>();
  for (const webhook of await selectDueWebhooks(db, at).execute()) {
    const slots = countFreeSlots(webhook);
    if (slots <= 0) continue;
    const rows = await selectDueDeliveries(db, webhook.id, at).limit(slots).execute();
    ids.push(...rows.map(({ id }) => id));
    webhooks.set(webhook.id, webhook);
  }
  if (ids.length === 0) return [];
  const leased = await db
    .updateTable('webhook_deliveries')
    .set(eb => ({ attempts: eb('attempts', '+', 1n), attempted_at: at, next_at: at + BigInt(LEASE_MS) }))
    .where(isAnyOf(db, 'id', ids))
    // Another process may have leased it since.
    .where('ended_at', 'is', null)
    .where('next_at', '<=', at)
    .returningAll()
    .execute();
  return leased.flatMap(row => {
    const webhook = webhooks.get(row.webhook_id);
    return webhook ? [{ ...row, webhook }] : [];
  });
}

/** Selects the active webhooks of active partners with due deliveries, with the index `webhook_deliveries_due`. */
function selectDueWebhooks(db: Kysely<DatabaseSchema>, at: bigint) {
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

/** Selects the due deliveries to a webhook that no earlier one of the same claim precedes. */
export function selectDueDeliveries(db: Kysely<DatabaseSchema>, webhookId: string, at: bigint) {
  return db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('ended_at', 'is', null)
    .where('next_at', '<=', at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as earlier')
            .select(sql`1`.as('one'))
            .whereRef('earlier.webhook_id', '=', 'webhook_deliveries.webhook_id')
            .whereRef('earlier.claim_id', '=', 'webhook_deliveries.claim_id')
            .whereRef('earlier.id', '<', 'webhook_deliveries.id')
            .where('earlier.ended_at', 'is', null),
        ),
      ),
    )
    .orderBy('next_at')
    .orderBy('id');
}
