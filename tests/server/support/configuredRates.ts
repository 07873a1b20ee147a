import { afterEach, vi } from 'vitest';
import { courseToDecimal, type CourseFraction } from '#core/exchange/course.ts';
import { parseConfig, type Config } from '#server/config.ts';
import { createMarketRates } from '#server/rates/marketRates.ts';
import { createRecordingLog } from './rateProvider.ts';

/** Start time of the clocks. */
export const CLOCK_START = Date.parse('2026-11-21T12:00:00Z');
/** Durations in milliseconds. */
export const SECOND_MS = 1_000;
export const DAY_MS = 86_400 * SECOND_MS;

/** Fakes only the timers. The test server keeps running in real time. */
export const FAKE_TIMERS = { toFake: ['setTimeout', 'clearTimeout'] } as const satisfies Parameters<
  typeof vi.useFakeTimers
>[0];
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Creates a clock that only the test advances. */
export function createManualClock() {
  const manualClock = {
    at: CLOCK_START,
    now: () => manualClock.at,
    advance: (ms: number) => void (manualClock.at += ms),
  };
  return manualClock;
}

/** Creates market rates from a configuration, with a manual clock and a recording log. */
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

/** Formats a course as text, or returns the code of the failure. */
export const formatRate = (result: { ok: true; rate: CourseFraction } | { ok: false; code: string }) =>
  result.ok ? courseToDecimal(result.rate) : result.code;
