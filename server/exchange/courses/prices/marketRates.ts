import type { CourseFraction } from '#core/exchange/course.ts';
import { formatMessage } from '#core/messages.ts';
import type { Config, RateSourceName } from '#server/platform/config/config.ts';
import { createBinanceFeed } from './binanceFeed.ts';
import { createCbrFeed } from './cbrFeed.ts';
import { createFixedSource } from './fixedSource.ts';
import { divideFractions } from './fraction.ts';
import { createPolledSource, type PolledSourceOptions } from './polledSource.ts';
import { STALE_PRICE, type PriceResult, type PriceSource } from './priceSource.ts';
import { createRateCopy } from './rateCopy.ts';
import { createRecentCourses, type RecentCourses } from '../recentCourses.ts';

/** Maximum wait for the first prices at startup, milliseconds. */
const FIRST_PRICES_TIMEOUT_MS = 3_000;

/**
 * A source course: units received for 1 unit sent, before margin and discount, and the time of its older price.
 * Without a course: the reason, with a sentence for visitors.
 */
export type SourceCourse =
  | { ok: true; rate: CourseFraction; at: number }
  | { ok: false; code: 'rate_stale' | 'rate_jump'; detail: string };

/** Market rates of all pairs, from memory. */
export interface MarketRates {
  /** Name of the source of a ticker's prices. */
  getSourceName: (ticker: string) => RateSourceName;
  /** Market price of one unit of `from` in units of `to` (tickers), or the reason why there is none. */
  getSourceCourse: (from: string, to: string) => SourceCourse;
  /** Price of one unit of a ticker in US dollars; `rate_stale` if no source has a price. */
  getPrice: (ticker: string) => PriceResult;
  /** Why the ticker has no price now; null if it has one. */
  getRateProblem: (ticker: string) => 'rate_stale' | 'rate_jump' | null;
  /** Another value after each reading of the stored prices. Prices also change with time. */
  getReading: () => unknown;
  /** Courses that this process sent in the last 60 seconds. */
  recentCourses: RecentCourses;
  /** Starts the polled sources. Never rejects. Resolves when each has prices or a first reading, or after 3 seconds. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Options of `createMarketRates`. */
export interface MarketRatesOptions extends Omit<PolledSourceOptions, 'rateCopy'> {
  config: Config['rates'];
  /** The catalogue's tickers. */
  tickers: readonly string[];
}

/** Creates the configured sources. Each source gets only its own tickers. */
export function createMarketRates(options: MarketRatesOptions): MarketRates {
  const { config, database, tickers, now, log } = options;
  const rateCopy = createRateCopy(database.db, log);
  const getSourceName = (ticker: string): RateSourceName => {
    const configuredName = Object.hasOwn(config.sources, ticker) ? config.sources[ticker] : undefined;
    return configuredName ?? config.sources['*'] ?? 'fixed';
  };
  const createSource = (name: RateSourceName, ownTickers: readonly string[]): PriceSource => {
    if (name === 'fixed') return createFixedSource(config.drift);
    const feed =
      name === 'binance'
        ? createBinanceFeed(config.binanceUrl, ownTickers, now)
        : createCbrFeed(config.cbrUrl, ownTickers, now);
    return createPolledSource(feed, { ...options, rateCopy });
  };
  const tickersBySource = Map.groupBy(new Set(tickers), getSourceName);
  const sources = new Map([...tickersBySource].map(([name, own]) => [name, createSource(name, own)]));

  function getPrice(ticker: string): PriceResult {
    return sources.get(getSourceName(ticker))?.price(ticker, now()) ?? STALE_PRICE;
  }

  return {
    getSourceName,
    getSourceCourse(from, to) {
      const [fromPrice, toPrice] = [getPrice(from), getPrice(to)];
      if (!fromPrice.ok) return createRateRefusal(fromPrice.code);
      if (!toPrice.ok) return createRateRefusal(toPrice.code);
      return {
        ok: true,
        rate: divideFractions(fromPrice.bid, toPrice.ask),
        at: Math.min(fromPrice.at, toPrice.at),
      };
    },
    getPrice,
    getRateProblem(ticker) {
      const result = getPrice(ticker);
      return result.ok ? null : result.code;
    },
    getReading: rateCopy.getReading,
    recentCourses: createRecentCourses(),
    async start() {
      // The fixed source needs no database.
      if ([...sources.keys()].every(name => name === 'fixed')) return;
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, FIRST_PRICES_TIMEOUT_MS);
      const starts = [rateCopy, ...sources.values()].map(part => part.start());
      await Promise.race([Promise.all(starts), timeout]);
      clearTimeout(timer);
    },
    async stop() {
      await Promise.all([rateCopy, ...sources.values()].map(part => part.stop()));
    },
  };
}

function createRateRefusal(code: 'rate_stale' | 'rate_jump') {
  return { ok: false, code, detail: formatMessage(code) } as const;
}
