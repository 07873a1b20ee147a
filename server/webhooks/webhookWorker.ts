import { createBackgroundJob, STOP_GRACE_MS, type BackgroundJob } from '../backgroundJob.ts';
import type { ServerContext } from '../context.ts';
import type { WebhookRow } from '../database/shopRows.ts';
import { publishEvent } from '../serverEvents.ts';
import { leaseDeliveries, type LeasedDelivery } from './leaseDeliveries.ts';
import { queueEvents } from './queueEvents.ts';
import { isAccepted, recordAttempt, releaseDelivery } from './recordAttempt.ts';
import type { AttemptResult, SendWebhook } from './sendWebhook.ts';
import { signWebhook } from './webhookSecret.ts';

type WorkerContext = Pick<ServerContext, 'catalogue' | 'db' | 'keys' | 'log' | 'now'>;

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
  run: () => Promise<number>;
  /** Waits for the running attempts. */
  finish: () => Promise<void>;
  /** Starts no further attempts, and aborts the running ones after `graceMs`. */
  stop: (graceMs: number) => Promise<void>;
}

/** Creates the sender of webhook deliveries. Several processes may run it at the same time. */
export function createWebhookDeliverer(context: WorkerContext, send: SendWebhook): WebhookDeliverer {
  const aborted = new AbortController();
  const running = new Map<LeasedDelivery, Promise<void>>();
  let isStopping = false;

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

  async function deliver(delivery: LeasedDelivery): Promise<void> {
    const start = performance.now();
    const result = await attempt(delivery);
    const durationMs = performance.now() - start;
    if (aborted.signal.aborted && result.responseCode === null) return releaseDelivery(context, delivery);
    const outcome = isAccepted(result) ? 'delivered' : 'failed';
    publishEvent('webhookAttempted', { outcome, seconds: durationMs / 1000 });
    await recordAttempt(context, delivery, result, durationMs);
  }

  async function attempt({ webhook, message_id, body }: LeasedDelivery): Promise<AttemptResult> {
    const headers = signWebhook(context.keys, webhook, { messageId: message_id, body, now: context.now() });
    if (!headers) return { responseCode: null, error: 'secret_lost' };
    return send({ url: webhook.url, headers, body }, aborted.signal);
  }

  function start(delivery: LeasedDelivery): void {
    const done = deliver(delivery)
      // It is still leased, so another attempt follows.
      .catch((error: unknown) => context.log.error({ err: error }, 'Cannot record a webhook'))
      .finally(() => running.delete(delivery));
    running.set(delivery, done);
  }

  const finish = async () => {
    while (running.size > 0) await Promise.all(running.values());
  };
  return {
    async run() {
      if (isStopping) return 0;
      const [queueing] = await Promise.allSettled([queueEvents(context)]);
      // Also if the new events cannot be queued: other deliveries are due.
      const deliveries = isStopping ? [] : await leaseDeliveries(context, createSlotCounter());
      for (const delivery of deliveries) start(delivery);
      if (queueing.status === 'rejected') throw queueing.reason;
      return deliveries.length;
    },
    finish,
    async stop(graceMs) {
      isStopping = true;
      const timer = setTimeout(() => aborted.abort(), graceMs);
      await finish();
      clearTimeout(timer);
    },
  };
}

/** Creates the job that delivers webhooks while the server runs. A stop takes about a second. */
export function createWebhookWorker(context: WorkerContext, send: SendWebhook): BackgroundJob {
  const deliverer = createWebhookDeliverer(context, send);
  const job = createBackgroundJob(
    'webhooks',
    RUN_INTERVAL_MS,
    async () => {
      await deliverer.run();
    },
    error => context.log.error({ err: error }, 'Cannot deliver webhooks'),
  );
  return {
    start: job.start,
    async stop() {
      await Promise.all([deliverer.stop(STOP_GRACE_MS), job.stop()]);
      // Also waits for the attempts that the last run has started meanwhile.
      await deliverer.finish();
    },
  };
}
