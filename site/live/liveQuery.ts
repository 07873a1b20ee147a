import { signal, type ReadonlySignal } from '@preact/signals-core';
import { toErrorCode } from '#core/api/apiError.ts';
import type { Clock } from '#core/clock.ts';

/** Milliseconds between two looks while the page is visible. */
export const LIVE_QUERY_REFRESH_INTERVAL_MS = 60_000;

/** Data on its way, there, or not there for the reason that a code of messages.ts names. */
export type QueryState<T> =
  | { phase: 'loading' }
  /** `loadedAt` by this device's clock; `refreshError` is why a later request has failed, null when the data is fresh. */
  | { phase: 'ready'; data: T; loadedAt: number; refreshError: string | null }
  | { phase: 'failed'; code: string };

/** Data of the server that a page shows as it is now. */
export interface LiveQuery<T> {
  state: ReadonlySignal<QueryState<T>>;
  /** Whether a look is under way. */
  isLoading: ReadonlySignal<boolean>;
  /** A person asks for it now. */
  refresh(): void;
  /** Keeps it fresh while the page is visible, until the returned function is called. */
  startPolling(page: Document): () => void;
}

/** Data that `fetchData` loads; with `revalidate` it bypasses caches. Nothing is loaded before `startPolling`. */
export function createLiveQuery<T>(
  clock: Clock,
  fetchData: (options: { revalidate: boolean }) => Promise<T>,
): LiveQuery<T> {
  const state = signal<QueryState<T>>({ phase: 'loading' });
  const isLoading = signal(false);
  // A later question has the fresher answer: an earlier one that comes after it is dropped.
  let lastRequest = 0;

  async function loadData(revalidate: boolean) {
    const requestNumber = ++lastRequest;
    isLoading.value = true;
    let nextState: QueryState<T>;
    try {
      nextState = {
        phase: 'ready',
        data: await fetchData({ revalidate }),
        loadedAt: clock.now(),
        refreshError: null,
      };
    } catch (cause) {
      const code = toErrorCode(cause);
      const previous = state.peek();
      nextState =
        previous.phase === 'ready' ? { ...previous, refreshError: code } : { phase: 'failed', code };
    }
    if (requestNumber !== lastRequest) return;
    state.value = nextState;
    isLoading.value = false;
  }

  return {
    state,
    isLoading,
    refresh() {
      if (state.peek().phase === 'failed') state.value = { phase: 'loading' };
      void loadData(true);
    },
    startPolling(page) {
      let cancelTimer = () => {};
      let lastLoadAt = 0;
      const loadNow = () => {
        lastLoadAt = clock.now();
        void loadData(false);
      };
      const onVisibilityChange = () => {
        if (!page.hidden && clock.now() - lastLoadAt >= LIVE_QUERY_REFRESH_INTERVAL_MS / 4) loadNow();
      };
      const tick = () => {
        if (!page.hidden) loadNow();
        cancelTimer = clock.setTimer(tick, LIVE_QUERY_REFRESH_INTERVAL_MS);
      };
      const pageWindow = page.defaultView;
      tick();
      page.addEventListener('visibilitychange', onVisibilityChange);
      pageWindow?.addEventListener('online', loadNow);
      return () => {
        cancelTimer();
        page.removeEventListener('visibilitychange', onVisibilityChange);
        pageWindow?.removeEventListener('online', loadNow);
      };
    },
  };
}
