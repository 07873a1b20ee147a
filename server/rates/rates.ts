import type { Logger } from 'pino';
import type { Rate } from '#core/exchange/course.ts';
import { message } from '#core/messages.ts';
import type { Config, SourceName } from '../config.ts';
import { binance } from './binance.ts';
import { cbr } from './cbr.ts';
import { fixed } from './fixed.ts';
import * as fraction from './fraction.ts';
import { polled } from './polled.ts';
import { recent, type Recent } from './recent.ts';
import { stale, type Quoted, type Source } from './source.ts';

/** How long a start waits for first readings, milliseconds. */
const FIRST = 3_000;

/**
 * A source course: units received for 1 unit sent, before margin and discount, and the time of its older price; or why
 * there is none, with a sentence for people.
 */
export type SourceCourse =
  { ok: true; rate: Rate; at: number } | { ok: false; code: 'rate_stale' | 'rate_jump'; detail: string };

/** Source prices of all pairs, from memory. */
export interface Rates {
  /** What the market gives now for one unit of `from` in units of `to` (tickers), or why it cannot be told. */
  source: (from: string, to: string) => SourceCourse;
  /** What one unit of a ticker is worth in US dollars now; `rate_stale` when nobody has a price of it. */
  price: (ticker: string) => Quoted;
  /** Why nothing can be priced in this ticker now, null when it can. */
  trouble: (ticker: string) => 'rate_stale' | 'rate_jump' | null;
  /** Courses told in the last 60 seconds. */
  recent: Recent;
  /** Starts reading live sources; resolves after their first reading, at the latest after 3 seconds. Never rejects. */
  start: () => Promise<void>;
  stop: () => void;
}

/** What rates are made of. `tickers` are those of the catalogue. */
export interface Options {
  config: Config['rates'];
  tickers: readonly string[];
  now: () => number;
  log: Logger;
}

/** Makes the sources that the configuration names, each asked only for the tickers it serves. */
export function create({ config, tickers, now, log }: Options): Rates {
  const nameOf = (ticker: string): SourceName => {
    const named = Object.hasOwn(config.sources, ticker) ? config.sources[ticker] : undefined;
    return named ?? config.sources['*'] ?? 'fixed';
  };
  const make = (name: SourceName, own: readonly string[]): Source => {
    if (name === 'binance') return polled(binance(config.binanceUrl, own, now), log);
    if (name === 'cbr') return polled(cbr(config.cbrUrl, own, now), log);
    return fixed(config.drift);
  };
  const served = Map.groupBy(new Set(tickers), nameOf);
  const sources = new Map([...served].map(([name, own]) => [name, make(name, own)]));

  function price(ticker: string): Quoted {
    return sources.get(nameOf(ticker))?.price(ticker, now()) ?? stale;
  }

  return {
    source(from, to) {
      const [taken, given] = [price(from), price(to)];
      if (!taken.ok) return refuse(taken.code);
      if (!given.ok) return refuse(given.code);
      return { ok: true, rate: fraction.divide(taken.bid, given.ask), at: Math.min(taken.at, given.at) };
    },
    price,
    trouble(ticker) {
      const quoted = price(ticker);
      return quoted.ok ? null : quoted.code;
    },
    recent: recent(),
    async start() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, FIRST);
      await Promise.race([Promise.all([...sources.values()].map(source => source.start())), late]);
      clearTimeout(timer);
    },
    stop() {
      for (const source of sources.values()) source.stop();
    },
  };
}

function refuse(code: 'rate_stale' | 'rate_jump') {
  return { ok: false, code, detail: message(code) } as const;
}
