import { createBackgroundJob, type BackgroundJob } from '../jobs/backgroundJob.ts';
import type { PlatformContext } from '../context.ts';
import { deleteOldRows } from '../database/deleteOldRows.ts';

const CLEANUP_INTERVAL_MS = 60_000;

/** Deletes the shared buckets that are full. Returns their number. */
export function deleteFullBuckets({ db, now }: PlatformContext): Promise<number> {
  return deleteOldRows(db, { table: 'rate_limits', key: 'key', time: 'expire', until: now() * 1_000 });
}

/** Creates the job that deletes full buckets every minute. A failed run is logged and retried. */
export function createLimitCleanupJob(context: PlatformContext): BackgroundJob {
  return createBackgroundJob(
    'limit_cleanup',
    CLEANUP_INTERVAL_MS,
    () => deleteFullBuckets(context),
    error => context.log.error({ err: error }, 'Cannot delete full rate limits'),
  );
}
