/** Time source and timers of the models; tests pass their own. */
export interface Clock {
  /** This device's time, milliseconds since 1970 UTC. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds. The returned function cancels the timer. */
  setTimer(callback: () => void, ms: number): () => void;
}

/** The device's clock and timers. */
export const deviceClock: Clock = {
  now: () => Date.now(),
  setTimer(callback, ms) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Exponential backoff in milliseconds: the first delay and the longest. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
}
