import * as v from 'valibot';
import * as fraction from './fraction.ts';
import type { Feed, Reading } from './polled.ts';

/** The best offers of a symbol, as in Binance's "Symbol order book ticker". */
const BookTicker = v.array(v.object({ symbol: v.string(), bidPrice: v.string(), askPrice: v.string() }));

/** Tickers without a pair to Tether there: one unknown symbol, and Binance refuses the whole request. */
const ABSENT: ReadonlySet<string> = new Set(['USDT', 'RUB', 'XMR']);

const SECOND = 1_000;

/** What Tether is counted as, see source.ts. */
const DOLLAR = { numerator: 1n, denominator: 1n };

/**
 * Binance's book ticker against USDT, for `tickers`. The answer has no time of its own: its age counts from receipt.
 * A ticker without an offer, or not traded there, has no price.
 */
export function binance(url: string, tickers: readonly string[], now: () => number): Feed {
  const symbols = new Map(tickers.filter(one => !ABSENT.has(one)).map(one => [`${one}USDT`, one]));
  const address = new URL(url);
  address.searchParams.set('symbols', JSON.stringify([...symbols.keys()]));
  return {
    name: 'binance',
    every: 10 * SECOND,
    again: 5 * SECOND,
    maxAge: 120 * SECOND,
    async read(signal) {
      const dollar: Reading = { ticker: 'USDT', bid: DOLLAR, ask: DOLLAR, at: now() };
      if (symbols.size === 0) return [dollar];
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`Binance answered ${response.status}`);
      const book = v.parse(BookTicker, await response.json());
      const at = now();
      const readings = book.flatMap(({ symbol, bidPrice, askPrice }): Reading[] => {
        const [ticker, bid, ask] = [symbols.get(symbol), fraction.read(bidPrice), fraction.read(askPrice)];
        return ticker !== undefined && bid && ask ? [{ ticker, bid, ask, at }] : [];
      });
      return [{ ...dollar, at }, ...readings];
    },
  };
}
