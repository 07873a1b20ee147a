import { randomBytes } from 'node:crypto';
import type { VerificationPhoto } from '#core/contract/verification.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import type { ExchangeContext } from '../context.ts';
import {
  PHOTO_TYPES,
  MAX_FILE_BYTES,
  MAX_IMAGE_PIXELS,
  sanitizeFile,
  type SanitizedFile,
} from '#server/platform/files/sanitizeFile.ts';
import { storeFile } from '#server/platform/files/storeFile.ts';
import type { UploadedFile } from '#server/platform/files/uploadedFile.ts';
import { createFileProblem } from '#server/platform/files/fileProblems.ts';
import { createStateConflict, loadVerification } from './submitVerification.ts';
import { isVerificationEditable, listCurrentPhotos } from './verificationStatus.ts';

/** Limits of a verification's photos. */
export const PHOTO_LIMITS = {
  types: PHOTO_TYPES,
  maxBytes: MAX_FILE_BYTES,
  maxCount: 3,
  maxPixels: MAX_IMAGE_PIXELS,
} as const;

/**
 * Stores a photo of a verification. The same file is stored once. 400 for a bad file and beyond three photos, 409 if
 * the verification is not editable.
 */
export async function addPhoto(
  context: ExchangeContext,
  id: string,
  upload: UploadedFile,
): Promise<VerificationPhoto> {
  const file = await sanitizeFile(upload, { pdf: false });
  return storeFile(upload, () => insertPhoto(context, id, upload.hash, file));
}

function insertPhoto(
  { db, now }: ExchangeContext,
  id: string,
  hash: string,
  { type, content }: SanitizedFile,
): Promise<VerificationPhoto> {
  return runInTransaction(db, async trx => {
    const loaded = await loadVerification(trx, id, now());
    const photosBefore = await listCurrentPhotos(trx, loaded.row);
    const duplicate = photosBefore.find(photo => photo.hash === hash);
    if (duplicate) return { id: duplicate.id, size: Number(duplicate.size) };
    if (!isVerificationEditable(loaded.status)) throw createStateConflict(loaded.status);
    if (photosBefore.length >= PHOTO_LIMITS.maxCount)
      throw createFileProblem('file_count', PHOTO_LIMITS.maxCount);
    // Strictly later than the last decision and the previous photo, even within one millisecond.
    const previousAt = photosBefore.at(-1)?.at ?? loaded.row.decided_at ?? -1n;
    const at = BigInt(now()) > previousAt ? BigInt(now()) : previousAt + 1n;
    const photo = { id: randomBytes(16).toString('hex'), size: content.length };
    await trx
      .insertInto('files')
      .values({
        ...photo,
        size: BigInt(photo.size),
        claim_id: null,
        verification_id: id,
        name: null,
        type,
        hash,
        content,
        at,
      })
      .execute();
    return photo;
  });
}

/** Deletes a photo that is not submitted yet. 404 for an unknown photo, 409 if the verification is not editable. */
export function deletePhoto({ db, now }: ExchangeContext, id: string, photoId: string): Promise<void> {
  return runInTransaction(db, async trx => {
    const { row, status } = await loadVerification(trx, id, now());
    if (!isVerificationEditable(status)) throw createStateConflict(status);
    if (!(await listCurrentPhotos(trx, row)).some(photo => photo.id === photoId)) throw notFoundProblem;
    await trx.deleteFrom('files').where('id', '=', photoId).execute();
  });
}
