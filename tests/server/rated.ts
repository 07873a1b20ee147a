import { afterEach, vi } from 'vitest';
import { toText, type Rate } from '#core/exchange/course.ts';
import { read, type Config } from '#server/config.ts';
import { create } from '#server/rates/rates.ts';
import { listening } from './provider.ts';

/** When the clocks begin. */
export const NOW = Date.parse('2026-11-21T12:00:00Z');
/** In milliseconds, like the next. */
export const SECOND = 1_000;
export const DAY = 86_400 * SECOND;

/** What a test that waits moves by itself; its server goes on in real time. */
export const TIMERS = { toFake: ['setTimeout', 'clearTimeout'] } as const satisfies Parameters<
  typeof vi.useFakeTimers
>[0];
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A clock that only the test moves. */
export function clock() {
  const self = { at: NOW, now: () => self.at, pass: (ms: number) => void (self.at += ms) };
  return self;
}

/** Rates of a configuration, with a clock and a log to look at. */
export function configured(config: Partial<Config['rates']>, tickers: readonly string[]) {
  const time = clock();
  const { log, lines } = listening();
  const rates = create({ config: { ...read({}).rates, ...config }, tickers, now: time.now, log });
  return { rates, time, lines };
}

/** A course as text, or why there is none. */
export const text = (answer: { ok: true; rate: Rate } | { ok: false; code: string }) =>
  answer.ok ? toText(answer.rate) : answer.code;
