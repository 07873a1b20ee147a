import { batch, computed, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { backoff } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Countdown } from './model.ts';

/** A course lives this long on screen before the next one is asked for, milliseconds. */
export const PERIOD = 15_000;

const TICK = 1_000;
const RETRY = { first: 2_000, most: 30_000 } as const;

/** What became of one beat: fine, failed (tried again soon, or after so many seconds), or no longer wanted. */
export type Beat = { ok: true } | { ok: false; after: number | null } | null;

/** Asks again and again while it may be seen; late timers (sleep) are noticed by the clock, not by counting. */
export interface Heartbeat {
  /** This device's time as of the last tick, milliseconds. */
  readonly time: ReadonlySignal<number>;
  readonly countdown: ReadonlySignal<Countdown>;
  /** Asks now; joins the beat that runs. True when that one went well. */
  now(): Promise<boolean>;
  /** Asks now even while a beat runs, whose answer nobody wants any more. */
  restart(): Promise<boolean>;
  /** The next beat is a whole period away: something else brought fresh data. */
  reset(): void;
  visible(shown: boolean): void;
  dispose(): void;
}

/** A heartbeat of `beat`; it begins with the first `now()` or `reset()`. */
export function create(clock: Clock, shown: boolean, beat: () => Promise<Beat>): Heartbeat {
  const time = signal(clock.now());
  const due = signal(clock.now() + PERIOD);
  let begun = false;
  let failures = 0;
  let running: Promise<boolean> | null = null;
  let off: (() => void) | null = null;
  let disposed = false;

  const countdown = computed<Countdown>(() => {
    const left = Math.max(0, due.value - time.value);
    return { seconds: Math.ceil(left / 1000), progress: 1 - Math.min(1, left / PERIOD) };
  });

  /** Both by one look at the clock: a form that was drawn elsewhere shows the very same second. */
  function wait(ms: number) {
    const now = clock.now();
    batch(() => {
      time.value = now;
      due.value = now + ms;
    });
  }

  function schedule() {
    off?.();
    off = null;
    if (!begun || !shown || disposed) return;
    off = clock.later(tick, Math.min(TICK, Math.max(0, due.peek() - clock.now())) || TICK);
  }

  function tick() {
    time.value = clock.now();
    if (!running && due.peek() <= time.peek()) void now();
    schedule();
  }

  async function once(): Promise<boolean> {
    const result = await beat();
    if (disposed) return false;
    if (result) {
      failures = result.ok ? 0 : failures + 1;
      const left = result.ok
        ? PERIOD
        : Math.max((result.after ?? 0) * 1000, backoff(failures - 1, RETRY.first, RETRY.most));
      wait(left);
    }
    return result?.ok ?? false;
  }

  function restart(): Promise<boolean> {
    begun = true;
    const mine = once().finally(() => {
      if (running !== mine) return;
      running = null;
      schedule();
    });
    running = mine;
    return mine;
  }

  const now = () => running ?? restart();

  return {
    time,
    countdown,
    now,
    restart,
    reset() {
      begun = true;
      failures = 0;
      wait(PERIOD);
      schedule();
    },
    visible(value) {
      shown = value;
      if (shown && begun) tick();
      else schedule();
    },
    dispose() {
      disposed = true;
      off?.();
    },
  };
}
