import { toErrorCode } from '#core/api/apiError.ts';

/** Data on its way, there, or not there for the reason that a code of messages.ts names. */
export type AsyncState<T> =
  { phase: 'loading' } | { phase: 'ready'; data: T } | { phase: 'failed'; code: string };

/**
 * What `before` becomes once a call has answered. A call that fails leaves data that is there: it says itself how old
 * it is.
 */
export async function loadAsyncState<T>(
  getPrevious: () => AsyncState<T>,
  fetchData: () => Promise<T>,
): Promise<AsyncState<T>> {
  try {
    return { phase: 'ready', data: await fetchData() };
  } catch (cause) {
    const previous = getPrevious();
    return previous.phase === 'ready' ? previous : { phase: 'failed', code: toErrorCode(cause) };
  }
}
