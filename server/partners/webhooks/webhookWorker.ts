import {
  createAbortableJob,
  RUNNING_SIGNALS,
  type BackgroundJob,
  type StopSignals,
} from '#server/platform/jobs/backgroundJob.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { WebhookRow } from '#server/platform/database/shopRows.ts';
import { publishEvent } from '#server/platform/serverEvents.ts';
import { deliveryQueue, leaseDeliveries, type LeasedDelivery } from './leaseDeliveries.ts';
import { queueEvents } from './queueEvents.ts';
import { isAccepted, recordAttempt } from './recordAttempt.ts';
import type { AttemptResult, SendWebhook } from './sendWebhook.ts';
import { signWebhook } from './webhookSecret.ts';

type WorkerContext = Pick<ExchangeContext, 'catalogue' | 'db' | 'keys' | 'log' | 'now'>;

const RUN_INTERVAL_MS = 250;

/** Maximum number of concurrent attempts of this process: to one working webhook, and to one failing webhook. */
const MAX_ATTEMPTS_PER_WEBHOOK = 4;
const MAX_ATTEMPTS_PER_FAILING_WEBHOOK = 1;

/** The same to all working and to all failing webhooks. Failing ones wait for timeouts and have separate slots. */
const MAX_ATTEMPTS = 256;
const MAX_FAILING_ATTEMPTS = 64;

/** Sends deliveries of webhooks. */
export interface WebhookDeliverer {
  /**
   * Queues new events and starts due deliveries, without waiting for them. Returns the number of started deliveries.
   * Rejects if new events cannot be queued, after it has started due deliveries.
   */
  run: (signals?: StopSignals) => Promise<number>;
  /** Waits for the running attempts. */
  finish: () => Promise<void>;
}

/** Creates the sender of webhook deliveries. Several processes may run it at the same time. */
export function createWebhookDeliverer(context: WorkerContext, send: SendWebhook): WebhookDeliverer {
  const running = new Map<LeasedDelivery, Promise<void>>();

  /** Counts the free slots from the running attempts. Each call assumes that the slots of the previous one are used. */
  function createSlotCounter(): (webhook: WebhookRow) => number {
    const isFailing = ({ failing_since }: WebhookRow) => failing_since !== null;
    const deliveries = [...running.keys()];
    let free = MAX_ATTEMPTS - deliveries.filter(({ webhook }) => !isFailing(webhook)).length;
    let freeFailing = MAX_FAILING_ATTEMPTS - deliveries.filter(({ webhook }) => isFailing(webhook)).length;
    return webhook => {
      const own = deliveries.filter(({ webhook_id }) => webhook_id === webhook.id).length;
      const limit = isFailing(webhook) ? MAX_ATTEMPTS_PER_FAILING_WEBHOOK : MAX_ATTEMPTS_PER_WEBHOOK;
      const slots = Math.max(0, Math.min(limit - own, isFailing(webhook) ? freeFailing : free));
      if (isFailing(webhook)) freeFailing -= slots;
      else free -= slots;
      return slots;
    };
  }

  async function deliver(delivery: LeasedDelivery, aborted: AbortSignal): Promise<void> {
    const start = performance.now();
    const result = await attempt(delivery, aborted);
    const durationMs = performance.now() - start;
    if (aborted.aborted && result.responseCode === null) {
      await deliveryQueue.release(context.db, [delivery], BigInt(context.now()));
      return;
    }
    const outcome = isAccepted(result) ? 'delivered' : 'failed';
    publishEvent('webhookAttempted', { outcome, seconds: durationMs / 1000 });
    await recordAttempt(context, delivery, result, durationMs);
  }

  async function attempt(
    { webhook, message_id, body }: LeasedDelivery,
    aborted: AbortSignal,
  ): Promise<AttemptResult> {
    const headers = signWebhook(context.keys, webhook, { messageId: message_id, body, now: context.now() });
    if (!headers) return { responseCode: null, error: 'secret_lost' };
    return send({ url: webhook.url, headers, body }, aborted);
  }

  function start(delivery: LeasedDelivery, aborted: AbortSignal): void {
    const done = deliver(delivery, aborted)
      // It is still leased, so another attempt follows.
      .catch((error: unknown) => context.log.error({ err: error }, 'Cannot record a webhook'))
      .finally(() => running.delete(delivery));
    running.set(delivery, done);
  }

  return {
    async run({ stopping, aborted } = RUNNING_SIGNALS) {
      const [queueing] = await Promise.allSettled([queueEvents(context)]);
      // Also if the new events cannot be queued: other deliveries are due.
      const deliveries = stopping.aborted ? [] : await leaseDeliveries(context, createSlotCounter());
      for (const delivery of deliveries) start(delivery, aborted);
      if (queueing.status === 'rejected') throw queueing.reason;
      return deliveries.length;
    },
    async finish() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

/** Creates the job that delivers webhooks while the server runs. A stop takes about a second. */
export function createWebhookWorker(context: WorkerContext, send: SendWebhook): BackgroundJob {
  const deliverer = createWebhookDeliverer(context, send);
  return createAbortableJob(
    'webhooks',
    RUN_INTERVAL_MS,
    deliverer.run,
    error => context.log.error({ err: error }, 'Cannot deliver webhooks'),
    { finish: deliverer.finish },
  );
}
