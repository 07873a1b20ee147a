import type { Clock } from '#core/clock.ts';

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Goes on by `ms`, running what falls due in order, and lets answers arrive in between. */
  advance(ms: number): Promise<void>;
  /** Goes on by `ms` at once, timers late: the machine slept. They run when it goes on. */
  sleep(ms: number): void;
}

/** A clock at `start`, milliseconds since 1970. */
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

/** Lets promises, streams and in-process answers come to rest. */
export async function flushTasks(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** Waits in real time until it is so; throws after 5 s. */
export async function waitUntil(isDone: () => boolean, what = 'the condition'): Promise<void> {
  const end = Date.now() + 5_000;
  while (!isDone()) {
    if (Date.now() > end) throw new Error(`${what} did not come about`);
    await new Promise(resolve => setTimeout(resolve, 2));
  }
}
