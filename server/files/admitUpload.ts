import type { MiddlewareHandler } from 'hono';
import { sendProblem, sendProblemResult } from '../http/problemResponse.ts';
import { uploadsBusyProblem, uploadTooLargeProblem } from './fileProblems.ts';
import { isImageQueueFull } from './sanitizeFile.ts';
import { MAX_UPLOAD_BYTES, uploadBudget } from './uploadBudget.ts';

/**
 * Refuses an upload before any of it is read: 411 if it does not declare its size, 413 if the size is over the limit, 429
 * or 503 if it finds too many others. Browsers declare the size of a form. An upload that is refused here does not count
 * against the rate limit, so that clients can try again.
 */
export const admitUpload: MiddlewareHandler = async (c, next) => {
  const length = c.req.header('content-length') ?? '';
  if (!/^\d+$/.test(length)) return sendProblem(c, 411, 'length_required');
  if (Number(length) > MAX_UPLOAD_BYTES) return sendProblemResult(c, uploadTooLargeProblem);
  const refusal = isImageQueueFull()
    ? uploadsBusyProblem
    : uploadBudget.findRefusal(c.var.clientNetwork, Number(length));
  if (refusal) return sendProblemResult(c, refusal);
  await next();
};
