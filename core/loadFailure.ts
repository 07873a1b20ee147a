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

/** Whether the backend lacks the call, an API extension: the page then hides what needs it. */
export const isUnsupportedCall = (error: unknown): boolean =>
  error instanceof ApiError && [404, 405].includes(error.status);

/** Whether the backend lacks the data: it has no such call, or one of the same name with other fields. */
export const isMissingData = (error: unknown): boolean =>
  isUnsupportedCall(error) || (error instanceof ApiError && error.kind === 'shape');
