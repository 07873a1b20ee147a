/** Time as a model needs it; a test passes its own. */
export interface Clock {
  /** Milliseconds since 1970 UTC by this device. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds; the returned function calls it off. */
  later(run: () => void, ms: number): () => void;
}

/** The device's own clock and timers. */
export const clock: Clock = {
  now: () => Date.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Delay before attempt `n` (from 0) in milliseconds: doubling from `first`, never over `most`. */
export function backoff(n: number, first: number, most: number): number {
  return Math.min(most, first * 2 ** Math.min(n, 20));
}
