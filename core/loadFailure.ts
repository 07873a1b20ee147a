import { ApiError, toErrorCode } from './api/apiError.ts';

/** Why a request failed: a code of messages.ts, and the seconds to wait. */
export interface LoadFailure {
  code: string;
  after?: number;
}

/** Converts any thrown value. */
export function toLoadFailure(error: unknown): LoadFailure {
  const after = error instanceof ApiError ? error.retryAfter : null;
  return { code: toErrorCode(error), ...(after !== null && { after }) };
}

/** Ignores the error of a removal if the item no longer exists. Throws any other error. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
