import { setNewest } from '../setNewest.ts';
import type { RateLimitBudget } from './budgets.ts';

/**
 * Takes tokens of a key, by default one. Returns 0, or the milliseconds to wait if too few are left. A negative number
 * gives tokens back.
 */
export type TakeTokens = (key: string, tokens?: number) => number | Promise<number>;

/** Maximum number of keys in memory; the oldest is dropped first. */
const MAX_TRACKED_CLIENTS = 100_000;

/** A budget as times in whole microseconds, so that sums are exact. */
interface BucketTimes {
  /** Until an empty bucket is full. */
  fill: number;
  /** Until `tokens` have come back. A bucket that is smaller allows one such request when it is full. */
  getCost: (tokens: number) => number;
}

/** Converts a budget to times. */
export function getBucketTimes({ capacity, rate, period }: RateLimitBudget): BucketTimes {
  const interval = Math.floor((period * 1_000) / rate);
  return { fill: capacity * interval, getCost: tokens => Math.min(tokens, capacity) * interval };
}

/** The buckets of a budget in this process's memory. */
interface TokenBuckets {
  takeTokens: (key: string, tokens?: number) => number;
  /** Sets when the bucket of a key is full again, in microseconds of `now`. */
  setFullAt: (key: string, time: number) => void;
}

/** Creates a full bucket for each key. `now` is in milliseconds and never set back. */
export function createTokenBuckets(budget: RateLimitBudget, now: () => number): TokenBuckets {
  const { fill, getCost } = getBucketTimes(budget);
  // The state of a bucket is one number: the time at which it is full again.
  const fullAt = new Map<string, number>();
  const readClock = () => Math.floor(now() * 1_000);
  let lastCleanupAt = readClock();

  const setFullAt = (key: string, time: number) => setNewest(fullAt, key, time, MAX_TRACKED_CLIENTS);

  return {
    setFullAt,
    takeTokens(key, tokens = 1) {
      const at = readClock();
      if (at - lastCleanupAt > fill) {
        for (const [key, full] of fullAt) if (full <= at) fullAt.delete(key);
        lastCleanupAt = at;
      }
      const full = Math.max(fullAt.get(key) ?? at, at) + getCost(tokens);
      const wait = full - (at + fill);
      if (wait > 0) return wait / 1_000;
      setFullAt(key, full);
      return 0;
    },
  };
}

/** Creates the limit of a budget that this process counts alone. */
export function createTokenBucket(budget: RateLimitBudget, now: () => number): TokenBuckets['takeTokens'] {
  return createTokenBuckets(budget, now).takeTokens;
}
