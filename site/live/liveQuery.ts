import { signal, type ReadonlySignal } from '@preact/signals-core';
import { ApiError, isMissingData, toErrorCode } from '#core/api/apiError.ts';
import type { CallOptions } from '#core/api/client.ts';
import type { Clock } from '#core/clock.ts';
import { createPoller, type Poller, type PollResult } from '#core/poller.ts';

const REFRESH_INTERVAL_MS = 60_000;

/** Data older than this is loaded again when the page becomes visible. */
const MAX_HIDDEN_AGE_MS = 15_000;

/** State of a query. `code` and `refreshError` are error codes of messages.ts. `isMissing`: the backend lacks the data. */
export type QueryState<T> =
  | { phase: 'loading' }
  /** `loadedAt`: this device's time in ms. `refreshError`: why the latest request failed; null if it succeeded. */
  | { phase: 'ready'; data: T; loadedAt: number; refreshError: string | null }
  | { phase: 'failed'; code: string; isMissing: boolean };

/** Server data that a page keeps up to date. */
export interface LiveQuery<T> {
  readonly state: ReadonlySignal<QueryState<T>>;
  /** Whether a request is running. */
  readonly isLoading: ReadonlySignal<boolean>;
  /** Loads on the visitor's request and bypasses the HTTP cache. */
  refresh(): void;
  /** Loads now and every 60 s while the page is visible. The returned function stops it. */
  startPolling(page: Document): () => void;
}

/** Creates a query, which loads once one of its methods is called. `fetchData` rejects with ApiError. */
export function createLiveQuery<T>(
  clock: Clock,
  fetchData: (options: CallOptions & { revalidate: boolean }) => Promise<T>,
): LiveQuery<T> {
  const state = signal<QueryState<T>>({ phase: 'loading' });
  const isLoading = signal(false);
  let shouldRevalidate = false;

  async function poll(abortSignal: AbortSignal): Promise<PollResult> {
    const revalidate = shouldRevalidate;
    shouldRevalidate = false;
    isLoading.value = true;
    let data: T;
    try {
      data = await fetchData({ revalidate, signal: abortSignal });
    } catch (error) {
      if (abortSignal.aborted) return null;
      isLoading.value = false;
      const code = toErrorCode(error);
      const previous = state.peek();
      state.value =
        previous.phase === 'ready'
          ? { ...previous, refreshError: code }
          : { phase: 'failed', code, isMissing: isMissingData(error) };
      return { ok: false, retryAfter: error instanceof ApiError ? error.retryAfter : null };
    }
    if (abortSignal.aborted) return null;
    isLoading.value = false;
    state.value = { phase: 'ready', data, loadedAt: clock.now(), refreshError: null };
    return { ok: true };
  }

  const poller = createPoller({
    clock,
    isVisible: false,
    interval: { firstMs: REFRESH_INTERVAL_MS, growth: 1, maxMs: REFRESH_INTERVAL_MS },
    retryDelay: { firstMs: REFRESH_INTERVAL_MS, maxMs: REFRESH_INTERVAL_MS },
    maxHiddenAgeMs: MAX_HIDDEN_AGE_MS,
    poll,
  });

  return {
    state,
    isLoading,
    refresh() {
      shouldRevalidate = true;
      if (state.peek().phase === 'failed') state.value = { phase: 'loading' };
      void poller.refetch();
    },
    startPolling: page => pollWhileVisible(poller, page, () => state.peek().phase === 'loading'),
  };
}

function pollWhileVisible(poller: Poller, page: Document, isUnloaded: () => boolean): () => void {
  const onVisibilityChange = () => {
    poller.setVisible(!page.hidden);
    // The page was opened in a background tab.
    if (!page.hidden && isUnloaded()) void poller.refresh();
  };
  const onOnline = () => void poller.restart();
  poller.setVisible(!page.hidden);
  if (!page.hidden) void poller.refresh();
  page.addEventListener('visibilitychange', onVisibilityChange);
  page.defaultView?.addEventListener('online', onOnline);
  return () => {
    poller.setVisible(false);
    page.removeEventListener('visibilitychange', onVisibilityChange);
    page.defaultView?.removeEventListener('online', onOnline);
  };
}
