import type { MiddlewareHandler } from 'hono';
import { createProblem } from '../http/problem.ts';
import { uploadsBusyProblem, uploadTooLargeProblem } from './fileProblems.ts';
import { isImageQueueFull } from './sanitizeFile.ts';
import { MAX_UPLOAD_BYTES, uploadBudget } from './uploadBudget.ts';

/**
 * Refuses an upload before its body is read: 411 without a declared size, 413 if the size is over the limit, 429 or 503
 * if there are too many other uploads. Browsers declare the size of a form. An upload that is refused here does not
 * count against the rate limit, so that clients can try again.
 */
export const admitUpload: MiddlewareHandler = async (c, next) => {
  const length = c.req.header('content-length') ?? '';
  if (!/^\d+$/.test(length)) throw createProblem(411, 'length_required');
  if (Number(length) > MAX_UPLOAD_BYTES) throw uploadTooLargeProblem;
  if (isImageQueueFull()) throw uploadsBusyProblem;
  uploadBudget.check(c.var.clientNetwork, Number(length));
  await next();
};
