import type { MiddlewareHandler } from 'hono';
import { sendProblem, sendProblemResult } from '../http/problemResponse.ts';
import { uploadTooLargeProblem } from './fileProblems.ts';
import { MAX_FILE_BYTES } from './sanitizeFile.ts';

/** Maximum size of a multipart body: the largest file and the multipart framing. */
export const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + 64 * 1024;

/**
 * Refuses an upload before any of it is read: 411 if it does not declare its size, 413 if the size is over the limit.
 * Browsers declare the size of a form.
 */
export const checkUploadLength: MiddlewareHandler = async (c, next) => {
  const length = c.req.header('content-length') ?? '';
  if (!/^\d+$/.test(length)) return sendProblem(c, 411, 'length_required');
  if (Number(length) > MAX_UPLOAD_BYTES) return sendProblemResult(c, uploadTooLargeProblem);
  await next();
};
