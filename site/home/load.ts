import * as error from '#core/api/error.ts';

/** Data on its way, there, or not there for the reason that a code of messages.ts names. */
export type Load<T> = { phase: 'loading' } | { phase: 'ready'; data: T } | { phase: 'failed'; code: string };

/**
 * What `before` becomes once a call has answered. A call that fails leaves data that is there: it says itself how old
 * it is.
 */
export async function load<T>(before: () => Load<T>, call: () => Promise<T>): Promise<Load<T>> {
  try {
    return { phase: 'ready', data: await call() };
  } catch (cause) {
    const kept = before();
    return kept.phase === 'ready' ? kept : { phase: 'failed', code: error.code(cause) };
  }
}
