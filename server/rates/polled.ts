import type { Logger } from 'pino';
import { apart } from './fraction.ts';
import { stale, type Price, type Source } from './source.ts';

/** One ticker's price as it was read. */
export interface Reading extends Price {
  ticker: string;
}

/** A provider to ask again and again. Times in milliseconds. */
export interface Feed {
  name: Source['name'];
  /** What it is asked for; the log tells which of them it has no price of. */
  tickers: readonly string[];
  /** Between two readings that went well. */
  every: number;
  /** After one that failed, or that is to confirm a jump. */
  again: number;
  /** A price older than this is not used. */
  maxAge: number;
  /** Asks once. Rejects when there is no answer that can be understood. */
  read: (signal: AbortSignal) => Promise<readonly Reading[]>;
}

/** What is known of a ticker: the price in use, and one too far from it that waits to be confirmed. */
interface Known {
  used: Reading;
  jumped: Reading | null;
}

/** Further than this from the price in use is a jump: 5 %. */
const JUMP = { numerator: 5n, denominator: 100n };

/** How long one answer may take, milliseconds. */
const TIMEOUT = 5_000;

/** A source that asks its feed in the background; its `price` answers from memory. `read` asks once, for tests too. */
export interface Polled extends Source {
  read: () => Promise<void>;
}

/** Makes a source of a feed. A failure, a price that is missing or too old and a jump are logged when they begin and end. */
export function polled(feed: Feed, log: Logger): Polled {
  const source = feed.name;
  const known = new Map<string, Known>();
  /** Tickers whose price is too old although nothing has failed: a bank on holiday. */
  const old = new Set<string>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  let missing = '';

  async function read() {
    try {
      const readings = await feed.read(AbortSignal.any([AbortSignal.timeout(TIMEOUT), stopped.signal]));
      if (stopped.signal.aborted) return;
      if (failing) log.info({ source }, 'rates can be read again');
      failing = false;
      for (const reading of readings) accept(reading);
      compare(new Set(readings.map(({ ticker }) => ticker)));
    } catch (error) {
      if (stopped.signal.aborted) return;
      if (!failing) log.warn({ source, err: error }, 'rates cannot be read');
      failing = true;
    }
  }

  function accept(reading: Reading) {
    const { ticker } = reading;
    const before = known.get(ticker);
    const after = next(before, reading);
    known.set(ticker, after);
    if (after.jumped && !before?.jumped) log.warn({ source, ticker }, 'a price jumped and waits for another');
    if (before?.jumped && !after.jumped) log.info({ source, ticker }, 'a price is confirmed');
  }

  function compare(found: ReadonlySet<string>) {
    const absent = feed.tickers.filter(ticker => !found.has(ticker));
    if (absent.join() === missing) return;
    missing = absent.join();
    if (absent.length > 0) log.warn({ source, tickers: absent }, 'some prices are missing');
    else log.info({ source }, 'no price is missing any more');
  }

  async function round() {
    await read();
    if (stopped.signal.aborted) return;
    const soon = failing || [...known.values()].some(one => one.jumped);
    timer = setTimeout(() => void round(), soon ? feed.again : feed.every).unref();
  }

  return {
    name: source,
    price(ticker, now) {
      const one = known.get(ticker);
      if (!one) return stale;
      if (now - (one.jumped ?? one.used).at > feed.maxAge) {
        if (!failing && !old.has(ticker)) log.warn({ source, ticker }, 'a price is too old');
        old.add(ticker);
        return stale;
      }
      if (old.delete(ticker)) log.info({ source, ticker }, 'a price is fresh again');
      const { bid, ask, at } = one.used;
      return one.jumped ? { ok: false, code: 'rate_jump' } : { ok: true, bid, ask, at };
    },
    read,
    start: round,
    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}

/**
 * A price near the one in use takes its place. One far from it closes the ticker until the next reading is near either:
 * near the jump confirms it, near the old price calls it off.
 */
function next(before: Known | undefined, reading: Reading): Known {
  const isNear = (other: Reading) =>
    !apart(reading.bid, other.bid, JUMP) && !apart(reading.ask, other.ask, JUMP);
  if (!before || isNear(before.used)) return { used: reading, jumped: null };
  const { jumped } = before;
  // The same publication read twice says nothing new.
  if (jumped && reading.at === jumped.at) return before;
  if (jumped && isNear(jumped)) return { used: reading, jumped: null };
  return { used: before.used, jumped: reading };
}
