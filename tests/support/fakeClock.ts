import type { Clock } from '#core/clock.ts';

/** A clock that advances only when the test advances it. */
export interface FakeClock extends Clock {
  /** Advances by `ms`. Runs due timers in order and flushes pending responses between them. */
  advance(ms: number): Promise<void>;
  /** Advances by `ms` without running timers, like a suspended machine. The next `advance` runs them. */
  sleep(ms: number): void;
}

/** Creates a clock; `start` is in milliseconds since 1970. */
export function createFakeClock(start = Date.parse('2026-03-02T09:00:00Z')): FakeClock {
  let time = start;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => time,
    setTimer(run, ms) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter(one => one !== timer);
      };
    },
    async advance(ms) {
      const end = time + ms;
      for (;;) {
        await flushTasks();
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter(one => one !== next);
        time = Math.max(time, next.at);
        next.run();
      }
      time = end;
      await flushTasks();
    },
    sleep(ms) {
      time += ms;
    },
  };
}

/** Flushes promises, streams and in-process responses. */
export async function flushTasks(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** Waits in real time until the condition is true. Throws after 5 s. */
export async function waitUntil(isDone: () => boolean, what = 'the condition'): Promise<void> {
  const end = Date.now() + 5_000;
  while (!isDone()) {
    if (Date.now() > end) throw new Error(`${what} did not come about`);
    await new Promise(resolve => setTimeout(resolve, 2));
  }
}
