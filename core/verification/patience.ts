import { ApiError } from '../api/error.ts';
import { backoff } from '../clock.ts';
import type { Clock } from '../clock.ts';

const RETRY = { first: 2_000, most: 10_000 } as const;

/** Whether trying again may help: nobody knows what became of it, or it was not done for now. */
function passing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind !== 'shape' && (error.unknown || error.status === 503);
}

/** Does things until the server has told what became of them. */
export interface Patience {
  /**
   * Calls `act`, and again after a lost connection; `waits` is called when that begins. Rejects with the server's refusal,
   * or the signal's reason. What is done twice must be the same as once.
   */
  insist<T>(signal: AbortSignal, waits: () => void, act: () => Promise<T>): Promise<T>;
  /** Tries again now instead of waiting. */
  wake(): void;
}

/** Patience by a clock. */
export function create(clock: Clock): Patience {
  const waiting = new Set<() => void>();

  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>(resolve => {
      const go = () => {
        cancel();
        waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      const cancel = clock.later(go, ms);
      waiting.add(go);
      signal.addEventListener('abort', go);
    });

  return {
    async insist(signal, waits, act) {
      for (let n = 0; ; n++) {
        try {
          return await act();
        } catch (error) {
          signal.throwIfAborted();
          if (!passing(error)) throw error;
          waits();
          const ms = Math.max(backoff(n, RETRY.first, RETRY.most), (error.retryAfter ?? 0) * 1000);
          await pause(ms, signal);
          signal.throwIfAborted();
        }
      }
    },
    wake() {
      for (const go of waiting) go();
    },
  };
}
