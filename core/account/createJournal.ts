import { signal, type ReadonlySignal } from '@preact/signals-core';
import { toErrorCode } from '../api/apiError.ts';
import { isUnsupportedCall } from '../loadFailure.ts';
import { sendCall } from '../api/sendCall.ts';
import type { ApiClient } from '../api/client.ts';
import { listJournalCall, type AccountEvent } from '../contract/user.ts';

/**
 * Security events, the newest first. `more`: state of the next page; null if there is none. `unsupported`: the backend
 * has no journal.
 */
export type JournalState =
  | { phase: 'loading' }
  | { phase: 'failed'; code: string }
  | { phase: 'unsupported' }
  | {
      phase: 'ready';
      events: readonly AccountEvent[];
      /** Number of pages that are loaded. */
      pages: number;
      more: { phase: 'idle' } | { phase: 'loading' } | { phase: 'failed'; code: string } | null;
    };

/** The security journal of the account. */
export interface JournalModel {
  readonly state: ReadonlySignal<JournalState>;
  /** Loads the first page, again after a failure. The returned function discards a pending response. */
  load(): () => void;
  /** Appends the next page. Resolves with the number of its events; 0 if it fails. */
  loadMore(): Promise<number>;
}

/** State of the page after `lastPage`. An empty page is the last one, whatever its `count`. */
const toMore = (events: readonly AccountEvent[], lastPage: readonly AccountEvent[], count: number) =>
  lastPage.length === 0 || events.length >= count ? null : ({ phase: 'idle' } as const);

/** Creates the journal, not loaded yet. `api` sends the access token. */
export function createJournal(api: ApiClient): JournalModel {
  const state = signal<JournalState>({ phase: 'loading' });
  let lifetime = new AbortController();
  const fetchPage = (page: number, abortSignal: AbortSignal) =>
    sendCall(api, listJournalCall, { query: { page: String(page) }, signal: abortSignal });

  async function loadFirstPage({ signal: abortSignal }: AbortController): Promise<void> {
    state.value = { phase: 'loading' };
    try {
      const { count, results } = await fetchPage(1, abortSignal);
      if (!abortSignal.aborted)
        state.value = { phase: 'ready', events: results, pages: 1, more: toMore(results, results, count) };
    } catch (error) {
      if (abortSignal.aborted) return;
      state.value = isUnsupportedCall(error)
        ? { phase: 'unsupported' }
        : { phase: 'failed', code: toErrorCode(error) };
    }
  }

  async function loadMore(): Promise<number> {
    const before = state.peek();
    if (before.phase !== 'ready' || before.more === null || before.more.phase === 'loading') return 0;
    const { signal: abortSignal } = lifetime;
    state.value = { ...before, more: { phase: 'loading' } };
    try {
      const page = before.pages + 1;
      const { count, results } = await fetchPage(page, abortSignal);
      if (abortSignal.aborted) return 0;
      const events = [...before.events, ...results];
      state.value = { phase: 'ready', events, pages: page, more: toMore(events, results, count) };
      return results.length;
    } catch (error) {
      if (!abortSignal.aborted)
        state.value = { ...before, more: { phase: 'failed', code: toErrorCode(error) } };
      return 0;
    }
  }

  return {
    state,
    load() {
      lifetime = new AbortController();
      const controller = lifetime;
      void loadFirstPage(controller);
      return () => controller.abort();
    },
    loadMore,
  };
}
