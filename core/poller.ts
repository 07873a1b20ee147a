import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Backoff, Clock } from './clock.ts';
import { retryDelay } from './retry.ts';

/** Result of one poll: `retryAfter` is the server's Retry-After in seconds. Null: the response is no longer wanted. */
export type PollResult = { ok: true; isChanged?: boolean } | { ok: false; retryAfter: number | null } | null;

/** Delay between two polls: `firstMs`, multiplied by `growth` after each unchanged poll, at most `maxMs`. */
export interface PollInterval {
  firstMs: number;
  growth: number;
  maxMs: number;
}

/** Options of a poller. All times are milliseconds. */
export interface PollerOptions {
  clock: Clock;
  isVisible: boolean;
  interval: PollInterval;
  /** Delay after a failure; a longer Retry-After takes precedence. */
  retryDelay: Backoff;
  /** Fetches and applies the data. Once `signal` is aborted it must not apply anything. */
  poll(signal: AbortSignal): Promise<PollResult>;
  /** Whether the data is final, so that the timer stops. `refresh` and showing the page again still poll. */
  isFinished?(): boolean;
  /** Polls when shown again if the last poll began at least this long ago. Default: only if the next poll is due. */
  maxHiddenAgeMs?: number;
  /** Updates `time` this often while visible. Default: only when a poll is scheduled or due. */
  tickMs?: number;
}

/**
 * Polls while visible; the first `refresh`, `restart` or `restartInterval` starts it. Due times follow the clock, so a
 * timer delayed by sleep polls at once. The owner calls `refresh` when the browser is online again.
 */
export interface Poller {
  /** This device's time as of the last tick, and when the next poll is due. */
  readonly time: ReadonlySignal<{ now: number; dueAt: number }>;
  /** Polls now or joins the running poll. Resolves with whether it succeeded. */
  refresh(): Promise<boolean>;
  /** Polls after the running poll ends, for data that is newer than this call. Concurrent calls share one poll. */
  refetch(): Promise<boolean>;
  /** Polls now and aborts the running poll, whose promise then resolves with false. */
  restart(): Promise<boolean>;
  /** Starts a new full interval: fresh data arrived in another way. A running poll continues. */
  restartInterval(): void;
  /** Aborts the running poll, whose data is older than what the caller has, and starts a new full interval. */
  discard(): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

/** Minimum delay of an overdue poll, so that polls without a result do not loop. */
const OVERDUE_DELAY_MS = 1_000;

/** Creates a poller that has not started yet. */
export function createPoller(options: PollerOptions): Poller {
  const { clock, interval, tickMs = Infinity } = options;
  const createdAt = clock.now();
  const time = signal({ now: createdAt, dueAt: createdAt + interval.firstMs });
  let { isVisible } = options;
  let state: 'idle' | 'started' | 'disposed' = 'idle';
  let intervalMs = interval.firstMs;
  let failureCount = 0;
  let lastPollAt = createdAt;
  let running: { controller: AbortController; isOk: Promise<boolean> } | null = null;
  let cancelTimer = () => {};

  function scheduleIn(ms: number) {
    // One clock reading for both, so that a countdown starts at the full interval.
    const now = clock.now();
    time.value = { now, dueAt: now + ms };
  }

  function restartTimer() {
    cancelTimer();
    if (state !== 'started' || !isVisible || options.isFinished?.()) return;
    const untilDueMs = running ? Infinity : Math.max(0, time.peek().dueAt - clock.now()) || OVERDUE_DELAY_MS;
    const delayMs = Math.min(tickMs, untilDueMs);
    if (delayMs < Infinity) cancelTimer = clock.setTimer(tick, delayMs);
  }

  function tick() {
    const now = clock.now();
    const { dueAt } = time.peek();
    time.value = { now, dueAt };
    if (!running && dueAt <= now) void startPoll();
    restartTimer();
  }

  function nextDelay(result: NonNullable<PollResult>): number {
    if (!result.ok) return retryDelay(result, failureCount++, options.retryDelay);
    failureCount = 0;
    if (result.isChanged) intervalMs = interval.firstMs;
    const delayMs = intervalMs;
    intervalMs = Math.min(interval.maxMs, Math.round(intervalMs * interval.growth));
    return delayMs;
  }

  async function runPoll({ signal }: AbortController): Promise<boolean> {
    let result: PollResult = { ok: false, retryAfter: null };
    try {
      result = await options.poll(signal);
    } finally {
      if (!signal.aborted) {
        running = null;
        if (result) scheduleIn(nextDelay(result));
        restartTimer();
      }
    }
    return !signal.aborted && (result?.ok ?? false);
  }

  function startPoll(): Promise<boolean> {
    if (state === 'disposed') return Promise.resolve(false);
    state = 'started';
    running?.controller.abort();
    lastPollAt = clock.now();
    const controller = new AbortController();
    const isOk = runPoll(controller);
    running = { controller, isOk };
    return isOk;
  }

  function restartInterval() {
    if (state === 'disposed') return;
    state = 'started';
    failureCount = 0;
    intervalMs = interval.firstMs;
    scheduleIn(intervalMs);
    restartTimer();
  }

  function refresh() {
    intervalMs = interval.firstMs;
    return running?.isOk ?? startPoll();
  }

  return {
    time,
    refresh,
    async refetch() {
      await running?.isOk;
      return refresh();
    },
    restart() {
      intervalMs = interval.firstMs;
      return startPoll();
    },
    restartInterval,
    discard() {
      running?.controller.abort();
      running = null;
      restartInterval();
    },
    setVisible(value) {
      const isStale = clock.now() - lastPollAt >= (options.maxHiddenAgeMs ?? Infinity);
      if (value && !isVisible && isStale) scheduleIn(0);
      isVisible = value;
      if (value && state === 'started') tick();
      else restartTimer();
    },
    dispose() {
      state = 'disposed';
      running?.controller.abort();
      cancelTimer();
    },
  };
}
