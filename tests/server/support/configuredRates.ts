import { afterEach, vi } from 'vitest';
import { courseToDecimal, type CourseFraction } from '#core/exchange/course.ts';
import { parseConfig, type Config } from '#server/config.ts';
import { createMarketRates } from '#server/rates/marketRates.ts';
import { createRecordingLog } from './rateProvider.ts';

/** When the clocks begin. */
export const CLOCK_START = Date.parse('2026-11-21T12:00:00Z');
/** In milliseconds, like the next. */
export const SECOND_MS = 1_000;
export const DAY_MS = 86_400 * SECOND_MS;

/** What a test that waits moves by itself; its server goes on in real time. */
export const FAKE_TIMERS = { toFake: ['setTimeout', 'clearTimeout'] } as const satisfies Parameters<
  typeof vi.useFakeTimers
>[0];
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A clock that only the test moves. */
export function createManualClock() {
  const manualClock = {
    at: CLOCK_START,
    now: () => manualClock.at,
    advance: (ms: number) => void (manualClock.at += ms),
  };
  return manualClock;
}

/** Rates of a configuration, with a clock and a log to look at. */
export function createConfiguredRates(config: Partial<Config['rates']>, tickers: readonly string[]) {
  const time = createManualClock();
  const { log, lines } = createRecordingLog();
  const rates = createMarketRates({
    config: { ...parseConfig({}).rates, ...config },
    tickers,
    now: time.now,
    log,
  });
  return { rates, time, lines };
}

/** A course as text, or why there is none. */
export const formatRate = (answer: { ok: true; rate: CourseFraction } | { ok: false; code: string }) =>
  answer.ok ? courseToDecimal(answer.rate) : answer.code;
