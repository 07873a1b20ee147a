import { computed } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Clock } from '../../../clock.ts';
import { createPoller } from '../../../poller.ts';
import type { Poller, PollerOptions } from '../../../poller.ts';
import type { CourseCountdown } from '../exchangeModel.ts';

/** Milliseconds between two requests for the course. */
export const COURSE_POLL_INTERVAL_MS = 15_000;

const COUNTDOWN_TICK_MS = 1_000;
const COURSE_RETRY_DELAY = { firstMs: 2_000, maxMs: 30_000 } as const;

/** Polls the course and counts down to the next request. */
export interface CoursePoller extends Omit<Poller, 'time' | 'refetch' | 'discard'> {
  /** This device's time as of the last tick, milliseconds. */
  readonly currentTime: ReadonlySignal<number>;
  readonly countdown: ReadonlySignal<CourseCountdown>;
}

/** Creates a course poller; the first `refresh`, `restart` or `restartInterval` starts it. */
export function createCoursePoller(
  clock: Clock,
  isVisible: boolean,
  fetchCourse: PollerOptions['poll'],
): CoursePoller {
  const poller = createPoller({
    clock,
    isVisible,
    interval: { firstMs: COURSE_POLL_INTERVAL_MS, growth: 1, maxMs: COURSE_POLL_INTERVAL_MS },
    retryDelay: COURSE_RETRY_DELAY,
    poll: fetchCourse,
    tickMs: COUNTDOWN_TICK_MS,
  });
  return {
    ...poller,
    currentTime: computed(() => poller.time.value.now),
    countdown: computed(() => {
      const { now, dueAt } = poller.time.value;
      const remainingMs = Math.max(0, dueAt - now);
      return {
        seconds: Math.ceil(remainingMs / 1_000),
        progress: 1 - Math.min(1, remainingMs / COURSE_POLL_INTERVAL_MS),
      };
    }),
  };
}
