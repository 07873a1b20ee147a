import type { CourseFraction } from '#core/exchange/course.ts';
import type { RateSourceName } from '../config.ts';

/** Exact price of one unit in US dollars: `bid` if we receive it, `ask` if we pay it out. */
export interface SourcePrice {
  bid: CourseFraction;
  ask: CourseFraction;
  /** Milliseconds since 1970 UTC that its age counts from: receipt, the publication's day, or the step of the drift. */
  at: number;
}

/** A price, or the code of messages.ts for why none is usable. */
export type PriceResult = ({ ok: true } & SourcePrice) | { ok: false; code: 'rate_stale' | 'rate_jump' };

/** A source of prices. Tether counts as one dollar; the margin covers the difference. */
export interface PriceSource {
  name: RateSourceName;
  /** The price of a ticker (USDT, RUB) at `now`, milliseconds; from memory. */
  price: (ticker: string, now: number) => PriceResult;
  /** Reads once now and then on and on, until `stop`; resolves after the first reading, whatever came of it. */
  start: () => Promise<void>;
  stop: () => void;
}

/** Creates the result for a missing price. */
export const STALE_PRICE = { ok: false, code: 'rate_stale' } as const;
