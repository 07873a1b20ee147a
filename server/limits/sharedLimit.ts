import { RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { ServerContext } from '../context.ts';
import type { RateLimitBudget } from './budgets.ts';
import { createLimitStoreClient, type RunShortWrite } from './limitStoreClient.ts';
import { createTokenBucket, type TakeTokens } from './tokenBucket.ts';

/** Timeout of the database, milliseconds. After it the process counts in its own memory. */
const STORE_TIMEOUT_MS = 1_000;

/** Maximum difference between the clocks of two processes, milliseconds; more is a step of the database's clock. */
const MAX_CLOCK_DIFFERENCE_MS = 5_000;

/** The library keeps each refused client in memory until its window ends; beyond this number they are dropped. */
const MAX_BLOCKED_CLIENTS = 100_000;

/** Minimum step of this process's clock that is detected, milliseconds. */
const MIN_STEP_MS = 1_000;

/** Dependencies of a shared limit. */
export interface SharedLimitContext extends Pick<ServerContext, 'elapsed' | 'keys' | 'log' | 'now'> {
  runShortWrite: RunShortWrite;
}

/**
 * Creates a limit that all processes on one PostgreSQL database share: a fixed window for each client network, which
 * begins with its first request and lasts until an empty bucket would be full again. If the database does not respond
 * in time, this process counts in its own memory. Never rejects. `name` is unique.
 */
export function createSharedLimit(
  name: string,
  budget: RateLimitBudget,
  { elapsed, keys, log, now, runShortWrite }: SharedLimitContext,
): TakeTokens {
  const { capacity } = budget;
  const windowMs = (capacity * budget.period) / budget.rate;
  const store = new RateLimiterPostgres({
    storeClient: createLimitStoreClient(runShortWrite, now),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: capacity,
    duration: windowMs / 1_000,
    // A refused client causes no statement until its window ends.
    inMemoryBlockOnConsumed: capacity + 1,
  });
  const limiter = new RLWrapperTimeouts({ limiter: store, timeoutMs: STORE_TIMEOUT_MS });
  const takeOwnTokens = createTokenBucket(budget, elapsed);
  const hasClockStepped = createStepDetector(elapsed);
  let isFailing = false;
  let blockCount = 0;

  async function takeSharedTokens(key: string, tokens: number): Promise<number> {
    if (hasClockStepped()) store.deleteInMemoryBlockedAll();
    if (tokens < 0) {
      await returnTokens(runShortWrite, { key: store.getKey(key), tokens: -tokens, at: now() });
      // The library cannot remove the block of a single client.
      store.deleteInMemoryBlockedAll();
      return 0;
    }
    const { isRefused, msBeforeNext } = await consume(limiter, key, Math.min(tokens, capacity));
    if (msBeforeNext > windowMs + MAX_CLOCK_DIFFERENCE_MS) {
      // The window began before the database's clock was set back.
      store.deleteInMemoryBlockedAll();
      await limiter.set(key, tokens, windowMs / 1_000);
      return 0;
    }
    if (isRefused && ++blockCount > MAX_BLOCKED_CLIENTS) {
      store.deleteInMemoryBlockedAll();
      blockCount = 0;
    }
    return isRefused ? Math.max(msBeforeNext, 1) : 0;
  }

  return async (network, tokens = 1) => {
    // Also counted while the database counts, so that the fallback does not start with a full bucket.
    const ownWaitMs = takeOwnTokens(network, tokens);
    try {
      const waitMs = await takeSharedTokens(keys.hash('rate-limit', network), tokens);
      isFailing = false;
      return waitMs;
    } catch (error) {
      if (!isFailing)
        log.warn({ err: error, budget: name }, 'a shared limit is counted by this process alone');
      isFailing = true;
      return ownWaitMs;
    }
  };
}

/** Gives tokens back to a window that has not ended. The library would start a new window above its capacity. */
async function returnTokens(
  runShortWrite: RunShortWrite,
  { key, tokens, at }: { key: string; tokens: number; at: number },
): Promise<void> {
  await runShortWrite(
    `update rate_limits set points = greatest(points - $1, 0) where key = $2 and expire > $3`,
    [tokens, key, at],
  );
}

/** The library rejects with its result if it refuses a request, and with an error if it cannot count it. */
async function consume(limiter: RLWrapperTimeouts, key: string, tokens: number) {
  try {
    const { msBeforeNext } = await limiter.consume(key, tokens);
    return { isRefused: false, msBeforeNext };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { isRefused: true, msBeforeNext: error.msBeforeNext };
  }
}

/**
 * Returns whether this process's clock was set back since the last call. The library stores the ends of blocks by that
 * clock: they would last too long.
 */
function createStepDetector(elapsed: () => number): () => boolean {
  const readOffset = () => Date.now() - elapsed();
  let lastOffset = readOffset();
  return () => {
    const offset = readOffset();
    const hasStepped = offset < lastOffset - MIN_STEP_MS;
    lastOffset = offset;
    return hasStepped;
  };
}
