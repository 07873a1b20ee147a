import { createBackgroundJob, type BackgroundJob } from '../backgroundJob.ts';
import type { ServerContext } from '../context.ts';

type CleanupContext = Pick<ServerContext, 'db' | 'log' | 'now'>;

/** Maximum number of windows that one statement deletes. */
const CLEANUP_BATCH_SIZE = 1_000;

const CLEANUP_INTERVAL_MS = 60_000;

/** Deletes the windows of shared limits that have ended. Returns their number. */
export async function deleteEndedLimits({ db, now }: CleanupContext): Promise<number> {
  const at = BigInt(now());
  let count = 0;
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('rate_limits')
      .where('key', 'in', ended =>
        ended.selectFrom('rate_limits').select('key').where('expire', '<=', at).limit(CLEANUP_BATCH_SIZE),
      )
      // A request may have begun a new window since.
      .where('expire', '<=', at)
      .executeTakeFirst();
    count += Number(numDeletedRows);
    if (numDeletedRows < CLEANUP_BATCH_SIZE) return count;
  }
}

/** Creates the job that deletes ended limits every minute. A failed run is logged and retried. */
export function createLimitCleanupJob(context: CleanupContext): BackgroundJob {
  return createBackgroundJob(
    'limit_cleanup',
    CLEANUP_INTERVAL_MS,
    () => deleteEndedLimits(context),
    error => context.log.error({ err: error }, 'Cannot delete ended rate limits'),
  );
}
