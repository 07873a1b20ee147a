import { batch, computed, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { backoffDelay } from '../../clock.ts';
import type { Clock } from '../../clock.ts';
import type { CourseCountdown } from './exchangeModel.ts';

/** A course lives this long on screen before the next one is asked for, milliseconds. */
export const COURSE_POLL_INTERVAL_MS = 15_000;

const TICK_INTERVAL_MS = 1_000;
const COURSE_RETRY_DELAY = { firstMs: 2_000, maxMs: 30_000 } as const;

/** What became of one beat: fine, failed (tried again soon, or after so many seconds), or no longer wanted. */
export type PollResult = { ok: true } | { ok: false; retryAfter: number | null } | null;

/** Asks again and again while it may be seen; late timers (sleep) are noticed by the clock, not by counting. */
export interface CoursePoller {
  /** This device's time as of the last tick, milliseconds. */
  readonly currentTime: ReadonlySignal<number>;
  readonly countdown: ReadonlySignal<CourseCountdown>;
  /** Asks now; joins the beat that runs. True when that one went well. */
  refresh(): Promise<boolean>;
  /** Asks now even while a beat runs, whose answer nobody wants any more. */
  restart(): Promise<boolean>;
  /** The next beat is a whole period away: something else brought fresh data. */
  restartInterval(): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

/** A heartbeat of `beat`; it begins with the first `now()` or `reset()`. */
export function createCoursePoller(
  clock: Clock,
  isVisible: boolean,
  runRequest: () => Promise<PollResult>,
): CoursePoller {
  const currentTime = signal(clock.now());
  const dueAt = signal(clock.now() + COURSE_POLL_INTERVAL_MS);
  let isStarted = false;
  let failureCount = 0;
  let runningPoll: Promise<boolean> | null = null;
  let cancelTimer: (() => void) | null = null;
  let isDisposed = false;

  const countdown = computed<CourseCountdown>(() => {
    const remainingMs = Math.max(0, dueAt.value - currentTime.value);
    return {
      seconds: Math.ceil(remainingMs / 1000),
      progress: 1 - Math.min(1, remainingMs / COURSE_POLL_INTERVAL_MS),
    };
  });

  /** Both by one look at the clock: a form that was drawn elsewhere shows the very same second. */
  function scheduleIn(ms: number) {
    const now = clock.now();
    batch(() => {
      currentTime.value = now;
      dueAt.value = now + ms;
    });
  }

  function scheduleTick() {
    cancelTimer?.();
    cancelTimer = null;
    if (!isStarted || !isVisible || isDisposed) return;
    cancelTimer = clock.setTimer(
      tick,
      Math.min(TICK_INTERVAL_MS, Math.max(0, dueAt.peek() - clock.now())) || TICK_INTERVAL_MS,
    );
  }

  function tick() {
    currentTime.value = clock.now();
    if (!runningPoll && dueAt.peek() <= currentTime.peek()) void refresh();
    scheduleTick();
  }

  async function pollOnce(): Promise<boolean> {
    const result = await runRequest();
    if (isDisposed) return false;
    if (result) {
      failureCount = result.ok ? 0 : failureCount + 1;
      const delayMs = result.ok
        ? COURSE_POLL_INTERVAL_MS
        : Math.max(
            (result.retryAfter ?? 0) * 1000,
            backoffDelay(failureCount - 1, COURSE_RETRY_DELAY.firstMs, COURSE_RETRY_DELAY.maxMs),
          );
      scheduleIn(delayMs);
    }
    return result?.ok ?? false;
  }

  function restart(): Promise<boolean> {
    isStarted = true;
    const started = pollOnce().finally(() => {
      if (runningPoll !== started) return;
      runningPoll = null;
      scheduleTick();
    });
    runningPoll = started;
    return started;
  }

  const refresh = () => runningPoll ?? restart();

  return {
    currentTime,
    countdown,
    refresh,
    restart,
    restartInterval() {
      isStarted = true;
      failureCount = 0;
      scheduleIn(COURSE_POLL_INTERVAL_MS);
      scheduleTick();
    },
    setVisible(value) {
      isVisible = value;
      if (isVisible && isStarted) tick();
      else scheduleTick();
    },
    dispose() {
      isDisposed = true;
      cancelTimer?.();
    },
  };
}
