import type { Logger } from 'pino';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Lease } from '#server/platform/database/lease.ts';
import type { PriceReading, PriceSource } from './priceSource.ts';
import type { RateCopy } from './rateCopy.ts';
import { storeReadings, type TickerChange } from './rateTable.ts';

/** A polled price provider. Times in milliseconds. */
export interface PriceFeed {
  name: PriceSource['name'];
  /** Requested tickers; the log lists those without a price. */
  tickers: readonly string[];
  /** Interval after a successful reading. */
  intervalMs: number;
  /** Interval after a failure, or while a jump needs confirmation. */
  retryIntervalMs: number;
  /** Maximum age of a usable price. */
  maxAgeMs: number;
  /** Reads once. Rejects on a failure or an invalid response. */
  fetchReadings: (signal: AbortSignal) => Promise<readonly PriceReading[]>;
}

/** Polls a feed from `start` to `stop`; both may be repeated. A stop aborts a request without logging. */
export interface PricePoller extends BackgroundJob {
  /** Reads the feed once and stores its prices. Failures are logged. */
  pollOnce: () => Promise<void>;
  /** Whether the last reading of this process failed, which was logged. */
  isFailing: () => boolean;
  /** Resolves after the first poll, even if it fails. */
  firstPoll: Promise<void>;
}

/** Options of `createPricePoller`. */
export interface PricePollerOptions {
  database: Pick<Database, 'db'>;
  /** The lease of the feed: prices are stored only while this process has it. */
  lease: Lease;
  rateCopy: RateCopy;
  log: Logger;
}

/** Request timeout, milliseconds. */
const READ_TIMEOUT_MS = 5_000;

/** Creates a poller. Logs the start and end of failures, of missing prices and of jumps. */
export function createPricePoller(
  feed: PriceFeed,
  { database, lease, rateCopy, log }: PricePollerOptions,
): PricePoller {
  const source = feed.name;
  let abortController = new AbortController();
  let isFailing = false;
  let isStoreFailing = false;
  let missingTickers = '';
  const firstPoll = Promise.withResolvers<void>();

  async function fetchReadings({ signal }: AbortController): Promise<readonly PriceReading[] | null> {
    try {
      const readings = await feed.fetchReadings(
        AbortSignal.any([AbortSignal.timeout(READ_TIMEOUT_MS), signal]),
      );
      if (isFailing && !signal.aborted) log.info({ source }, 'rates can be read again');
      isFailing = false;
      return signal.aborted ? null : readings;
    } catch (error) {
      if (signal.aborted) return null;
      if (!isFailing) log.warn({ source, err: error }, 'rates cannot be read');
      isFailing = true;
      return null;
    }
  }

  async function storePrices(readings: readonly PriceReading[]) {
    try {
      const changes = await storeReadings(database.db, lease, source, readings);
      if (isStoreFailing) log.info({ source }, 'rates can be stored again');
      isStoreFailing = false;
      // Null: another process has the lease, and logs its readings.
      if (!changes) return;
      for (const [ticker, change] of changes) logJump(ticker, change);
      logMissingTickers(new Set(changes.keys()));
    } catch (error) {
      if (!isStoreFailing) log.error({ source, err: error }, 'rates cannot be stored');
      isStoreFailing = true;
    }
  }

  function logJump(ticker: string, { previous, updated }: TickerChange) {
    if (updated.unconfirmed && !previous?.unconfirmed)
      log.warn({ source, ticker }, 'a price jumped: its pairs are closed until the next reading confirms it');
    if (previous?.unconfirmed && !updated.unconfirmed) log.info({ source, ticker }, 'a price is confirmed');
  }

  function logMissingTickers(foundTickers: ReadonlySet<string>) {
    const absentTickers = feed.tickers.filter(ticker => !foundTickers.has(ticker));
    if (absentTickers.join() === missingTickers) return;
    missingTickers = absentTickers.join();
    if (absentTickers.length > 0) log.warn({ source, tickers: absentTickers }, 'some prices are missing');
    else log.info({ source }, 'all prices are available again');
  }

  async function pollOnce() {
    const readings = await fetchReadings(abortController);
    if (!readings) return;
    await storePrices(readings);
    await rateCopy.refresh();
  }

  function getIntervalMs(): number {
    const isJumping = feed.tickers.some(ticker => rateCopy.getState(source, ticker)?.unconfirmed);
    return isFailing || isStoreFailing || isJumping ? feed.retryIntervalMs : feed.intervalMs;
  }

  const job = createBackgroundJob(
    `poll_${source}`,
    getIntervalMs,
    () => pollOnce().finally(firstPoll.resolve),
    error => log.error({ source, err: error }, 'Cannot poll rates'),
    { runsAtStart: true },
  );
  return {
    pollOnce,
    isFailing: () => isFailing,
    firstPoll: firstPoll.promise,
    start() {
      abortController = new AbortController();
      job.start();
    },
    async stop() {
      abortController.abort();
      await job.stop();
      // Another process polls now, and logs its failures.
      isFailing = false;
    },
  };
}
