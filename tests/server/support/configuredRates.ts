import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { type CourseFraction } from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import { createApp } from '#server/app.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { parseConfig, type Config } from '#server/platform/config/config.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createMarketRates } from '#server/exchange/courses/prices/marketRates.ts';
import { createPolledSource } from '#server/exchange/courses/prices/polledSource.ts';
import type { PriceFeed } from '#server/exchange/courses/prices/pricePoller.ts';
import { createRateCopy } from '#server/exchange/courses/prices/rateCopy.ts';
import type { TestServer } from '../../support/testServer.ts';
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

/** Creates a clock that only the test advances. */
export function createManualClock() {
  const manualClock = {
    at: CLOCK_START,
    now: () => manualClock.at,
    advance: (ms: number) => void (manualClock.at += ms),
  };
  return manualClock;
}

/** Opens a new SQLite database, until the test ends. */
async function openTestDatabase(): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), 'razmen-rates-'));
  const database = await openDatabase({ dataDir, databaseUrl: null });
  onTestFinished(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return database;
}

/** Creates market rates from a configuration, with a manual clock, a recording log and an empty database. */
export async function createConfiguredRates(config: Partial<Config['rates']>, tickers: readonly string[]) {
  const time = createManualClock();
  const { log, lines } = createRecordingLog();
  const rates = createMarketRates({
    config: { ...parseConfig({}).rates, ...config },
    database: await openTestDatabase(),
    tickers,
    isPoller: true,
    now: time.now,
    log,
  });
  onTestFinished(rates.stop);
  return { rates, time, lines };
}

/** Creates a source for a feed, with a recording log and an empty database. It polls at `refresh` and after `start`. */
export async function createTestSource(feed: PriceFeed, now: () => number = () => CLOCK_START) {
  const { log, lines } = createRecordingLog();
  const database = await openTestDatabase();
  const rateCopy = createRateCopy(database.db, log);
  const source = createPolledSource(feed, { database, rateCopy, isPoller: true, now, log });
  onTestFinished(source.stop);
  return { source, lines };
}

/** Formats a course as text, or returns the code of the failure. */
export const formatRate = (result: { ok: true; rate: CourseFraction } | { ok: false; code: string }) =>
  result.ok ? courseToDecimal(result.rate) : result.code;

/** A server process that shares a test server's database. */
export interface RateProcess {
  context: ServerContext;
  get: (path: string) => Promise<Response>;
  /** All logged lines. */
  log: () => string;
  /** Stops it gracefully. */
  close: () => Promise<void>;
}

/** Environment of a process whose prices of coins come from `binanceUrl`. */
export const createRateEnvironment = (binanceUrl: string, cbrUrl?: string) => ({
  RATE_SOURCES: cbrUrl === undefined ? 'binance,RUB:fixed' : 'binance,RUB:cbr',
  BINANCE_URL: binanceUrl,
  ...(cbrUrl !== undefined && { CBR_URL: cbrUrl }),
  RATE_DRIFT: 'off',
});

/**
 * Starts a process on the test server's database and clock, whose own rates are fixed and which polls nothing. `env` has
 * its price sources. It is closed when the test ends.
 */
export async function startRateProcess(
  testServer: TestServer,
  env: Record<string, string>,
): Promise<RateProcess> {
  const lines: string[] = [];
  const log = createLogger('info', { write: line => void lines.push(line) });
  const config = { ...testServer.config, rates: parseConfig(env).rates };
  const exchange = await bootstrapExchange(config, log, testServer.now);
  const app = createApp(exchange.context);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= exchange.close());
  onTestFinished(close);
  return {
    context: exchange.context,
    get: async path => app.request(path),
    log: () => lines.join(''),
    close,
  };
}
