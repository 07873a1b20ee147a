import type { Backoff, Clock } from './clock.ts';

/** Delay in milliseconds before an operation is repeated after attempt `attempt` (from 0) failed; null gives up. */
export type RetryDelay = (error: unknown, attempt: number) => number | null;

/**
 * Delay in milliseconds after failed attempt `attempt` (from 0): doubles from `firstMs` up to `maxMs`. A
 * longer Retry-After (seconds) takes precedence.
 */
export function retryDelay(
  { retryAfter }: { retryAfter: number | null },
  attempt: number,
  { firstMs, maxMs }: Backoff,
): number {
  return Math.max(Math.min(maxMs, firstMs * 2 ** attempt), (retryAfter ?? 0) * 1_000);
}

/** Settings of `retry`. */
export interface RetryOptions {
  clock: Clock;
  getDelay: RetryDelay;
  /** Aborting ends a wait at once. */
  signal?: AbortSignal | undefined;
  /** Runs at the start of each wait; `resume` ends the wait. */
  onWait?: ((resume: () => void) => void) | undefined;
}

/**
 * Calls `operation` with the attempt's number (from 0) until it resolves. Rejects with its first error that `getDelay`
 * gives up on, or with the signal's reason. The operation must be idempotent: a lost response may hide a success.
 */
export async function retry<T>(
  operation: (attempt: number) => Promise<T>,
  { clock, getDelay, signal, onWait }: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await operation(attempt);
    } catch (error) {
      signal?.throwIfAborted();
      const delayMs = getDelay(error, attempt);
      if (delayMs === null) throw error;
      await new Promise<void>(resolve => {
        const resume = () => {
          cancelTimer();
          signal?.removeEventListener('abort', resume);
          resolve();
        };
        const cancelTimer = clock.setTimer(resume, delayMs);
        signal?.addEventListener('abort', resume);
        onWait?.(resume);
      });
    }
  }
}
