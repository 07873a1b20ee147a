import { signal, type ReadonlySignal } from '@preact/signals-core';
import { deviceClock, type Clock } from '#core/clock.ts';

/** Delay before the bar is shown; shorter tasks show none. */
export const LOADING_BAR_THROTTLE_MS = 200;
/** Expected duration of a task: the estimated progress is 70 % after it. */
export const LOADING_BAR_DURATION_MS = 2000;
/** Time for which a finished bar stays visible. */
export const LOADING_BAR_HIDE_DELAY_MS = 500;
/** Time between hiding and resetting the bar, for the fade-out of LoadingBar.css. */
export const LOADING_BAR_RESET_DELAY_MS = 400;

/** Interval of progress updates, milliseconds; CSS animates between them. */
const PROGRESS_UPDATE_INTERVAL_MS = 100;

/** State of the bar. `progress` is 0 to 100; `isVisible` is false before the show delay and after hiding. */
export interface LoadingBarState {
  phase: 'idle' | 'loading' | 'finished' | 'error';
  progress: number;
  isVisible: boolean;
}

/** The loading bar, shared by all running tasks. */
export interface LoadingBarModel {
  state: ReadonlySignal<LoadingBarState>;
  /** Starts a task, for example loading a page. The returned function ends it. */
  start(): () => void;
  /** Ends all tasks and shows the bar in red. */
  fail(): void;
}

const IDLE_STATE: LoadingBarState = { phase: 'idle', progress: 0, isVisible: false };

/** Estimated progress in percent after `elapsedMs`; slows down and never reaches 100. */
export function estimateProgress(elapsedMs: number): number {
  return (2 / Math.PI) * 100 * Math.atan((elapsedMs / LOADING_BAR_DURATION_MS) * 2);
}

/** Creates a hidden bar. */
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
    // A failure is shown even before the show delay has passed.
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
        // `fail` has already removed the task.
        if (activeWork.delete(work) && activeWork.size === 0) finish('finished');
      };
    },
    fail: () => finish('error'),
  };
}
