import { createFieldProblem, createProblem, Problem } from '../http/problem.ts';

/** Retry-After of an upload while there are too many others, seconds. */
export const UPLOAD_RETRY_SECONDS = 5;

/** Creates the 400 for a refused file. `max` is for codes whose message contains a limit. */
export function createFileProblem(code: string, max?: number): Problem {
  return createFieldProblem({ file: { code, ...(max === undefined ? {} : { max }) } });
}

/** The 413 for a body that is too large for any file; the same body as the 400 for a file of that size. */
export const uploadTooLargeProblem = new Problem(413, createFileProblem('file_size').body);

/** The 503 while the server has too many uploads. */
export const uploadsBusyProblem = createProblem(503, 'uploads_busy', { retryAfter: UPLOAD_RETRY_SECONDS });
