import type { Logger } from 'pino';
import { differsByMoreThan, JUMP_THRESHOLD } from './fraction.ts';
import { STALE_PRICE, type SourcePrice, type PriceSource } from './priceSource.ts';

/** One ticker's price from a feed. */
export interface PriceReading extends SourcePrice {
  ticker: string;
}

/** A polled price provider. Times in milliseconds. */
export interface PriceFeed {
  name: PriceSource['name'];
  /** Requested tickers; the log names those without a price. */
  tickers: readonly string[];
  /** Interval after a successful reading. */
  intervalMs: number;
  /** Interval after a failure, or while a jump awaits confirmation. */
  retryIntervalMs: number;
  /** Largest age of a usable price. */
  maxAgeMs: number;
  /** Reads once. Rejects on a failure or an invalid response. */
  fetchReadings: (signal: AbortSignal) => Promise<readonly PriceReading[]>;
}

/** State of a ticker: the price in use, and a jumped price that awaits confirmation. */
interface TickerState {
  current: PriceReading;
  unconfirmed: PriceReading | null;
}

/** Request timeout, milliseconds. */
const READ_TIMEOUT_MS = 5_000;

/** A source that polls its feed in the background. `price` reads from memory. `refresh` polls once, also for tests. */
export interface PolledSource extends PriceSource {
  refresh: () => Promise<void>;
}

/** Creates a source from a feed. Logs the start and end of failures, of missing or outdated prices, and of jumps. */
export function createPolledSource(feed: PriceFeed, log: Logger): PolledSource {
  const source = feed.name;
  const tickerStates = new Map<string, TickerState>();
  /** Tickers with an outdated price without a failure, for example on a bank holiday. */
  const staleTickers = new Set<string>();
  const abortController = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let missingTickers = '';

  async function refresh() {
    try {
      const readings = await feed.fetchReadings(
        AbortSignal.any([AbortSignal.timeout(READ_TIMEOUT_MS), abortController.signal]),
      );
      if (abortController.signal.aborted) return;
      if (isFailing) log.info({ source }, 'rates can be read again');
      isFailing = false;
      for (const reading of readings) acceptReading(reading);
      logMissingTickers(new Set(readings.map(({ ticker }) => ticker)));
    } catch (error) {
      if (abortController.signal.aborted) return;
      if (!isFailing) log.warn({ source, err: error }, 'rates cannot be read');
      isFailing = true;
    }
  }

  function acceptReading(reading: PriceReading) {
    const { ticker } = reading;
    const previous = tickerStates.get(ticker);
    const updated = nextTickerState(previous, reading);
    tickerStates.set(ticker, updated);
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

  async function poll() {
    await refresh();
    if (abortController.signal.aborted) return;
    const shouldRetry = isFailing || [...tickerStates.values()].some(state => state.unconfirmed);
    timer = setTimeout(() => void poll(), shouldRetry ? feed.retryIntervalMs : feed.intervalMs).unref();
  }

  return {
    name: source,
    price(ticker, now) {
      const state = tickerStates.get(ticker);
      if (!state) return STALE_PRICE;
      if (now - (state.unconfirmed ?? state.current).at > feed.maxAgeMs) {
        if (!isFailing && !staleTickers.has(ticker)) log.warn({ source, ticker }, 'a price is too old');
        staleTickers.add(ticker);
        return STALE_PRICE;
      }
      if (staleTickers.delete(ticker)) log.info({ source, ticker }, 'a price is fresh again');
      const { bid, ask, at } = state.current;
      return state.unconfirmed ? { ok: false, code: 'rate_jump' } : { ok: true, bid, ask, at };
    },
    refresh,
    start: poll,
    stop() {
      abortController.abort();
      clearTimeout(timer);
    },
  };
}

/**
 * Applies a new reading. A price near the one in use replaces it. A jump closes the ticker until the next reading confirms
 * the jump or returns to the old price.
 */
function nextTickerState(previous: TickerState | undefined, reading: PriceReading): TickerState {
  const isNear = (other: PriceReading) =>
    !differsByMoreThan(reading.bid, other.bid, JUMP_THRESHOLD) &&
    !differsByMoreThan(reading.ask, other.ask, JUMP_THRESHOLD);
  if (!previous || isNear(previous.current)) return { current: reading, unconfirmed: null };
  const { unconfirmed } = previous;
  // The same publication cannot confirm itself.
  if (unconfirmed && reading.at === unconfirmed.at) return previous;
  if (unconfirmed && isNear(unconfirmed)) return { current: reading, unconfirmed: null };
  return { current: previous.current, unconfirmed: reading };
}
