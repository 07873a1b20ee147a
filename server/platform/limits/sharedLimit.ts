import type { PlatformContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { RateLimitRow } from '../database/serverRows.ts';
import { withTimeout } from '../http/withTimeout.ts';
import type { RateLimitBudget } from './budgets.ts';
import { createTokenBuckets, getBucketTimes, type TakeTokens } from './tokenBucket.ts';

/** Timeout of the database, milliseconds. After it the process counts in its own memory. */
const STORE_TIMEOUT_MS = 1_000;

/** Maximum difference between the clocks of two processes, milliseconds; more is a step of the database's clock. */
const MAX_CLOCK_DIFFERENCE_MS = 5_000;

/**
 * Takes tokens as `createTokenBuckets` does, in microseconds. $1: the key; $2: the present; $3: the cost; $4: when an
 * empty bucket would be full; $5: the latest possible time of a bucket. A later one is from before the database's clock
 * was set back: that bucket counts as full. `wait` is a column because `returning` can only return the row.
 */
const TAKE_TOKENS = `
  insert into rate_limits as bucket (key, wait, expire) values ($1, 0, $2::bigint + $3::bigint)
  on conflict (key) do update set (wait, expire) = (
    select greatest(wait, 0), case when wait > 0 then expire else expire + $3 end
    from (
      select expire, expire + $3 - $4 as wait
      from (select case when bucket.expire between $2 and $5 then bucket.expire else $2 end as expire) as current
    ) as waiting
  )
  returning wait, expire`;

/** Dependencies of a shared limit. */
export interface SharedLimitContext extends Pick<PlatformContext, 'elapsed' | 'keys' | 'log' | 'now'> {
  runShortWrite: NonNullable<Database['runShortWrite']>;
}

/**
 * Creates a limit that all processes on one PostgreSQL database share: a token bucket for each key. Its times are of the
 * exchange's clock, which all processes share and which does not follow a short step. If the database does not respond
 * in time, this process counts in its own memory. Never rejects. `name` is unique.
 */
export function createSharedLimit(
  name: string,
  budget: RateLimitBudget,
  { elapsed, keys, log, now, runShortWrite }: SharedLimitContext,
): TakeTokens {
  const { fill, getCost } = getBucketTimes(budget);
  // The last known state of the shared buckets, and what this process has taken since.
  const ownBuckets = createTokenBuckets(budget, elapsed);
  let isFailing = false;

  async function takeSharedTokens(key: string, tokens: number): Promise<number> {
    const at = BigInt(now()) * 1_000n;
    const ownAt = Math.floor(elapsed() * 1_000);
    const emptyFullAt = at + BigInt(fill);
    const [bucket] = await runShortWrite<Pick<RateLimitRow, 'wait' | 'expire'>>(TAKE_TOKENS, [
      `${name}:${keys.hash('rate-limit', key)}`,
      at,
      BigInt(getCost(tokens)),
      emptyFullAt,
      emptyFullAt + BigInt(MAX_CLOCK_DIFFERENCE_MS * 1_000),
    ]);
    if (!bucket) throw new Error('the database has returned no bucket');
    ownBuckets.setFullAt(key, ownAt + Number(bucket.expire - at));
    return Number(bucket.wait) / 1_000;
  }

  return async (key, tokens = 1) => {
    // While the database counts, a refused client causes no statement until its next token.
    const ownWaitMs = ownBuckets.takeTokens(key, tokens);
    if (ownWaitMs > 0 && !isFailing) return ownWaitMs;
    try {
      const waitMs = await withTimeout(
        takeSharedTokens(key, tokens),
        STORE_TIMEOUT_MS,
        'the database did not count in time',
      );
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
