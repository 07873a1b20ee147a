import { signal, type ReadonlySignal } from '@preact/signals-core';
import { ApiError, isMissingData, isUnsupportedCall } from '../api/apiError.ts';
import type { CallOptions } from '../api/client.ts';
import type { Clock } from '../clock.ts';
import { createPoller, type PollInterval, type PollResult } from '../poller.ts';
import { toLoadFailure, type LoadFailure } from './loadFailure.ts';

/** Default interval between two loads of a view. */
const REFRESH_INTERVAL: PollInterval = { firstMs: 30_000, growth: 1, maxMs: 30_000 };
const RETRY_DELAY = { firstMs: 5_000, maxMs: 60_000 } as const;

/**
 * Data of a view. `ready`: the latest data; it belongs to the previous view while another one loads.
 * `refreshFailure`: why the last refresh failed. `failed`: the requested view could not be loaded.
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

/** Account data that a page shows by the filters of its URL. Polled while visible. */
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
   * Whether views share data. If so, the data on screen stays when another view cannot be loaded, and the page shows
   * `refreshFailure` in place of the part that differs. Default: false.
   */
  sharesData?: boolean;
  /** Whether data differs from the previous data. A change resets a grown interval. Default: never. */
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

  /** Keeps data after a failed refresh. Data of another view is dropped unless the views share data. */
  function toFailedState(view: View, error: unknown): PolledViewState<View, Data> {
    const now = state.peek();
    if (isUnsupportedCall(error) || (now.phase !== 'ready' && isMissingData(error)))
      return { phase: 'unsupported' };
    const failure = toLoadFailure(error);
    return now.phase === 'ready' && (sharesData || formatView(now.view) === formatView(view))
      ? { ...now, refreshFailure: failure }
      : { phase: 'failed', failure };
  }

  /** Clears a failure that does not belong to the running request. */
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
