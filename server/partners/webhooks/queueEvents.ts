import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#core/contract/account/shopWebhooks.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { PartnerEventRow } from '#server/platform/database/partnerRows.ts';
import { lockFreeNames, lockRows, lockNames } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { WebhookRow } from '#server/platform/database/shopRows.ts';
import { selectActivePartners } from '../referral/partnerState.ts';
import { buildDeliveryColumns } from './leaseDeliveries.ts';
import { buildPayload, loadPayloadClaims } from './webhookPayload.ts';
import { endDeliveries } from './webhooks.ts';

type QueueContext = Pick<ExchangeContext, 'catalogue' | 'db' | 'log' | 'now'>;
type StoredEvent = Selectable<PartnerEventRow>;

/** Maximum number of events that one transaction queues. */
const EVENT_BATCH_SIZE = 500;

/** Lock by which one process queues events at a time, so that deliveries of a claim have the order of its events. */
export const QUEUE_LOCK = 'webhook events';

/**
 * Creates the deliveries of new events, one for each webhook that subscribes to the event, in the order of the events.
 * Returns the number of events.
 */
export async function queueEvents(context: QueueContext): Promise<number> {
  const { db, now } = context;
  let total = 0;
  for (;;) {
    // Usually there are none. This check needs no transaction.
    if (!(await selectUnqueued(db).select('id').limit(1).executeTakeFirst())) return total;
    const count = await runInTransaction(db, async trx => {
      if (!(await lockFreeNames(trx, [QUEUE_LOCK])).has(QUEUE_LOCK)) return 0;
      const events = await selectUnqueued(trx).selectAll().orderBy('id').limit(EVENT_BATCH_SIZE).execute();
      if (events.length > 0) await writeDeliveries(context, trx, events, BigInt(now()));
      return events.length;
    });
    total += count;
    if (count < EVENT_BATCH_SIZE) return total;
  }
}

/** SQLite takes at most 32,766 values in a statement. */
const ROWS_PER_STATEMENT = 1_000;

function selectUnqueued(db: Db) {
  return db.selectFrom('partner_events').where('queued_at', 'is', null);
}

async function writeDeliveries(
  context: QueueContext,
  trx: Db,
  events: readonly StoredEvent[],
  at: bigint,
): Promise<void> {
  const webhooks = await loadWebhooks(context, trx, events);
  const wanted = events.flatMap(event =>
    webhooks.filter(webhook => wantsEvent(webhook, event)).map(({ id }) => ({ webhookId: id, event })),
  );
  if (wanted.length > 0) {
    const claims = await loadPayloadClaims(
      context,
      trx,
      wanted.map(({ event }) => event),
    );
    // Deliveries of one event have the same id, as several webhooks may have the same receiver.
    const wantedEvents = new Set(wanted.map(({ event }) => event));
    const messages = new Map(
      [...wantedEvents].map(event => [
        event.id,
        { id: `msg_${randomUUID()}`, body: buildBody(context, event, claims) },
      ]),
    );
    const rows = wanted.map(({ webhookId, event }) => {
      const { id: message_id = '', body = '' } = messages.get(event.id) ?? {};
      return {
        webhook_id: webhookId,
        message_id,
        kind: toWebhookEvent(event) ?? '',
        claim_id: event.claim_id,
        body,
        ...buildDeliveryColumns(at),
        // The log shows its owner that an event is missing.
        ...(body === '' && { error: 'event_damaged', ended_at: at }),
      };
    });
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
      await trx
        .insertInto('webhook_deliveries')
        .values(rows.slice(start, start + ROWS_PER_STATEMENT))
        .execute();
  }
  const ids = events.map(({ id }) => id);
  await trx
    .updateTable('partner_events')
    .set({ queued_at: at })
    .where(isAnyOf(trx, 'id', ids))
    .execute();
}

/** Builds the body of an event; "" if it cannot be built: such an event must not block all others. */
function buildBody(
  { log }: QueueContext,
  event: StoredEvent,
  claims: Parameters<typeof buildPayload>[1],
): string {
  try {
    return JSON.stringify(buildPayload(event, claims));
  } catch (error) {
    log.error({ err: error, event: Number(event.id), claim: event.claim_id }, 'Cannot build a webhook');
    return '';
  }
}

/** An active webhook with its subscribed events. */
interface Subscriber extends Pick<WebhookRow, 'id' | 'partner_id' | 'mode'> {
  events: readonly string[];
}

async function loadWebhooks(
  { log }: QueueContext,
  trx: Db,
  events: readonly StoredEvent[],
): Promise<readonly Subscriber[]> {
  const partnerIds = [...new Set(events.map(({ partner_id }) => partner_id))];
  const query = trx
    .selectFrom('webhooks')
    .select(['id', 'partner_id', 'mode', 'events'])
    .where(isAnyOf(trx, 'partner_id', partnerIds))
    .where('off_at', 'is', null)
    // Webhooks of inactive partners miss these events, which are not sent later either.
    .where('partner_id', 'in', selectActivePartners(trx).select('partners.id'))
    .orderBy('created_at')
    .orderBy('id');
  // Locked, because turning a webhook off ends its pending deliveries: it must come before or after this transaction.
  const rows = await lockRows(trx, query).execute();
  return rows.flatMap(row => {
    try {
      return [{ ...row, events: JSON.parse(row.events) as string[] }];
    } catch (error) {
      log.error({ err: error, webhook: row.id }, 'Cannot read the events of a webhook');
      return [];
    }
  });
}

function wantsEvent({ partner_id, mode, events }: Subscriber, event: StoredEvent): boolean {
  const kind = toWebhookEvent(event);
  return kind !== null && partner_id === event.partner_id && mode === event.mode && events.includes(kind);
}

/** Returns the name of an event in webhooks; null for one that they do not report. */
function toWebhookEvent({ kind }: Pick<StoredEvent, 'kind'>): WebhookEvent | null {
  if (kind === 'claim.created') return 'claim.status';
  return WEBHOOK_EVENTS.find(event => event === kind) ?? null;
}

/**
 * Drops the pending deliveries to the webhooks of a partner, in the transaction that switches the partner off or on:
 * events of the time in between are not sent later.
 */
export async function dropPartnerEvents(trx: Db, partnerId: string, at: bigint): Promise<void> {
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
