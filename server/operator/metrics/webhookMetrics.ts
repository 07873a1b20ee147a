import { Histogram, type Registry } from 'prom-client';
import type { ServerContext } from '#server/notifications/context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { EventListeners } from '#server/platform/serverEvents.ts';
import { cacheRead } from './cachedRead.ts';
import { addGauge } from './gauge.ts';

/** Registers the durations of attempts to deliver a webhook, and returns their listener. */
export function createWebhookListener(registry: Registry) {
  const durations = new Histogram({
    name: 'razmen_webhook_attempt_seconds',
    help: 'Time of attempts to deliver a webhook, by result',
    labelNames: ['result'],
    buckets: [0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return {
    webhookAttempted: ({ outcome, seconds }) => durations.observe({ result: outcome }, seconds),
  } satisfies Partial<EventListeners>;
}

/** Selects when the oldest first attempt became due. Retries do not count: their receivers cause them. */
export function selectOldestWebhook(db: Db) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select(({ fn }) => fn.min<bigint | null>('webhook_deliveries.created_at').as('created_at'))
    .where('ended_at', 'is', null)
    .where('attempts', '=', 0n)
    .where('webhooks.failing_since', 'is', null)
    .where('webhooks.off_at', 'is', null);
}

/** Registers the gauge of webhooks that wait for their first attempt. */
export function registerWebhookGauge(registry: Registry, { healthDb, log, now }: ServerContext): void {
  const readOldest = cacheRead(() => selectOldestWebhook(healthDb).executeTakeFirstOrThrow(), log);
  addGauge(registry, {
    name: 'razmen_webhook_oldest_unsent_age_seconds',
    help: 'How long the oldest event waits for its first attempt, to webhooks that work; 0 without one',
    async collect() {
      const oldest = await readOldest();
      if (!oldest) return this.remove();
      const createdAt = oldest.created_at === null ? Infinity : Number(oldest.created_at);
      this.set(Math.max(0, (now() - createdAt) / 1_000));
    },
  });
}
