import type { FileRow } from '../database/verificationRows.ts';
import { createFileProblem, uploadsBusyProblem } from './fileProblems.ts';
import { detectImageType, reencodeImage } from './reencodeImage.ts';
import { createTaskQueue } from './taskQueue.ts';
import { throwIfAborted, type UploadedFile } from './uploadedFile.ts';

/** Maximum size of an uploaded file. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Maximum number of pixels of an image. */
export const MAX_IMAGE_PIXELS = 40_000_000;

/** MIME types of photos. Receipts may also be `application/pdf`. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** A file that is safe to store. Images are re-encoded, which removes everything but their pixels. */
export interface SanitizedFile {
  type: FileRow['type'];
  content: Uint8Array;
}

/** Maximum number of waiting images. The last one waits for about ten seconds; clients time out after thirty. */
const MAX_WAITING_IMAGES = 10;

/** Images are processed one at a time: decoding 40 million pixels takes over 100 MB. */
const imageQueue = createTaskQueue(MAX_WAITING_IMAGES);

/** Whether so many images wait that a further upload should not be read. */
export const isImageQueueFull = imageQueue.isFull;

/**
 * Detects the type of an uploaded file by its content and returns the version to store. `pdf` also accepts PDF files,
 * unchanged; they must only be served as downloads. 503 if too many images wait. Throws if the client has disconnected.
 */
export async function sanitizeFile(
  { bytes, signal }: Pick<UploadedFile, 'bytes' | 'signal'>,
  { pdf }: { pdf: boolean },
): Promise<SanitizedFile> {
  if (bytes.length === 0) throw createFileProblem('file_empty');
  if (bytes.length > MAX_FILE_BYTES) throw createFileProblem('file_size');
  if (detectImageType(bytes) !== null) {
    if (imageQueue.isFull()) throw uploadsBusyProblem;
    const reencoded = await imageQueue.run(() => {
      throwIfAborted(signal);
      return reencodeImage(bytes, { maxPixels: MAX_IMAGE_PIXELS, maxBytes: MAX_FILE_BYTES });
    });
    if (!reencoded.ok) throw createFileProblem(reencoded.code);
    return reencoded;
  }
  if (!pdf || !isPdf(bytes)) throw createFileProblem('file_type');
  return { type: 'application/pdf', content: bytes };
}

/** Number of bytes at the start and at the end that are searched for signatures of a polyglot file. */
const HEAD_BYTES = 1_024;
const TAIL_BYTES = 66_000;

/** Signatures of other formats: markup at the start, a ZIP archive's directory at the end. */
const MARKUP_PATTERN = /<\s*(html|script|svg|!doctype|\?xml|\?php)/i;
const ZIP_END_SIGNATURE = 'PK\u0005\u0006';

/** Returns whether the file is a PDF and not a polyglot: PDF header and trailer, no markup, no ZIP archive. */
function isPdf(bytes: Uint8Array): boolean {
  const decode = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  const head = decode(bytes.subarray(0, HEAD_BYTES));
  const tail = decode(bytes.subarray(-TAIL_BYTES));
  return (
    /^%PDF-[12]\.\d/.test(head) &&
    !MARKUP_PATTERN.test(head) &&
    tail.slice(-HEAD_BYTES).includes('%%EOF') &&
    !tail.includes(ZIP_END_SIGNATURE)
  );
}
