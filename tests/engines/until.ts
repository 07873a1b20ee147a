import { isDeepStrictEqual, inspect } from 'node:util';

/** How long a page may take, milliseconds. */
const PATIENCE = 30_000;

/** How long between two looks, milliseconds. */
const STEP = 40;

/**
 * Looks until what `read` answers is `right`, and answers it; a look may fail, as in a document that is being left. Rejects
 * with what was seen last, and `what` it was.
 */
export async function until<T>(
  what: string,
  read: () => Promise<T>,
  right: (found: T) => boolean,
): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    let seen: unknown;
    try {
      const found = await read();
      if (right(found)) return found;
      seen = found;
    } catch (error) {
      seen = error;
    }
    if (performance.now() > end) throw new Error(`${what}: still ${inspect(seen)} after ${PATIENCE} ms`);
    await new Promise(resolve => setTimeout(resolve, STEP));
  }
}

/** Looks until what `read` answers is exactly this. */
export async function becomes<T>(what: string, read: () => Promise<T>, wanted: T): Promise<void> {
  await until(`${what} (${inspect(wanted)} is wanted)`, read, found => isDeepStrictEqual(found, wanted));
}
