import { signal, type ReadonlySignal } from '@preact/signals-core';
import { deviceClock, type Clock } from '#core/clock.ts';

/** SPEC §9 "Loading bar", milliseconds. */
export const LOADING_BAR_THROTTLE_MS = 200;
export const LOADING_BAR_DURATION_MS = 2000;
export const LOADING_BAR_HIDE_DELAY_MS = 500;
export const LOADING_BAR_RESET_DELAY_MS = 400;

/** Milliseconds between two figures of the estimate; the style sheet moves the line between them. */
const PROGRESS_UPDATE_INTERVAL_MS = 100;

/** SPEC §4 "Loading bar". `progress` is 0 to 100; `shown` is false while work is too young to tell of, and once hidden. */
export interface LoadingBarState {
  phase: 'idle' | 'loading' | 'finished' | 'error';
  progress: number;
  isVisible: boolean;
}

/** The line at the top of the window: one for every piece of work that is under way. */
export interface LoadingBarModel {
  state: ReadonlySignal<LoadingBarState>;
  /** Work begins, a page's loading for example; the returned function says that it has ended. */
  start(): () => void;
  /** The application has failed: whatever was under way is over, in red. */
  fail(): void;
}

const IDLE_STATE: LoadingBarState = { phase: 'idle', progress: 0, isVisible: false };

/** How far work is likely to be after `elapsed` milliseconds: fast at first, ever slower, never there. Percent. */
export function estimateProgress(elapsedMs: number): number {
  return (2 / Math.PI) * 100 * Math.atan((elapsedMs / LOADING_BAR_DURATION_MS) * 2);
}

/** A bar at rest. */
export function createLoadingBar(clock: Clock = deviceClock): LoadingBarModel {
  const state = signal(IDLE_STATE);
  let activeWork = new Set<object>();
  let cancelTimer = () => {};

  function scheduleIn(ms: number, run: () => void) {
    cancelTimer();
    cancelTimer = clock.setTimer(run, ms);
  }

  function updateProgress(startedAt: number) {
    state.value = { phase: 'loading', progress: estimateProgress(clock.now() - startedAt), isVisible: true };
    scheduleIn(PROGRESS_UPDATE_INTERVAL_MS, () => updateProgress(startedAt));
  }

  function finish(phase: 'finished' | 'error') {
    activeWork = new Set();
    // A failure is told even when it came before anything was shown.
    const isVisible = phase === 'error' || state.peek().isVisible;
    state.value = { phase, progress: 100, isVisible };
    scheduleIn(LOADING_BAR_HIDE_DELAY_MS, () => {
      state.value = { phase, progress: 100, isVisible: false };
      scheduleIn(LOADING_BAR_RESET_DELAY_MS, () => (state.value = IDLE_STATE));
    });
  }

  return {
    state,
    start() {
      const work = {};
      if (activeWork.size === 0) {
        state.value = { ...IDLE_STATE, phase: 'loading' };
        scheduleIn(LOADING_BAR_THROTTLE_MS, () => updateProgress(clock.now()));
      }
      activeWork.add(work);
      return () => {
        // Not there any more when a failure has ended it.
        if (activeWork.delete(work) && activeWork.size === 0) finish('finished');
      };
    },
    fail: () => finish('error'),
  };
}
