import { ApiError, toErrorCode } from './apiError.ts';

/**
 * Data for a message about any thrown value: the code of its first field, else its own, and `after`, the seconds to wait.
 * Apart from apiError.ts, because the form does not load it.
 */
export function toErrorDetails(error: unknown): { code: string; after?: number } {
  const apiError = error instanceof ApiError ? error : null;
  const code = Object.values(apiError?.codes ?? {})[0] ?? toErrorCode(error);
  const after = apiError?.retryAfter;
  return { code, ...(after != null && { after }) };
}
