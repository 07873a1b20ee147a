import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { CallOptions } from './api/client.ts';
import { isMissingData, isUnsupportedCall, toLoadFailure, type LoadFailure } from './loadFailure.ts';
import type { Backoff, Clock } from './clock.ts';
import { createPoller, type PollInterval, type PollResult } from './poller.ts';

/**
 * Data of a view. `ready`: the latest data; it belongs to the previous view while another one loads.
 * `refreshFailure`: why the last refresh failed. `failed`: the requested view could not be loaded.
 * `unsupported`: the backend has no such data.
 */
export type ServerQueryState<Data, View = null> =
  | { phase: 'loading' }
  | { phase: 'failed'; failure: LoadFailure }
  | { phase: 'unsupported' }
  | {
      phase: 'ready';
      view: View;
      data: Data;
      /** When it arrived, milliseconds by this device's clock. */
      loadedAt: number;
      refreshFailure: LoadFailure | null;
    };

/** Data of the server that a page shows. `View`: what is requested, such as filters; null if there is one view. */
export interface ServerQuery<Data, View = null> {
  readonly state: ReadonlySignal<ServerQueryState<Data, View>>;
  /** Whether the visitor waits for a response: of another view, or of `reload`. */
  readonly isLoading: ReadonlySignal<boolean>;
  /** Loads a view and polls it while visible. The data on screen stays until it arrives; an older request is aborted. */
  show(view: View): void;
  /** Loads the data again without a change on screen until it arrives: something has changed, or the browser is online. */
  refresh(): void;
  /** As `refresh`, after a running request: for frequent changes, none of which is more urgent than a response. */
  refetch(): void;
  /** Loads the data again on the visitor's request («Повторить», «Обновить»). */
  reload(): void;
  /** Changes the loaded data as the server has changed it. A running request is older: it is
   * discarded, or sent again if the visitor waits for it.
   */
  change(update: (data: Data) => Data): void;
  setVisible(isVisible: boolean): void;
  /** Aborts a running request and stops polling until the next `show`. The data stays. */
  stop(): void;
}

/** When data is loaded again by itself. All times are milliseconds. */
export interface Polling {
  interval: PollInterval;
  retryDelay: Backoff;
  /** Loads data of this age again when the page is shown again. */
  maxHiddenAgeMs: number;
}

/** Polling at a constant interval. After failures the delay doubles from `retryMs`. */
export const createPolling = (
  intervalMs: number,
  retryMs = intervalMs,
  maxHiddenAgeMs = intervalMs,
): Polling => ({
  interval: { firstMs: intervalMs, growth: 1, maxMs: intervalMs },
  retryDelay: { firstMs: retryMs, maxMs: Math.max(intervalMs, 60_000) },
  maxHiddenAgeMs,
});

/** Figures that a page shows beside its text. */
const FIGURE_POLLING = createPolling(60_000, 60_000, 15_000);

/** Lists whose lines change while they are read. */
export const LIST_POLLING = createPolling(30_000, 5_000);

/** Data that rarely changes, or that only this visitor changes. */
export const NO_POLLING = createPolling(Infinity);

/** Options of a query. */
export interface ServerQueryOptions<Data, View = null> {
  /** Text that is equal for equal views. */
  formatView?: (view: View) => string;
  /** Default: every 60 s. */
  polling?: Polling;
  /**
   * Whether views share data. If so, the data on screen stays when another view cannot be loaded, and the page shows
   * `refreshFailure` in place of the part that differs. Default: false.
   */
  sharesData?: boolean;
  /** Whether data differs from the previous data. A change resets a grown interval. Default: never. */
  isChanged?: (data: Data, previous: Data) => boolean;
  /** Whether an error means that the backend has no such data. Default: no such call, or other fields at first. */
  isUnsupported?: (error: unknown) => boolean;
}

/** Creates the query; nothing is loaded before `show`. `load` rejects with ApiError. */
export function createServerQuery<Data, View = null>(
  clock: Clock,
  load: (options: CallOptions, view: View) => Promise<Data>,
  {
    formatView = String,
    polling = FIGURE_POLLING,
    sharesData = false,
    isChanged = () => false,
    isUnsupported = isMissingData,
  }: ServerQueryOptions<Data, View> = {},
): ServerQuery<Data, View> {
  const state = signal<ServerQueryState<Data, View>>({ phase: 'loading' });
  const isLoading = signal(false);
  let wanted: { view: View } | null = null;
  /** Whether the next request bypasses the HTTP cache. */
  let revalidate = false;

  const isSameView = (a: View, b: View) => formatView(a) === formatView(b);

  /** Keeps data after a failed refresh. Data of another view is dropped unless the views share data. */
  function fail(view: View, error: unknown): PollResult {
    const now = state.peek();
    const failure = toLoadFailure(error);
    if (now.phase === 'ready' && (sharesData || isSameView(now.view, view)))
      state.value = { ...now, refreshFailure: failure };
    // What the page hides does not become an error.
    else if (
      now.phase === 'unsupported' ||
      (isUnsupported(error) && (now.phase !== 'ready' || isUnsupportedCall(error)))
    )
      state.value = { phase: 'unsupported' };
    else state.value = { phase: 'failed', failure };
    return { ok: false, retryAfter: failure.after ?? null };
  }

  async function poll(abortSignal: AbortSignal): Promise<PollResult> {
    if (!wanted) return null;
    const { view } = wanted;
    const options = { signal: abortSignal, revalidate };
    revalidate = false;
    try {
      const data = await load(options, view);
      if (abortSignal.aborted) return null;
      const previous = state.peek();
      state.value = { phase: 'ready', view, data, loadedAt: clock.now(), refreshFailure: null };
      return { ok: true, isChanged: previous.phase === 'ready' && isChanged(data, previous.data) };
    } catch (error) {
      return abortSignal.aborted ? null : fail(view, error);
    } finally {
      if (!abortSignal.aborted) isLoading.value = false;
    }
  }

  const poller = createPoller({
    ...polling,
    clock,
    isVisible: true,
    isFinished: () => state.peek().phase === 'unsupported',
    poll,
  });

  const createReload = (method: 'restart' | 'refetch') => () => {
    if (!wanted) return;
    revalidate = true;
    void poller[method]();
  };
  const refresh = createReload('restart');

  /** Clears a failure that does not belong to the running request. */
  function forgetFailure(): void {
    const now = state.peek();
    if (now.phase === 'failed') state.value = { phase: 'loading' };
    else if (now.phase === 'ready' && now.refreshFailure) state.value = { ...now, refreshFailure: null };
  }

  return {
    state,
    isLoading,
    refresh,
    refetch: createReload('refetch'),
    show(view) {
      if (wanted && isSameView(wanted.view, view)) return;
      wanted = { view };
      isLoading.value = true;
      forgetFailure();
      void poller.restart();
    },
    reload() {
      if (!wanted) return;
      const now = state.peek();
      isLoading.value = true;
      if (now.phase !== 'ready' || !isSameView(now.view, wanted.view)) forgetFailure();
      refresh();
    },
    change(update) {
      const now = state.peek();
      if (now.phase === 'ready') state.value = { ...now, data: update(now.data) };
      // The visitor waits for a response, which must be newer than the change.
      if (now.phase !== 'ready' || isLoading.peek()) return refresh();
      poller.discard();
    },
    setVisible: poller.setVisible,
    stop() {
      wanted = null;
      poller.setVisible(false);
      poller.discard();
    },
  };
}
