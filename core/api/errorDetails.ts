import { ApiError, toErrorCode } from './apiError.ts';

/**
 * Data of the message about any thrown value: the code of the first invalid field, else the error's own code;
 * `after` is the seconds to wait. Not in apiError.ts, because the form does not need it.
 */
export function toErrorDetails(error: unknown): { code: string; after?: number } {
  const apiError = error instanceof ApiError ? error : null;
  const code = Object.values(apiError?.codes ?? {})[0] ?? toErrorCode(error);
  const after = apiError?.retryAfter;
  return { code, ...(after != null && { after }) };
}
