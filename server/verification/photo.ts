import { randomBytes } from 'node:crypto';
import type { Photo } from '#core/contract/verification.ts';
import { attempt } from '../claims/attempt.ts';
import { notFound, type Refusal } from '../claims/refusal.ts';
import type { Context } from '../context.ts';
import { IMAGES, MAX_BYTES, MAX_PIXELS, type Checked } from '../files/file.ts';
import { refusedFile } from '../files/upload.ts';
import { elsewhere, present, type Done } from './submit.ts';
import { isEditable, photos } from './state.ts';

/** Of what and how much a verification may consist. */
export const LIMITS = {
  types: IMAGES,
  maxBytes: MAX_BYTES,
  maxCount: 3,
  maxPixels: MAX_PIXELS,
} as const;

/** Keeps a photo with its verification; the same file twice is one. 400 beyond three, 409 when it was sent in. */
export function add(
  { db, now }: Pick<Context, 'db' | 'now'>,
  id: string,
  { type, hash, content }: Checked,
): Promise<{ ok: true; photo: Photo } | Refusal> {
  return attempt(db, async trx => {
    const found = await present(trx, id, now());
    if (!found) return notFound;
    const before = await photos(trx, found.row);
    const same = before.find(photo => photo.hash === hash);
    if (same) return { ok: true, photo: { id: same.id, size: Number(same.size) } };
    if (!isEditable(found.status)) return elsewhere(found.status);
    if (before.length >= LIMITS.maxCount) return refusedFile('file_count', LIMITS.maxCount);
    // Strictly later than the last decision and the photo before, whatever the clock's grain.
    const after = before.at(-1)?.at ?? found.row.decided_at ?? -1n;
    const at = BigInt(now()) > after ? BigInt(now()) : after + 1n;
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
    return { ok: true, photo };
  });
}

/** Erases a photo that was not sent in yet. */
export function erase(
  { db, now }: Pick<Context, 'db' | 'now'>,
  id: string,
  photoId: string,
): Promise<Done | Refusal> {
  return attempt(db, async trx => {
    const found = await present(trx, id, now());
    if (!found) return notFound;
    if (!isEditable(found.status)) return elsewhere(found.status);
    if (!(await photos(trx, found.row)).some(photo => photo.id === photoId)) return notFound;
    await trx.deleteFrom('files').where('id', '=', photoId).execute();
    return { ok: true };
  });
}
