import { createHash } from 'node:crypto';
import type { FileRow } from '../database/schema.ts';
import { detectImageType, reencodeImage } from './reencodeImage.ts';
import { isPdf } from './isPdf.ts';

/** Most bytes that a file may have as it is uploaded. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Most pixels that an image may have. */
export const MAX_IMAGE_PIXELS = 40_000_000;

/** What photos may be, MIME types; receipts may also be `application/pdf`. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Why a file is not taken: codes of core/messages.ts. */
export type FileErrorCode = 'file_type' | 'file_size' | 'file_pixels' | 'file_broken' | 'file_empty';

/** A file that is safe to keep: images are drawn anew, so that nothing but the picture is left of them. */
export interface SanitizedFile {
  type: FileRow['type'];
  content: Uint8Array;
  /** SHA-256 of what was uploaded, base64url: the same file twice has the same. */
  hash: string;
}

/** The fingerprint of a file as it was uploaded. */
export function hashFile(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/**
 * Looks into an uploaded file, whatever its name says, and answers what to keep. With `pdf` receipts of a bank are taken
 * as they are; they are never to be shown but as a download.
 */
export async function sanitizeFile(
  bytes: Uint8Array,
  { pdf }: { pdf: boolean },
): Promise<({ ok: true } & SanitizedFile) | { ok: false; code: FileErrorCode }> {
  if (bytes.length === 0) return { ok: false, code: 'file_empty' };
  if (bytes.length > MAX_FILE_BYTES) return { ok: false, code: 'file_size' };
  if (detectImageType(bytes) !== null) {
    const reencoded = await reencodeImage(bytes, { maxPixels: MAX_IMAGE_PIXELS, maxBytes: MAX_FILE_BYTES });
    return reencoded.ok ? { ...reencoded, hash: hashFile(bytes) } : reencoded;
  }
  if (!pdf || !isPdf(bytes)) return { ok: false, code: 'file_type' };
  return { ok: true, type: 'application/pdf', content: bytes, hash: hashFile(bytes) };
}
