import * as v from 'valibot';
import type { Rate } from '#core/exchange/course.ts';
import { download, SourceError } from './download.ts';
import * as fraction from './fraction.ts';
import type { Feed, Reading } from './polled.ts';

/** The best offers of a symbol, as in Binance's "Symbol order book ticker". */
const BookTicker = v.array(v.object({ symbol: v.string(), bidPrice: v.string(), askPrice: v.string() }));

/** What Binance quotes against here; counted as the dollar, see source.ts. */
const TETHER = 'USDT';
const DOLLAR = { numerator: 1n, denominator: 1n };

const SECOND = 1_000;

/**
 * Binance's book ticker against USDT, for `tickers`. The answer has no time of its own: its age counts from receipt.
 * A ticker without an offer, with an ask under its bid, or not traded there, has no price. One unknown symbol, and
 * Binance refuses the whole request: then each is asked for alone, and the unknown ones no more.
 */
export function binance(url: string, tickers: readonly string[], now: () => number): Feed {
  const others = tickers.filter(one => one !== TETHER && /^[A-Z\d]{1,16}$/.test(one));
  const symbols = new Map(others.map(one => [one + TETHER, one]));

  async function ask(wanted: readonly string[], signal: AbortSignal): Promise<Reading[]> {
    const address = new URL(url);
    address.searchParams.set('symbols', JSON.stringify(wanted));
    const book = v.safeParse(BookTicker, parse(await download(address, signal)));
    if (!book.success) throw new SourceError('not a book ticker');
    const at = now();
    return book.output.flatMap(({ symbol, bidPrice, askPrice }): Reading[] => {
      const [ticker, bid, ask] = [symbols.get(symbol), fraction.read(bidPrice), fraction.read(askPrice)];
      if (ticker === undefined || !bid || !ask || isCrossed(bid, ask)) return [];
      return [{ ticker, bid, ask, at }];
    });
  }

  async function alone(symbol: string, signal: AbortSignal): Promise<Reading[]> {
    try {
      return await ask([symbol], signal);
    } catch (error) {
      if (!isUnknownSymbol(error)) throw error;
      symbols.delete(symbol);
      return [];
    }
  }

  async function all(signal: AbortSignal): Promise<Reading[]> {
    const wanted = [...symbols.keys()];
    if (wanted.length === 0) return [];
    try {
      return await ask(wanted, signal);
    } catch (error) {
      if (!isUnknownSymbol(error)) throw error;
      return (await Promise.all(wanted.map(symbol => alone(symbol, signal)))).flat();
    }
  }

  return {
    name: 'binance',
    tickers,
    every: 10 * SECOND,
    again: 5 * SECOND,
    maxAge: 120 * SECOND,
    async read(signal) {
      const readings = await all(signal);
      return [{ ticker: TETHER, bid: DOLLAR, ask: DOLLAR, at: now() }, ...readings];
    },
  };
}

/** Whether somebody would pay more than another asks: no market stays so, the answer is wrong. */
function isCrossed(bid: Rate, ask: Rate): boolean {
  return ask.numerator * bid.denominator < bid.numerator * ask.denominator;
}

/** Binance's code -1121, "Invalid symbol."; any other refusal is of the whole request. */
function isUnknownSymbol(error: unknown): boolean {
  return error instanceof SourceError && /"code"\s*:\s*-1121\b/.test(error.body);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new SourceError('not JSON', { cause });
  }
}
