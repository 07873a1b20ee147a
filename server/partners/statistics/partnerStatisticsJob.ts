import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { deleteOldRows } from '#server/platform/database/deleteOldRows.ts';
import { countClicks } from './countClicks.ts';
import { COUNT_BATCH_SIZE, countEvents } from './countEvents.ts';

type JobContext = Pick<ExchangeContext, 'db' | 'log' | 'now'>;

const COUNT_INTERVAL_MS = 5_000;

/** Retention of clicks: a visitor counts once a day, and the day must have ended in every time zone. */
const CLICK_RETENTION_MS = 2 * 86_400_000;

/**
 * Adds new events and clicks to the statistics of partners, and deletes old clicks. Each counts once, even if several
 * processes run this or one is killed.
 */
export async function countPartnerStatistics(context: JobContext): Promise<void> {
  const { db } = context;
  for (const [table, count] of [
    ['partner_events', countEvents],
    ['referral_clicks', countClicks],
  ] as const)
    for (;;) {
      // Usually there are none, and no transaction locks the database.
      const first = await db
        .selectFrom(table)
        .select('id')
        .where('counted_at', 'is', null)
        .limit(1)
        .execute();
      if (first.length === 0 || (await count(context)) < COUNT_BATCH_SIZE) break;
    }
  await deleteOldClicks(context);
}

async function deleteOldClicks({ db, now }: JobContext): Promise<void> {
  const until = now() - CLICK_RETENTION_MS;
  const old = await db
    .selectFrom('referral_clicks')
    .select('id')
    .where('at', '<=', BigInt(until))
    .limit(1)
    .execute();
  if (old.length === 0) return;
  await deleteOldRows(db, {
    table: 'referral_clicks',
    key: 'id',
    time: 'at',
    until,
    // A click that is not counted yet is kept.
    and: { time: 'counted_at', until: now() },
  });
}

/** Creates the job that counts every five seconds. A failed run is logged and retried. */
export function createPartnerStatisticsJob(context: JobContext): BackgroundJob {
  return createBackgroundJob(
    'partner_statistics',
    COUNT_INTERVAL_MS,
    () => countPartnerStatistics(context),
    error => context.log.error({ err: error }, 'Cannot count the statistics of partners'),
  );
}
