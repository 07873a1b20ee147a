import type { CourseFraction } from '#core/exchange/course.ts';
import type { RateSourceName } from '#server/platform/config/config.ts';

/** Exact price of one unit in US dollars: `bid` if we receive it, `ask` if we pay it out. */
export interface SourcePrice {
  bid: CourseFraction;
  ask: CourseFraction;
  /** Start of the price's age, milliseconds since 1970 UTC: time of receipt, publication date, or drift step. */
  at: number;
}

/** One ticker's price from a feed. */
export interface PriceReading extends SourcePrice {
  ticker: string;
}

/** A price, or the code in messages.ts of the reason why none is usable. */
export type PriceResult = ({ ok: true } & SourcePrice) | { ok: false; code: 'rate_stale' | 'rate_jump' };

/** A source of prices. Tether counts as one dollar; the margin covers the difference. */
export interface PriceSource {
  name: RateSourceName;
  /** Returns the price of a ticker (USDT, RUB) at `now`, milliseconds, from memory. */
  price: (ticker: string, now: number) => PriceResult;
  /** Starts to poll. Resolves when there are prices, or after the first reading, even if it fails. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Result for a ticker without a fresh price. */
export const STALE_PRICE = { ok: false, code: 'rate_stale' } as const;
