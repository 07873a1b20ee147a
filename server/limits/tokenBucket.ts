import type { RateLimitBudget } from './budgets.ts';

/**
 * Takes tokens of a key, by default one. Returns 0, or the milliseconds to wait if too few are left. A negative number
 * gives tokens back.
 */
export type TakeTokens = (key: string, tokens?: number) => number | Promise<number>;

/** Maximum number of keys in memory; the oldest is dropped first. */
const MAX_TRACKED_CLIENTS = 100_000;

/** Creates a full bucket for each key. The state is in this process's memory. `now` is in milliseconds. */
export function createTokenBucket(
  { capacity, rate, period }: RateLimitBudget,
  now: () => number,
): (key: string, tokens?: number) => number {
  const interval = period / rate;
  // The state of a bucket is one number: the time at which it is full again.
  const fullAt = new Map<string, number>();
  let lastCleanupAt = now();
  return (key, tokens = 1) => {
    const at = now();
    // A bucket that is smaller than a request's cost allows one request when it is full.
    const cost = Math.min(tokens, capacity) * interval;
    if (at - lastCleanupAt > period) {
      for (const [key, full] of fullAt) if (full <= at) fullAt.delete(key);
      lastCleanupAt = at;
    }
    const full = Math.max(fullAt.get(key) ?? at, at);
    const waitMs = full + cost - at - capacity * interval;
    if (waitMs > 0) return waitMs;
    fullAt.delete(key);
    fullAt.set(key, full + cost);
    const oldestKey = fullAt.size > MAX_TRACKED_CLIENTS ? fullAt.keys().next().value : undefined;
    if (oldestKey !== undefined) fullAt.delete(oldestKey);
    return 0;
  };
}
