import { signal, type ReadonlySignal } from '@preact/signals-core';
import { ApiError, isMissingData, isUnsupportedCall } from '../api/apiError.ts';
import type { CallOptions } from '../api/client.ts';
import type { Clock } from '../clock.ts';
import { createPoller, type PollInterval, type PollResult } from '../poller.ts';
import { toLoadFailure, type LoadFailure } from './loadFailure.ts';

/** How often what is shown is loaded, unless a view says otherwise. */
const REFRESH_INTERVAL: PollInterval = { firstMs: 30_000, growth: 1, maxMs: 30_000 };
const RETRY_DELAY = { firstMs: 5_000, maxMs: 60_000 } as const;

/**
 * Data of a view. `ready` has the last data that arrived, which is of another view than the wanted one while that is
 * loading; `refreshFailure` says why it could not be loaded again. `failed`: what is wanted has not arrived.
 * `unsupported`: the backend has no such call.
 */
export type PolledViewState<View, Data> =
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

/** What a page shows of the account by the filters of its address, kept up to date while visible. */
export interface PolledViewModel<View, Data> {
  readonly state: ReadonlySignal<PolledViewState<View, Data>>;
  /** Whether data that is not on screen yet is loading. */
  readonly isLoading: ReadonlySignal<boolean>;
  /** Loads a view. The data on screen stays until it arrives; an older request is aborted. */
  show(view: View): void;
  /** Loads the data again («Повторить», the browser is online again). */
  reload(): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

interface PolledViewOptions<View, Data> {
  clock: Clock;
  visible?: boolean;
  /** Text that is equal for equal views. */
  formatView: (view: View) => string;
  /** Rejects with ApiError. */
  fetchView: (view: View, options: CallOptions) => Promise<Data>;
  interval?: PollInterval;
  /**
   * Whether views share data, so that what is on screen stays when another view cannot be loaded; the page then shows
   * `refreshFailure` in place of what differs. Default: false.
   */
  sharesData?: boolean;
  /** Whether data differs from that before, which makes a grown interval short again. Default: never. */
  isChanged?: (data: Data, previous: Data) => boolean;
}

/** Creates the model; nothing is loaded before `show`. */
export function createPolledView<View, Data>({
  clock,
  visible = true,
  formatView,
  fetchView,
  interval = REFRESH_INTERVAL,
  sharesData = false,
  isChanged = () => false,
}: PolledViewOptions<View, Data>): PolledViewModel<View, Data> {
  const state = signal<PolledViewState<View, Data>>({ phase: 'loading' });
  const isLoading = signal(false);
  let wanted: { view: View } | null = null;

  /** Keeps data that could only not be refreshed; that of another view would be misleading unless they share it. */
  function toFailedState(view: View, error: unknown): PolledViewState<View, Data> {
    const now = state.peek();
    if (isUnsupportedCall(error) || (now.phase !== 'ready' && isMissingData(error)))
      return { phase: 'unsupported' };
    const failure = toLoadFailure(error);
    return now.phase === 'ready' && (sharesData || formatView(now.view) === formatView(view))
      ? { ...now, refreshFailure: failure }
      : { phase: 'failed', failure };
  }

  /** A failure of another view, or one that is tried again in place of a view, is not that of what loads now. */
  function forgetFailure(): void {
    const now = state.peek();
    if (now.phase === 'ready' && now.refreshFailure) state.value = { ...now, refreshFailure: null };
  }

  async function poll(abortSignal: AbortSignal): Promise<PollResult> {
    if (wanted === null) return null;
    const { view } = wanted;
    try {
      const data = await fetchView(view, { signal: abortSignal });
      if (abortSignal.aborted) return null;
      const previous = state.peek();
      state.value = { phase: 'ready', view, data, loadedAt: clock.now(), refreshFailure: null };
      return { ok: true, isChanged: previous.phase === 'ready' && isChanged(data, previous.data) };
    } catch (error) {
      if (abortSignal.aborted) return null;
      state.value = toFailedState(view, error);
      return { ok: false, retryAfter: error instanceof ApiError ? error.retryAfter : null };
    } finally {
      if (!abortSignal.aborted) isLoading.value = false;
    }
  }

  const poller = createPoller({
    clock,
    isVisible: visible,
    interval,
    retryDelay: RETRY_DELAY,
    maxHiddenAgeMs: interval.maxMs,
    isFinished: () => state.peek().phase === 'unsupported',
    poll,
  });

  return {
    state,
    isLoading,
    show(view) {
      if (wanted && formatView(wanted.view) === formatView(view)) return;
      wanted = { view };
      isLoading.value = true;
      forgetFailure();
      void poller.restart();
    },
    reload() {
      if (wanted === null) return;
      const now = state.peek();
      if (now.phase === 'failed') state.value = { phase: 'loading' };
      isLoading.value = now.phase !== 'ready' || now.refreshFailure !== null;
      if (now.phase === 'ready' && formatView(now.view) !== formatView(wanted.view)) forgetFailure();
      void poller.restart();
    },
    setVisible: poller.setVisible,
    dispose: poller.dispose,
  };
}
