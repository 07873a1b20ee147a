import * as v from 'valibot';
import type { CourseFraction } from '#core/exchange/course.ts';
import { downloadBytes, SourceError } from './download.ts';
import { ONE, parsePrice } from './fraction.ts';
import type { PriceFeed } from './pricePoller.ts';
import type { PriceReading } from './priceSource.ts';

/** The best bid and ask of a symbol, as in Binance's "Symbol order book ticker". */
const BookTicker = v.array(v.object({ symbol: v.string(), bidPrice: v.string(), askPrice: v.string() }));

/** Quote currency on Binance. It counts as the dollar, see priceSource.ts. */
const QUOTE_TICKER = 'USDT';

const SECOND_MS = 1_000;

/**
 * Binance's book ticker against USDT, for `tickers`. The response has no time, so the age counts from receipt. A ticker
 * without an offer, with an ask below its bid, or not listed has no price. Binance rejects the whole request if one
 * symbol is unknown. The feed then requests each symbol alone and excludes the unknown ones from then on.
 */
export function createBinanceFeed(url: string, tickers: readonly string[], now: () => number): PriceFeed {
  const quotedTickers = tickers.filter(ticker => ticker !== QUOTE_TICKER && /^[A-Z\d]{1,16}$/.test(ticker));
  const tickersBySymbol = new Map(quotedTickers.map(ticker => [ticker + QUOTE_TICKER, ticker]));

  async function fetchPrices(
    requestedSymbols: readonly string[],
    signal: AbortSignal,
  ): Promise<PriceReading[]> {
    const requestUrl = new URL(url);
    requestUrl.searchParams.set('symbols', JSON.stringify(requestedSymbols));
    const book = v.safeParse(BookTicker, parseJson(await downloadBytes(requestUrl, signal)));
    if (!book.success) throw new SourceError('not a book ticker');
    const at = now();
    return book.output.flatMap(({ symbol, bidPrice, askPrice }): PriceReading[] => {
      const [ticker, bid, ask] = [tickersBySymbol.get(symbol), parsePrice(bidPrice), parsePrice(askPrice)];
      if (ticker === undefined || !bid || !ask || isCrossed(bid, ask)) return [];
      return [{ ticker, bid, ask, at }];
    });
  }

  async function fetchSymbol(symbol: string, signal: AbortSignal): Promise<PriceReading[]> {
    try {
      return await fetchPrices([symbol], signal);
    } catch (error) {
      if (!isUnknownSymbolError(error)) throw error;
      tickersBySymbol.delete(symbol);
      return [];
    }
  }

  async function fetchAllPrices(signal: AbortSignal): Promise<PriceReading[]> {
    const allSymbols = [...tickersBySymbol.keys()];
    if (allSymbols.length === 0) return [];
    try {
      return await fetchPrices(allSymbols, signal);
    } catch (error) {
      if (!isUnknownSymbolError(error)) throw error;
      return (await Promise.all(allSymbols.map(symbol => fetchSymbol(symbol, signal)))).flat();
    }
  }

  return {
    name: 'binance',
    tickers,
    intervalMs: 10 * SECOND_MS,
    retryIntervalMs: 5 * SECOND_MS,
    maxAgeMs: 120 * SECOND_MS,
    async fetchReadings(signal) {
      const prices = await fetchAllPrices(signal);
      return [{ ticker: QUOTE_TICKER, bid: ONE, ask: ONE, at: now() }, ...prices];
    },
  };
}

/** Whether the bid is above the ask. A real market corrects this at once, so the response is wrong. */
function isCrossed(bid: CourseFraction, ask: CourseFraction): boolean {
  return ask.numerator * bid.denominator < bid.numerator * ask.denominator;
}

/** Whether Binance responded with code -1121, "Invalid symbol.". Any other error concerns the whole request. */
function isUnknownSymbolError(error: unknown): boolean {
  return error instanceof SourceError && /"code"\s*:\s*-1121\b/.test(error.body);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new SourceError('not JSON', { cause });
  }
}
