import type { Logger } from 'pino';
import { apart } from './fraction.ts';
import { stale, type Price, type Source } from './source.ts';

/** One ticker's price as it was read; `at` is the moment that its age counts from, milliseconds. */
export interface Reading extends Price {
  ticker: string;
  at: number;
}

/** A provider to ask again and again. Times in milliseconds. */
export interface Feed {
  name: Source['name'];
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

const TIMEOUT = 8_000;

/** A source that asks its feed in the background; its `price` answers from memory. `read` asks once, for tests too. */
export interface Polled extends Source {
  read: () => Promise<void>;
}

/** Makes a source of a feed. A failure is logged once, and so is the first success after it. */
export function polled(feed: Feed, log: Logger): Polled {
  const known = new Map<string, Known>();
  let timer: NodeJS.Timeout | undefined;
  let stopping: AbortController | null = null;
  let failing = false;

  async function read() {
    const signals = [AbortSignal.timeout(TIMEOUT), ...(stopping ? [stopping.signal] : [])];
    try {
      for (const reading of await feed.read(AbortSignal.any(signals))) take(known, reading, feed.maxAge);
      if (failing) log.info({ source: feed.name }, 'rates can be read again');
      failing = false;
    } catch (error) {
      if (stopping?.signal.aborted) return;
      if (!failing) log.warn({ source: feed.name, err: error }, 'rates cannot be read');
      failing = true;
    }
  }

  async function round(mine: AbortController) {
    await read();
    if (mine.signal.aborted) return;
    const soon = failing || [...known.values()].some(one => one.jumped);
    timer = setTimeout(() => void round(mine), soon ? feed.again : feed.every).unref();
  }

  return {
    name: feed.name,
    price(ticker, now) {
      const one = known.get(ticker);
      if (!one) return stale;
      if (one.jumped) return { ok: false, code: 'rate_jump' };
      return now - one.used.at > feed.maxAge ? stale : { ok: true, bid: one.used.bid, ask: one.used.ask };
    },
    read,
    async start() {
      stopping = new AbortController();
      await round(stopping);
    },
    stop() {
      stopping?.abort();
      clearTimeout(timer);
    },
  };
}

/**
 * A price near the one in use takes its place. One far from it closes the ticker until the next reading is near either:
 * near the jump confirms it, near the old price calls it off. A price too old to compare with decides nothing.
 */
function take(known: Map<string, Known>, reading: Reading, maxAge: number): void {
  const before = known.get(reading.ticker);
  const near = (other: Reading | null) => other !== null && !apart(reading.bid, other.bid, JUMP);
  const fine =
    !before || reading.at - before.used.at > 2 * maxAge || near(before.used) || near(before.jumped);
  known.set(
    reading.ticker,
    fine || !before ? { used: reading, jumped: null } : { ...before, jumped: reading },
  );
}
