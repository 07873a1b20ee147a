import { ApiError } from './api/apiError.ts';
import { retryDelay } from './retry.ts';
import type { RetryDelay } from './retry.ts';

const ACTION_BACKOFF = { firstMs: 2_000, maxMs: 10_000 } as const;

/** Retries a person's action after 2 s, 4 s, 8 s, then every 10 s, if its outcome is unknown or the status is 503. */
export const retryTransientErrors: RetryDelay = (error, attempt) => {
  // A response of a wrong shape is a response: a retry would not change it.
  if (!(error instanceof ApiError) || error.kind === 'shape') return null;
  return error.isOutcomeUnknown || error.status === 503 ? retryDelay(error, attempt, ACTION_BACKOFF) : null;
};
