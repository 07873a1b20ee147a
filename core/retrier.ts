import { ApiError } from './api/apiError.ts';
import type { Clock } from './clock.ts';
import { retry, retryDelay } from './retry.ts';
import type { RetryDelay } from './retry.ts';

/** Retries a person's actions. `retryNow` repeats all waiting ones at once. */
export interface Retrier {
  /** Runs `operation` as `retry` does; `onWait` runs before each wait. */
  run<T>(
    operation: (attempt: number) => Promise<T>,
    options: { signal: AbortSignal; onWait: () => void },
  ): Promise<T>;
  /** Ends all waits at once, for example when the browser is online again. */
  retryNow(): void;
}

const ACTION_BACKOFF = { firstMs: 2_000, maxMs: 10_000 } as const;

/** Retries after 2 s, 4 s, 8 s, then every 10 s, if the outcome is unknown or the status is 503. */
export const retryTransientErrors: RetryDelay = (error, attempt) => {
  // The server has responded: a retry would return the same invalid response.
  if (!(error instanceof ApiError) || error.kind === 'shape') return null;
  return error.isOutcomeUnknown || error.status === 503 ? retryDelay(error, attempt, ACTION_BACKOFF) : null;
};

/** Creates a retrier; by default it retries transient errors. */
export function createRetrier(clock: Clock, getDelay: RetryDelay = retryTransientErrors): Retrier {
  const waits = new Set<() => void>();
  return {
    run(operation, { signal, onWait }) {
      let endWait = () => {};
      const attemptOperation = (attempt: number) => {
        waits.delete(endWait);
        return operation(attempt);
      };
      return retry(attemptOperation, {
        clock,
        getDelay,
        signal,
        onWait(resume) {
          endWait = resume;
          waits.add(resume);
          onWait();
        },
      });
    },
    retryNow() {
      for (const resume of waits) resume();
    },
  };
}
