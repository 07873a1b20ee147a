import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import {
  MAX_COUNTED_DELIVERIES,
  WEBHOOK_TEST_EVENT,
  type WebhookDeliveries,
  type WebhookDelivery,
} from '#core/contract/account/shopWebhooks.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { WebhookDeliveryRow } from '#server/platform/database/shopRows.ts';
import { parseListPage } from '#server/platform/lists/listPage.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { isActivePartner } from '../referral/partnerState.ts';
import { buildDeliveryColumns } from './leaseDeliveries.ts';
import { selectWebhooks } from './webhooks.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';

type LogContext = Pick<ExchangeContext, 'config' | 'db' | 'now'>;

function buildDelivery(row: Selectable<WebhookDeliveryRow>): WebhookDelivery {
  return {
    id: Number(row.id),
    messageId: row.message_id,
    event: row.kind,
    claim: row.claim_id,
    status: row.ended_at === null ? 'pending' : row.delivered === 1n ? 'delivered' : 'failed',
    attempt: Number(row.attempts),
    attemptedAt: formatInstantOrNull(row.attempted_at),
    duration: row.duration_ms === null ? null : Number(row.duration_ms),
    responseCode: row.response_code === null ? null : Number(row.response_code),
    error: row.error,
    nextAt: row.ended_at === null ? formatInstant(row.next_at) : null,
    createdAt: formatInstant(row.created_at),
    body: row.body,
  };
}

/**
 * Lists a page of the deliveries to a webhook, the newest first. `count` is at most 1,000; `next` goes beyond it. 404
 * if the account has no such webhook.
 */
export async function listDeliveries(
  { config, db }: LogContext,
  { userId, id }: { userId: string; id: string },
  query: Readonly<Record<string, string>>,
): Promise<WebhookDeliveries> {
  const page = parseListPage(query);
  if (!(await selectWebhooks(db, userId).select('id').where('id', '=', id).executeTakeFirst()))
    throw notFoundProblem;
  const rows = db.selectFrom('webhook_deliveries').where('webhook_id', '=', id);
  // The page is polled, and a log may have hundreds of thousands of rows.
  const counted = db.selectFrom(rows.select('id').limit(MAX_COUNTED_DELIVERIES).as('counted'));
  const list = openList({
    rows,
    order: { id: 'desc' },
    select: part => part.selectAll(),
    build: found => found.map(buildDelivery),
    countSome: () => countRows(counted),
  });
  const path = `/api/v1/users/me/shop/webhooks/${id}/deliveries/`;
  return list.readPage(page, `${config.publicOrigin}${path}?${new URLSearchParams(query)}`);
}

/** Queues a test event for a webhook. 409 if it is off, 403 if its partner is. */
export async function queueTestEvent(
  context: LogContext,
  owned: { userId: string; id: string },
): Promise<WebhookDelivery> {
  const timestamp = new Date(context.now()).toISOString();
  const body = { type: WEBHOOK_TEST_EVENT, timestamp, data: { webhook: owned.id } };
  return queueDelivery(context, owned, {
    message_id: `msg_${randomUUID()}`,
    kind: WEBHOOK_TEST_EVENT,
    claim_id: null,
    body: JSON.stringify(body),
  });
}

/**
 * Queues an event again, with the same `webhook-id`, so that a receiver can recognize the duplicate. 409 for an event
 * that could not be built.
 */
export async function redeliver(
  context: LogContext,
  owned: { userId: string; id: string },
  deliveryId: number,
): Promise<WebhookDelivery> {
  const row = await context.db
    .selectFrom('webhook_deliveries')
    .select(['message_id', 'kind', 'claim_id', 'body'])
    .where('id', '=', BigInt(deliveryId))
    .where('webhook_id', '=', owned.id)
    .executeTakeFirstOrThrow(() => notFoundProblem);
  if (row.body === '') throw createProblem(409, 'event_damaged');
  return queueDelivery(context, owned, row);
}

async function queueDelivery(
  { db, now }: LogContext,
  { userId, id }: { userId: string; id: string },
  event: Pick<WebhookDeliveryRow, 'message_id' | 'kind' | 'claim_id' | 'body'>,
): Promise<WebhookDelivery> {
  return runInTransaction(db, async trx => {
    // Locked, because turning the webhook off ends its pending deliveries.
    const webhook = await lockRows(
      trx,
      selectWebhooks(trx, userId).select(['off_at', 'partner_id']).where('id', '=', id),
    ).executeTakeFirstOrThrow(() => notFoundProblem);
    if (webhook.off_at !== null) throw createProblem(409, 'webhook_off');
    if (!(await isActivePartner(trx, webhook.partner_id))) throw createProblem(403, 'partner_off');
    const at = BigInt(now());
    const row = await trx
      .insertInto('webhook_deliveries')
      .values({
        ...event,
        webhook_id: id,
        ...buildDeliveryColumns(at),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return buildDelivery(row);
  });
}
