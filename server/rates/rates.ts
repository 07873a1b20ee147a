import type { Logger } from 'pino';
import type { Rate } from '#core/exchange/course.ts';
import type { Config, SourceName } from '../config.ts';
import { binance } from './binance.ts';
import { cbr } from './cbr.ts';
import { fixed } from './fixed.ts';
import * as fraction from './fraction.ts';
import { polled } from './polled.ts';
import { recent, type Recent } from './recent.ts';
import type { Quoted, Source } from './source.ts';

/** Source prices of all pairs, from memory. */
export interface Rates {
  /** What the market gives for one unit of `from` in units of `to` (tickers), or why it cannot be told now. */
  source: (from: string, to: string) => { ok: true; rate: Rate } | Extract<Quoted, { ok: false }>;
  /** Why nothing can be priced in this ticker now, null when it can. */
  trouble: (ticker: string) => 'rate_stale' | 'rate_jump' | null;
  /** Courses told in the last 60 seconds. */
  recent: Recent;
  /** Starts reading live sources; resolves after their first reading, which may have failed. */
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
  const served = new Map<SourceName, string[]>();
  const named = new Map<string, SourceName>();
  for (const ticker of new Set(tickers)) {
    const name = config.sources[ticker] ?? config.sources['*'] ?? 'fixed';
    named.set(ticker, name);
    served.set(name, [...(served.get(name) ?? []), ticker]);
  }
  const make = (name: SourceName, own: readonly string[]): Source => {
    if (name === 'binance') return polled(binance(config.binanceUrl, own, now), log);
    if (name === 'cbr') return polled(cbr(config.cbrUrl, own), log);
    return fixed(config.drift);
  };
  const sources = new Map([...served].map(([name, own]) => [name, make(name, own)]));

  function price(ticker: string): Quoted {
    const source = sources.get(named.get(ticker) ?? 'fixed');
    return source?.price(ticker, now()) ?? { ok: false, code: 'rate_stale' };
  }

  return {
    source(from, to) {
      const [taken, given] = [price(from), price(to)];
      if (!taken.ok) return taken;
      if (!given.ok) return given;
      return { ok: true, rate: fraction.divide(taken.bid, given.ask) };
    },
    trouble(ticker) {
      const quoted = price(ticker);
      return quoted.ok ? null : quoted.code;
    },
    recent: recent(),
    async start() {
      await Promise.all([...sources.values()].map(source => source.start()));
    },
    stop() {
      for (const source of sources.values()) source.stop();
    },
  };
}
