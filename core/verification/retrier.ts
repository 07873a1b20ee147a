import { ApiError } from '../api/apiError.ts';
import { backoffDelay } from '../clock.ts';
import type { Clock } from '../clock.ts';

const VERIFICATION_RETRY_DELAY = { firstMs: 2_000, maxMs: 10_000 } as const;

/** Whether trying again may help: nobody knows what became of it, or it was not done for now. */
function isTransientError(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.kind !== 'shape' && (error.isOutcomeUnknown || error.status === 503)
  );
}

/** Does things until the server has told what became of them. */
export interface Retrier {
  /**
   * Calls `act`, and again after a lost connection; `waits` is called when that begins. Rejects with the server's refusal,
   * or the signal's reason. What is done twice must be the same as once.
   */
  run<T>(signal: AbortSignal, onWait: () => void, operation: () => Promise<T>): Promise<T>;
  /** Tries again now instead of waiting. */
  retryNow(): void;
}

/** Patience by a clock. */
export function createRetrier(clock: Clock): Retrier {
  const pendingRetries = new Set<() => void>();

  const waitForRetry = (ms: number, signal: AbortSignal) =>
    new Promise<void>(resolve => {
      const resume = () => {
        cancelTimer();
        pendingRetries.delete(resume);
        signal.removeEventListener('abort', resume);
        resolve();
      };
      const cancelTimer = clock.setTimer(resume, ms);
      pendingRetries.add(resume);
      signal.addEventListener('abort', resume);
    });

  return {
    async run(signal, onWait, operation) {
      for (let n = 0; ; n++) {
        try {
          return await operation();
        } catch (error) {
          signal.throwIfAborted();
          if (!isTransientError(error)) throw error;
          onWait();
          const ms = Math.max(
            backoffDelay(n, VERIFICATION_RETRY_DELAY.firstMs, VERIFICATION_RETRY_DELAY.maxMs),
            (error.retryAfter ?? 0) * 1000,
          );
          await waitForRetry(ms, signal);
          signal.throwIfAborted();
        }
      }
    },
    retryNow() {
      for (const resume of pendingRetries) resume();
    },
  };
}
