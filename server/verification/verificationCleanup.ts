import { CLOSED_STATUSES } from '../claims/claimStatusSets.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '../database/database.ts';
import { createBackgroundJob, type BackgroundJob } from '../backgroundJob.ts';

type CleanupContext = Pick<ServerContext, 'db' | 'now' | 'log'>;

/** How long photos are kept after the decision on them. */
const PHOTO_RETENTION_MS = 30 * 86_400_000;

/** Maximum number of verifications and of photos per run; the next run handles the rest. */
const CLEANUP_BATCH_SIZE = 100;

const CLEANUP_INTERVAL_MS = 60_000;

/**
 * Expires drafts and rejected verifications of closed claims and deletes their undecided photos, expires old approvals,
 * deletes expired handoffs, and deletes photos 30 days after their decision. Returns the number of deleted photos.
 */
export async function cleanUpVerifications({ db, now }: CleanupContext): Promise<number> {
  const at = BigInt(now());
  return runInTransaction(db, async trx => {
    const abandoned = await trx
      .selectFrom('verifications')
      .innerJoin('claims', 'claims.id', 'verifications.claim_id')
      .select(['verifications.id', 'verifications.decided_at'])
      .where('verifications.status', 'in', ['draft', 'rejected'])
      .where('claims.status', 'in', CLOSED_STATUSES)
      .limit(CLEANUP_BATCH_SIZE)
      .execute();
    await trx.deleteFrom('handoffs').where('expires_at', '<=', at).execute();
    let deletedCount = 0n;
    for (const { id, decided_at } of abandoned) {
      await trx
        .updateTable('verifications')
        .set({ status: 'expired', updated_at: at })
        .where('id', '=', id)
        .execute();
      const { numDeletedRows } = await trx
        .deleteFrom('files')
        .where('verification_id', '=', id)
        .where('at', '>', decided_at ?? -1n)
        .executeTakeFirst();
      deletedCount += numDeletedRows;
    }
    await trx
      .updateTable('verifications')
      .set({ status: 'expired', updated_at: at })
      .where('status', '=', 'approved')
      .where('expires_at', '<=', at)
      .execute();
    const decidedBefore = at - BigInt(PHOTO_RETENTION_MS);
    const decidedPhotos = await trx
      .selectFrom('files')
      .innerJoin('verifications', 'verifications.id', 'files.verification_id')
      .select('files.id')
      // For the index: it follows from the conditions below.
      .where('files.verification_id', 'is not', null)
      .where('files.at', '<=', decidedBefore)
      .where('verifications.decided_at', '<=', decidedBefore)
      .whereRef('files.at', '<=', 'verifications.decided_at')
      .limit(CLEANUP_BATCH_SIZE)
      .execute();
    if (decidedPhotos.length > 0) {
      const ids = decidedPhotos.map(({ id }) => id);
      await trx.deleteFrom('files').where('id', 'in', ids).execute();
    }
    return Number(deletedCount) + decidedPhotos.length;
  });
}

/** Creates the job that cleans up verifications every minute. A failed run is logged and retried. */
export function createVerificationCleanupJob(context: CleanupContext): BackgroundJob {
  const runOnce = async () => {
    const count = await cleanUpVerifications(context);
    if (count > 0) context.log.info({ count }, 'Verification photos deleted');
  };
  return createBackgroundJob('verification_cleanup', CLEANUP_INTERVAL_MS, runOnce, error =>
    context.log.error({ err: error }, 'Cannot clean up verifications'),
  );
}
