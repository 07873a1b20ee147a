import { isDeepStrictEqual, inspect } from 'node:util';

/** Timeout of a poll in milliseconds. */
const POLL_TIMEOUT_MS = 30_000;

/** Interval between two attempts in milliseconds. */
const POLL_INTERVAL_MS = 40;

/**
 * Calls `read` until `isDone` accepts its result, and returns that result. Retries after errors, for example during
 * navigation. Rejects after the timeout with the description and last result.
 */
export async function pollUntil<T>(
  description: string,
  read: () => Promise<T>,
  isDone: (found: T) => boolean,
): Promise<T> {
  const end = performance.now() + POLL_TIMEOUT_MS;
  for (;;) {
    let lastSeen: unknown;
    try {
      const found = await read();
      if (isDone(found)) return found;
      lastSeen = found;
    } catch (error) {
      lastSeen = error;
    }
    if (performance.now() > end)
      throw new Error(`${description}: still ${inspect(lastSeen)} after ${POLL_TIMEOUT_MS} ms`);
    await new Promise(resolve => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

/** Polls until the result of `read` deeply equals `wanted`. */
export async function pollUntilEqual<T>(
  description: string,
  read: () => Promise<T>,
  wanted: T,
): Promise<void> {
  await pollUntil(`${description} (${inspect(wanted)} is wanted)`, read, found =>
    isDeepStrictEqual(found, wanted),
  );
}
