import type { Logger } from 'pino';
import type { Rate } from '#core/exchange/course.ts';
import type { Config } from '../config.ts';
import type { Price } from './source.ts';

/** Why there is no price, with a sentence for people. */
export interface Refusal {
  ok: false;
  code: 'rate_stale' | 'rate_jump';
  detail: string;
}

/** A source course: units received for 1 unit sent, before margin and discount; `at` is its older price's time. */
export type SourceCourse = { ok: true; rate: Rate; at: number } | Refusal;

/** Prices of every ticker from the sources that the configuration names. */
export interface Rates {
  /** Asks every source once; resolves when all have answered, at the latest after 3 s. Never rejects. */
  start(): Promise<void>;
  /** Ends all asking. */
  stop(): void;
  /** The course between two tickers at this moment. */
  source(from: string, to: string): SourceCourse;
  /** What one unit of a ticker costs in US dollars at this moment. */
  price(ticker: string): ({ ok: true } & Price) | Refusal;
}

/** What Rates are made of. */
export interface Options {
  config: Config['rates'];
  /** Milliseconds since 1970 UTC. */
  now: () => number;
  log: Logger;
  /** Every ticker of the catalogue. */
  tickers: readonly string[];
  fetch?: typeof globalThis.fetch;
}
