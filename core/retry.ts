import type { ApiError } from './api/apiError.ts';
import { backoffDelay } from './clock.ts';
import type { Backoff, Clock } from './clock.ts';

/** Delay in milliseconds before an operation is repeated after attempt `attempt` (from 0) failed; null gives up. */
export type RetryDelay = (error: unknown, attempt: number) => number | null;

/** Backoff after attempt `attempt` (from 0), but at least the Retry-After of the error. */
export function retryDelay({ retryAfter }: ApiError, attempt: number, backoff: Backoff): number {
  return Math.max(backoffDelay(attempt, backoff), (retryAfter ?? 0) * 1_000);
}

/** Settings of one run. */
export interface RetryRunOptions {
  signal?: AbortSignal | undefined;
  /** Runs before each wait. */
  onWait?: (() => void) | undefined;
}

/** Repeats operations until they succeed or fail for good. */
export interface Retrier {
  /**
   * Calls `operation` with the attempt's number (from 0) until it resolves. Rejects with its first error that is not
   * retried, or with the signal's reason. The operation must be idempotent: a lost response may hide a success.
   */
  run<T>(operation: (attempt: number) => Promise<T>, options?: RetryRunOptions): Promise<T>;
  /** Ends all waits at once, for example when the browser is online again. */
  retryNow(): void;
}

/** Creates a retrier; `getDelay` decides which errors are retried and when. */
export function createRetrier(clock: Clock, getDelay: RetryDelay): Retrier {
  const resumeCallbacks = new Set<() => void>();

  const wait = (ms: number, signal: AbortSignal | undefined) =>
    new Promise<void>(resolve => {
      const resume = () => {
        cancelTimer();
        resumeCallbacks.delete(resume);
        signal?.removeEventListener('abort', resume);
        resolve();
      };
      const cancelTimer = clock.setTimer(resume, ms);
      resumeCallbacks.add(resume);
      signal?.addEventListener('abort', resume);
    });

  return {
    async run(operation, { signal, onWait } = {}) {
      for (let attempt = 0; ; attempt++) {
        signal?.throwIfAborted();
        try {
          return await operation(attempt);
        } catch (error) {
          signal?.throwIfAborted();
          const ms = getDelay(error, attempt);
          if (ms === null) throw error;
          onWait?.();
          await wait(ms, signal);
        }
      }
    },
    retryNow() {
      for (const resume of resumeCallbacks) resume();
    },
  };
}
