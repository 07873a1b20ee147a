import { signal, type ReadonlySignal } from '@preact/signals-core';
import { clock as deviceClock, type Clock } from '#core/clock.ts';

/** SPEC §9 "Loading bar", milliseconds. */
export const THROTTLE = 200;
export const DURATION = 2000;
export const HIDE_DELAY = 500;
export const RESET_DELAY = 400;

/** Milliseconds between two figures of the estimate; the style sheet moves the line between them. */
const TICK = 100;

/** SPEC §4 "Loading bar". `progress` is 0 to 100; `shown` is false while work is too young to tell of, and once hidden. */
export interface Look {
  phase: 'idle' | 'loading' | 'finished' | 'error';
  progress: number;
  shown: boolean;
}

/** The line at the top of the window: one for every piece of work that is under way. */
export interface LoadingBar {
  look: ReadonlySignal<Look>;
  /** Work begins, a page's loading for example; the returned function says that it has ended. */
  begin(): () => void;
  /** The application has failed: whatever was under way is over, in red. */
  fail(): void;
}

const idle: Look = { phase: 'idle', progress: 0, shown: false };

/** How far work is likely to be after `elapsed` milliseconds: fast at first, ever slower, never there. Percent. */
export function estimate(elapsed: number): number {
  return (2 / Math.PI) * 100 * Math.atan((elapsed / DURATION) * 2);
}

/** A bar at rest. */
export function create(clock: Clock = deviceClock): LoadingBar {
  const look = signal(idle);
  let working = new Set<object>();
  let off = () => {};

  function after(ms: number, run: () => void) {
    off();
    off = clock.later(run, ms);
  }

  function grow(since: number) {
    look.value = { phase: 'loading', progress: estimate(clock.now() - since), shown: true };
    after(TICK, () => grow(since));
  }

  function finish(phase: 'finished' | 'error') {
    working = new Set();
    // A failure is told even when it came before anything was shown.
    const shown = phase === 'error' || look.peek().shown;
    look.value = { phase, progress: 100, shown };
    after(HIDE_DELAY, () => {
      look.value = { phase, progress: 100, shown: false };
      after(RESET_DELAY, () => (look.value = idle));
    });
  }

  return {
    look,
    begin() {
      const work = {};
      if (working.size === 0) {
        look.value = { ...idle, phase: 'loading' };
        after(THROTTLE, () => grow(clock.now()));
      }
      working.add(work);
      return () => {
        // Not there any more when a failure has ended it.
        if (working.delete(work) && working.size === 0) finish('finished');
      };
    },
    fail: () => finish('error'),
  };
}
