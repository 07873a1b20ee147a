import { isDeepStrictEqual, inspect } from 'node:util';

/** How long a page may take, milliseconds. */
const POLL_TIMEOUT_MS = 30_000;

/** How long between two looks, milliseconds. */
const POLL_INTERVAL_MS = 40;

/**
 * Looks until what `read` answers is `right`, and answers it; a look may fail, as in a document that is being left. Rejects
 * with what was seen last, and `what` it was.
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

/** Looks until what `read` answers is exactly this. */
export async function pollUntilEqual<T>(
  description: string,
  read: () => Promise<T>,
  wanted: T,
): Promise<void> {
  await pollUntil(`${description} (${inspect(wanted)} is wanted)`, read, found =>
    isDeepStrictEqual(found, wanted),
  );
}
