import { createHash } from 'node:crypto';
import type { FileRow } from '../database/verificationRows.ts';
import { detectImageType, reencodeImage } from './reencodeImage.ts';
import { isPdf } from './isPdf.ts';

/** Maximum size of an uploaded file. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Maximum number of pixels of an image. */
export const MAX_IMAGE_PIXELS = 40_000_000;

/** MIME types of photos. Receipts may also be `application/pdf`. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The reason for refusing a file: a code of core/messages.ts. */
export type FileErrorCode = 'file_type' | 'file_size' | 'file_pixels' | 'file_broken' | 'file_empty';

/** A file that is safe to store. Images are re-encoded, which removes everything but their pixels. */
export interface SanitizedFile {
  type: FileRow['type'];
  content: Uint8Array;
  /** SHA-256 of the uploaded bytes, base64url: identifies repeated uploads. */
  hash: string;
}

/** Hashes the uploaded bytes: SHA-256, base64url. */
export function hashFile(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/**
 * Detects the type of an uploaded file by its content and returns the version to store. `pdf` also accepts PDF files,
 * unchanged; they must only be served as downloads.
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
