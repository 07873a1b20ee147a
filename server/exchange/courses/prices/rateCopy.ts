import type { Logger } from 'pino';
import { createBackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatRateKey, readRates, type StoredRates, type TickerState } from './rateTable.ts';

/** This process's copy of the table `rates`. Without a database it does not change, and its prices expire by age. */
export interface RateCopy {
  /** The state of a source's ticker, from memory; undefined if none is stored. */
  getState: (source: string, ticker: string) => TickerState | undefined;
  /** The stored prices of the last refresh; another object after each one. */
  getReading: () => StoredRates;
  /** Reads the table. Never rejects: a failure is logged. */
  refresh: () => Promise<void>;
  /** Resolves when `condition` is true, now or after a refresh. */
  waitUntil: (condition: () => boolean) => Promise<void>;
  /** Refreshes at once and then every second. Resolves after the first refresh, even if it fails. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Interval between two refreshes, milliseconds: each process gets a new price within this time. */
const REFRESH_INTERVAL_MS = 1_000;

/** Creates an empty copy. Logs failures and invalid rows once, until they change. */
export function createRateCopy(db: Db, log: Logger): RateCopy {
  let current: StoredRates = { states: new Map(), invalidRows: [] };
  let lastRefresh = Promise.resolve();
  let isFailing = false;
  const listeners = new Set<() => void>();

  async function readTable() {
    try {
      const next = await readRates(db);
      const { invalidRows } = next;
      if (invalidRows.length > 0 && invalidRows.join() !== current.invalidRows.join())
        log.error({ rows: invalidRows }, 'invalid rates are ignored');
      current = next;
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'the stored rates cannot be read: using the previous ones');
      isFailing = true;
    }
    for (const listener of listeners) listener();
  }

  /** Refreshes run one after another, so that an earlier result never replaces a later one. */
  function refresh() {
    lastRefresh = lastRefresh.then(readTable);
    return lastRefresh;
  }

  const refreshJob = createBackgroundJob('rate_copy', REFRESH_INTERVAL_MS, refresh, error =>
    log.error({ err: error }, 'Cannot refresh the rates'),
  );
  return {
    getState: (source, ticker) => current.states.get(formatRateKey(source, ticker)),
    getReading: () => current,
    refresh,
    async waitUntil(condition) {
      if (condition()) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = () => condition() && resolve();
      listeners.add(check);
      await promise;
      listeners.delete(check);
    },
    async start() {
      refreshJob.start();
      await refresh();
    },
    stop: refreshJob.stop,
  };
}
