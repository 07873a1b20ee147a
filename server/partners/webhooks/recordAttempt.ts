import { enqueueAccountEmail } from '#server/accounts/accountEmail.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { deliveryQueue, type LeasedDelivery } from './leaseDeliveries.ts';
import type { AttemptResult } from './sendWebhook.ts';
import { turnWebhookOff } from './webhooks.ts';

type RecordContext = Pick<ExchangeContext, 'db' | 'now'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays from a failed attempt to the next one, milliseconds. After the last attempt the delivery has failed. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

/** Maximum random addition to a delay, as a share of it, so that retries of many deliveries do not arrive at once. */
const JITTER = 0.1;

/** Time without a successful attempt after which a failing webhook is turned off, milliseconds. */
export const FAILING_LIMIT_MS = 5 * 24 * HOUR_MS;

/** Status by which a receiver unsubscribes from all events. */
const GONE = 410;

/** Whether a receiver has accepted the event. */
export const isAccepted = ({ responseCode }: AttemptResult): boolean =>
  responseCode !== null && responseCode >= 200 && responseCode < 300;

/** Records the result of an attempt, unless another process has tried the delivery since. */
export async function recordAttempt(
  { db, now }: RecordContext,
  delivery: LeasedDelivery,
  result: AttemptResult,
  durationMs: number,
): Promise<void> {
  const at = now();
  const attempt = {
    duration_ms: BigInt(Math.round(durationMs)),
    response_code: result.responseCode === null ? null : BigInt(result.responseCode),
    error: result.error,
  };
  const isDelivered = isAccepted(result);
  const delay = RETRY_DELAYS_MS[Number(delivery.attempts) - 1];
  const hasEnded = isDelivered || delay === undefined;
  const nextAt = BigInt(Math.round(at + (delay ?? 0) * (1 + Math.random() * JITTER)));
  await runInTransaction(db, async trx => {
    const recorded = await deliveryQueue.update(trx, [delivery], () => ({
      ...attempt,
      delivered: isDelivered ? 1n : 0n,
      ended_at: hasEnded ? BigInt(at) : null,
      ...(!hasEnded && { next_at: nextAt }),
    }));
    if (recorded.size === 0) return;
    await moveLaterDeliveries(trx, delivery, hasEnded ? BigInt(at) : nextAt);
    await (isDelivered ? markWorking(trx, delivery) : markFailing(trx, delivery, result, at));
  });
}

/** Moves later deliveries of the claim, which wait for this one, to its next attempt, or to now if it has ended. */
async function moveLaterDeliveries(
  trx: Db,
  { id, webhook_id, claim_id }: LeasedDelivery,
  nextAt: bigint,
): Promise<void> {
  if (claim_id === null) return;
  await trx
    .updateTable('webhook_deliveries')
    .set({ next_at: nextAt })
    .where('webhook_id', '=', webhook_id)
    .where('claim_id', '=', claim_id)
    .where('id', '>', id)
    .where('ended_at', 'is', null)
    .execute();
}

async function markWorking(trx: Db, { webhook }: LeasedDelivery): Promise<void> {
  // The row of the lease may be outdated by now, but usually nothing has to be written.
  await trx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhook.id)
    .where('failing_since', 'is not', null)
    .execute();
}

/** Turns the webhook off, with an e-mail, after 5 days without a success or after status 410. */
async function markFailing(
  trx: Db,
  { webhook }: LeasedDelivery,
  { responseCode }: AttemptResult,
  now: number,
): Promise<void> {
  const at = BigInt(now);
  await trx
    .updateTable('webhooks')
    .set({ failing_since: at })
    .where('id', '=', webhook.id)
    .where('failing_since', 'is', null)
    .execute();
  const isGone = responseCode === GONE;
  const row = await trx
    .selectFrom('webhooks')
    .innerJoin('partners', 'partners.id', 'webhooks.partner_id')
    .innerJoin('users', 'users.id', 'partners.user_id')
    .select(['failing_since', 'email', 'users.id as userId'])
    .where('webhooks.id', '=', webhook.id)
    .executeTakeFirst();
  const hasFailedLong = Number(row?.failing_since ?? at) + FAILING_LIMIT_MS <= now;
  if (!isGone && !hasFailedLong) return;
  const reason = isGone ? 'gone' : 'failing';
  if (!(await turnWebhookOff(trx, webhook.id, { reason, at })) || !row) return;
  const message = { kind: 'webhook_off', url: webhook.url, reason } as const;
  await enqueueAccountEmail(trx, { recipient: row.email, message, at, userId: row.userId });
}
