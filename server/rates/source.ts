import type { Rate } from '#core/exchange/course.ts';
import type { SourceName } from '../config.ts';

/** What one unit is worth in US dollars, exact: `bid` when we take it, `ask` when we give it. */
export interface Price {
  bid: Rate;
  ask: Rate;
  /** Milliseconds since 1970 UTC that its age counts from: receipt, the publication's day, or the step of the drift. */
  at: number;
}

/** A price, or the code of messages.ts why there is none that may be used. */
export type Quoted = ({ ok: true } & Price) | { ok: false; code: 'rate_stale' | 'rate_jump' };

/** Where prices come from. Tether counts as the dollar; what that is wrong by is part of the margin. */
export interface Source {
  name: SourceName;
  /** The price of a ticker (USDT, RUB) at `now`, milliseconds; from memory. */
  price: (ticker: string, now: number) => Quoted;
  /** Reads once now and then on and on, until `stop`; resolves after the first reading, whatever came of it. */
  start: () => Promise<void>;
  stop: () => void;
}

/** No price that may be used. */
export const stale = { ok: false, code: 'rate_stale' } as const;
