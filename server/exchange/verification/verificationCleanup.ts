import { CLOSED_STATUSES } from '../claims/claimStatusSets.ts';
import type { ExchangeContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { payApprovedClaims } from './approvedClaims.ts';
import { eraseVerifications } from './eraseVerifications.ts';
import { loadVerification } from './submitVerification.ts';

/** Retention of photos after the decision on them. */
const PHOTO_RETENTION_MS = 30 * 86_400_000;

/** Retention of an expired verification without a claim. */
const EXPIRED_RETENTION_MS = 30 * 86_400_000;

/** Maximum number of verifications and of photos per run; the next run handles the rest. */
const CLEANUP_BATCH_SIZE = 100;

const CLEANUP_INTERVAL_MS = 60_000;

/**
 * Expires drafts and rejected verifications that are abandoned or whose claims are closed, and deletes their undecided
 * photos; expires old approvals; deletes expired handoffs; deletes photos 30 days after their decision, and then
 * expired verifications of saved cards. Returns the number of deleted photos.
 */
export async function cleanUpVerifications(context: ExchangeContext): Promise<number> {
  const { db } = context;
  const at = BigInt(context.now());
  let photoCount = 0;
  const abandoned = await selectAbandoned(db, at).limit(CLEANUP_BATCH_SIZE).execute();
  for (const { id } of abandoned) photoCount += await expireAbandoned(context, id);
  await db.deleteFrom('handoffs').where('expires_at', '<=', at).execute();
  await db
    .updateTable('verifications')
    .set({ status: 'expired', updated_at: at })
    .where('status', '=', 'approved')
    .where('expires_at', '<=', at)
    .execute();
  photoCount += await deleteDecidedPhotos(db, at - BigInt(PHOTO_RETENTION_MS));
  await eraseExpired(db, at - BigInt(EXPIRED_RETENTION_MS));
  return photoCount;
}

/** Selects drafts and rejected verifications of closed claims, and those of saved cards that have expired. */
function selectAbandoned(db: Db, at: bigint) {
  return db
    .selectFrom('verifications')
    .leftJoin('claims', 'claims.id', 'verifications.claim_id')
    .select(['verifications.id', 'verifications.decided_at'])
    .where('verifications.status', 'in', ['draft', 'rejected'])
    .where(({ or, and, eb }) =>
      or([
        eb('claims.status', 'in', CLOSED_STATUSES),
        and([eb('verifications.claim_id', 'is', null), eb('verifications.expires_at', '<=', at)]),
      ]),
    );
}

/** Expires an abandoned verification, unless its claim was reopened. Returns the number of deleted photos. */
function expireAbandoned({ db, now }: ExchangeContext, id: string): Promise<number> {
  const expiry = runInTransaction(db, async trx => {
    await loadVerification(trx, id, now());
    const row = await selectAbandoned(trx, BigInt(now()))
      .where('verifications.id', '=', id)
      .executeTakeFirst();
    if (!row) return 0;
    await trx
      .updateTable('verifications')
      .set({ status: 'expired', updated_at: BigInt(now()) })
      .where('id', '=', id)
      .execute();
    const { numDeletedRows } = await trx
      .deleteFrom('files')
      .where('verification_id', '=', id)
      .where('at', '>', row.decided_at ?? -1n)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
  // The verification was deleted meanwhile.
  return expiry.catch(onRefusal(() => 0));
}

/** Deletes photos that were decided on before a time. Returns their number. */
async function deleteDecidedPhotos(db: Db, decidedBefore: bigint): Promise<number> {
  const photos = await db
    .selectFrom('files')
    .innerJoin('verifications', 'verifications.id', 'files.verification_id')
    .select('files.id')
    // Needed for the index, although it follows from the conditions below.
    .where('files.verification_id', 'is not', null)
    .where('files.at', '<=', decidedBefore)
    .where('verifications.decided_at', '<=', decidedBefore)
    .whereRef('files.at', '<=', 'verifications.decided_at')
    .limit(CLEANUP_BATCH_SIZE)
    .execute();
  const ids = photos.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('files').where('id', 'in', ids).execute();
  return ids.length;
}

/** Erases verifications without a claim that expired before a time and have no photos left. */
async function eraseExpired(db: Db, expiredBefore: bigint): Promise<void> {
  const rows = await db
    .selectFrom('verifications')
    .select('id')
    .where('claim_id', 'is', null)
    .where('status', '=', 'expired')
    .where('updated_at', '<=', expiredBefore)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(selectFrom('files').select('files.id').whereRef('verification_id', '=', 'verifications.id')),
      ),
    )
    .limit(CLEANUP_BATCH_SIZE)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await runInTransaction(db, trx => eraseVerifications(trx, ids));
}

/**
 * Creates the job that every minute cleans up verifications and moves claims with an approved card to payment. A failed
 * run is logged and retried.
 */
export function createVerificationCleanupJob(context: ExchangeContext): BackgroundJob {
  const runOnce = async () => {
    await payApprovedClaims(context);
    const count = await cleanUpVerifications(context);
    if (count > 0) context.log.info({ count }, 'Verification photos deleted');
  };
  return createBackgroundJob('verification_cleanup', CLEANUP_INTERVAL_MS, runOnce, error =>
    context.log.error({ err: error }, 'Cannot clean up verifications'),
  );
}
