import type { Logger } from 'pino';
import { withTimeout } from '#server/platform/http/withTimeout.ts';

/** How long a result is reused, milliseconds: several Prometheus servers cause one query. */
const RESULT_LIFETIME_MS = 10_000;

/** Timeout of a read, milliseconds. Prometheus times out after ten seconds. */
const READ_TIMEOUT_MS = 2_000;

/**
 * Returns a function that reads at most every ten seconds. It resolves to null if the read fails or takes more than two
 * seconds: the metrics are then served without the value. The first of several failures is logged.
 */
export function cacheRead<Result>(
  read: () => Promise<Result>,
  log: Pick<Logger, 'warn'>,
): () => Promise<Result | null> {
  let startedAt = -Infinity;
  let result: Promise<Result | null> = Promise.resolve(null);
  let isFailing = false;
  const readOrFail = async () => {
    try {
      const found = await withTimeout(read(), READ_TIMEOUT_MS, 'the read timed out');
      isFailing = false;
      return found;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'a metric cannot be read');
      isFailing = true;
      return null;
    }
  };
  return () => {
    if (performance.now() - startedAt < RESULT_LIFETIME_MS) return result;
    startedAt = performance.now();
    result = readOrFail();
    return result;
  };
}
