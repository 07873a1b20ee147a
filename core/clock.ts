/** Time as a model needs it; a test passes its own. */
export interface Clock {
  /** Milliseconds since 1970 UTC by this device. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds; the returned function calls it off. */
  setTimer(callback: () => void, ms: number): () => void;
}

/** The device's own clock and timers. */
export const deviceClock: Clock = {
  now: () => Date.now(),
  setTimer(callback, ms) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Delay before attempt `n` (from 0) in milliseconds: doubling from `first`, never over `most`. */
export function backoffDelay(attempt: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 20));
}
