import type { Logger } from 'pino';
import type { Database } from '#server/platform/database/database.ts';
import { acquireLease, createLease } from '#server/platform/database/lease.ts';
import { createLeasedJob } from '#server/platform/jobs/leasedJob.ts';
import { createPricePoller, type PriceFeed } from './pricePoller.ts';
import { STALE_PRICE, type PriceSource } from './priceSource.ts';
import type { RateCopy } from './rateCopy.ts';

/** Options of `createPolledSource`. */
export interface PolledSourceOptions {
  /** Stores the prices for all processes. */
  database: Pick<Database, 'db' | 'dialect'>;
  /** Started and stopped by the caller. */
  rateCopy: RateCopy;
  /** Whether this process polls the feed while it has the lease. Otherwise it only reads the stored prices. */
  isPoller: boolean;
  now: () => number;
  log: Logger;
}

/** A source whose feed one of all processes polls. `price` reads the stored prices from memory. */
export interface PolledSource extends PriceSource {
  /** Polls once immediately, if no other process has the lease. */
  refresh: () => Promise<void>;
}

/** Creates a source from a feed. Logs outdated prices; the poller logs the rest. */
export function createPolledSource(
  feed: PriceFeed,
  { database, rateCopy, isPoller, now, log }: PolledSourceOptions,
): PolledSource {
  const source = feed.name;
  const lease = createLease(`rates.${source}`);
  const poller = createPricePoller(feed, { database, lease, rateCopy, log });
  const leasedPoller = createLeasedJob({ database, lease, job: poller, log });
  /** Tickers with an outdated price but no failure of this process, for example on a bank holiday. */
  const staleTickers = new Set<string>();

  /** Returns the state of a ticker, unless its last reading is too old. */
  function getFreshState(ticker: string, at: number) {
    const state = rateCopy.getState(source, ticker);
    return state && at - (state.unconfirmed ?? state.current).at <= feed.maxAgeMs ? state : undefined;
  }

  function logStalePrice(ticker: string) {
    if (!poller.isFailing() && !staleTickers.has(ticker)) log.warn({ source, ticker }, 'a price is too old');
    staleTickers.add(ticker);
  }

  return {
    name: source,
    price(ticker, at) {
      const state = getFreshState(ticker, at);
      if (!state) {
        if (rateCopy.getState(source, ticker)) logStalePrice(ticker);
        return STALE_PRICE;
      }
      if (staleTickers.delete(ticker)) log.info({ source, ticker }, 'a price is fresh again');
      const { bid, ask, at: pricedAt } = state.current;
      return state.unconfirmed ? { ok: false, code: 'rate_jump' } : { ok: true, bid, ask, at: pricedAt };
    },
    async refresh() {
      if (await acquireLease(database, lease)) await poller.pollOnce();
    },
    async start() {
      if (!isPoller) return;
      leasedPoller.start();
      const hasPrices = () => feed.tickers.some(ticker => getFreshState(ticker, now()));
      await Promise.race([poller.firstPoll, rateCopy.waitUntil(hasPrices)]);
    },
    stop: leasedPoller.stop,
  };
}
