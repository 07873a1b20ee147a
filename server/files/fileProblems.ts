import { createFieldProblem, type ProblemResult } from '../http/problemResult.ts';

/** Creates the 400 for a refused file. `max` is for codes whose message contains a limit. */
export function createFileProblem(code: string, max?: number): ProblemResult {
  return createFieldProblem({ file: { code, ...(max === undefined ? {} : { max }) } });
}

/** The 413 for a body that is too large for any file; the same body as the 400 for a file of that size. */
export const uploadTooLargeProblem: ProblemResult = { ...createFileProblem('file_size'), status: 413 };
