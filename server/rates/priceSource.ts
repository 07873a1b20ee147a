import type { CourseFraction } from '#core/exchange/course.ts';
import type { RateSourceName } from '../config.ts';

/** What one unit is worth in US dollars, exact: `bid` when we take it, `ask` when we give it. */
export interface SourcePrice {
  bid: CourseFraction;
  ask: CourseFraction;
  /** Milliseconds since 1970 UTC that its age counts from: receipt, the publication's day, or the step of the drift. */
  at: number;
}

/** A price, or the code of messages.ts why there is none that may be used. */
export type PriceResult = ({ ok: true } & SourcePrice) | { ok: false; code: 'rate_stale' | 'rate_jump' };

/** Where prices come from. Tether counts as the dollar; what that is wrong by is part of the margin. */
export interface PriceSource {
  name: RateSourceName;
  /** The price of a ticker (USDT, RUB) at `now`, milliseconds; from memory. */
  price: (ticker: string, now: number) => PriceResult;
  /** Reads once now and then on and on, until `stop`; resolves after the first reading, whatever came of it. */
  start: () => Promise<void>;
  stop: () => void;
}

/** No price that may be used. */
export const STALE_PRICE = { ok: false, code: 'rate_stale' } as const;
