import type { Transaction } from 'kysely';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import { lockClaim } from '../claims/lockClaim.ts';
import { restartVerificationDeadline, setVerificationDeadline } from '../claims/status/claimDeadline.ts';
import { createFieldProblem, notFoundProblem, createProblem } from '#server/platform/http/problem.ts';
import type { ExchangeContext } from '../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { eraseVerifications } from './eraseVerifications.ts';
import type { VerificationRow } from '#server/platform/database/verificationRows.ts';
import { isVerificationEditable, listCurrentPhotos, getVerificationStatus } from './verificationStatus.ts';

/** A verification and its claim, read in the transaction. `status` accounts for expiry. */
export interface LoadedVerification {
  row: VerificationRow;
  /** Null for a verification of a saved card. */
  claim: ClaimRow | null;
  status: ReturnType<typeof getVerificationStatus>;
}

/**
 * Loads a verification and its claim, and locks the claim until the end of the transaction; without a claim, the
 * verification. 404 if it was deleted meanwhile.
 */
export async function loadVerification(
  trx: Transaction<DatabaseSchema>,
  id: string,
  now: number,
): Promise<LoadedVerification> {
  const verification = trx.selectFrom('verifications').where('id', '=', id);
  const owner = await verification.select('claim_id').executeTakeFirstOrThrow(() => notFoundProblem);
  const claim = owner.claim_id === null ? null : await lockClaim(trx, owner.claim_id);
  // Read after the lock: another transaction may have changed it before.
  const row = await lockRows(trx, verification.selectAll()).executeTakeFirstOrThrow(() => notFoundProblem);
  return { row, claim, status: getVerificationStatus(row, claim, now) };
}

/** Creates a 409 with the verification's current status. */
export const createStateConflict = (status: LoadedVerification['status']) =>
  createProblem(409, 'verification_state', { status });

/**
 * Submits a draft, or a rejected verification with new photos. Succeeds if it is already submitted. 400 without photos.
 */
export function submitVerification({ db, now }: ExchangeContext, id: string): Promise<void> {
  return runInTransaction(db, async trx => {
    const loaded = await loadVerification(trx, id, now());
    if (loaded.status === 'pending' || loaded.status === 'approved') return;
    if (!isVerificationEditable(loaded.status)) throw createStateConflict(loaded.status);
    if ((await listCurrentPhotos(trx, loaded.row)).length === 0)
      throw createFieldProblem({ photos: { code: 'photos_missing' } });
    await markPending(trx, loaded, now());
  });
}

/**
 * Reduces the photos of a verification to exactly these; the others are deleted. A draft stays a draft, a rejected
 * verification is submitted again. Succeeds if a pending verification has the same photos.
 */
export function updatePhotos(
  { db, now }: ExchangeContext,
  id: string,
  ids: readonly string[],
): Promise<void> {
  return runInTransaction(db, async trx => {
    const loaded = await loadVerification(trx, id, now());
    const currentIds = (await listCurrentPhotos(trx, loaded.row)).map(photo => photo.id);
    if (
      loaded.status === 'pending' &&
      ids.length === currentIds.length &&
      currentIds.every(photoId => ids.includes(photoId))
    )
      return;
    if (!isVerificationEditable(loaded.status)) throw createStateConflict(loaded.status);
    if (!ids.every(photoId => currentIds.includes(photoId)))
      throw createFieldProblem({ photos: { code: 'photo_unknown' } });
    const removedIds = currentIds.filter(photoId => !ids.includes(photoId));
    if (removedIds.length > 0) await trx.deleteFrom('files').where('id', 'in', removedIds).execute();
    if (loaded.status === 'rejected') await markPending(trx, loaded, now());
  });
}

/** Deletes a draft, pending or rejected verification with its photos and handoffs. */
export function deleteVerification({ db, now }: ExchangeContext, id: string): Promise<void> {
  return runInTransaction(db, async trx => {
    const { row, claim, status } = await loadVerification(trx, id, now());
    if (status !== 'pending' && !isVerificationEditable(status)) throw createStateConflict(status);
    await eraseVerifications(trx, [id]);
    // Counted from the claim's creation: otherwise withdrawals and resubmissions could extend the hold without limit.
    if (row.status === 'pending' && claim)
      await restartVerificationDeadline(trx, claim, Number(claim.created_at));
  });
}

/** Marks a verification as pending and removes the claim's deadline: the client waits for the operator. */
async function markPending(
  trx: Transaction<DatabaseSchema>,
  { row, claim }: LoadedVerification,
  now: number,
): Promise<void> {
  await trx
    .updateTable('verifications')
    .set({ status: 'pending', reason: null, expires_at: null, updated_at: BigInt(now) })
    .where('id', '=', row.id)
    .execute();
  if (claim) await setVerificationDeadline(trx, claim, null);
}
