import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CourseFraction } from '#core/exchange/course.ts';
import { createBinanceFeed } from '#server/exchange/courses/prices/binanceFeed.ts';
import { createCbrFeed } from '#server/exchange/courses/prices/cbrFeed.ts';
import { createFixedSource } from '#server/exchange/courses/prices/fixedSource.ts';
import type { PriceFeed } from '#server/exchange/courses/prices/pricePoller.ts';
import {
  createBookTicker,
  startRateProvider,
  readRecorded,
  type ProviderReply,
} from '../support/rateProvider.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const now = () => NOW;
const signal = new AbortController().signal;

/** A fraction equals a decimal text exactly. */
function equalsDecimal({ numerator, denominator }: CourseFraction, text: string): boolean {
  const [whole = '', decimals = ''] = text.split('.');
  return numerator * 10n ** BigInt(decimals.length) === BigInt(whole + decimals) * denominator;
}

async function readPrices(feed: PriceFeed) {
  const readings = await feed.fetchReadings(signal);
  return new Map(readings.map(({ ticker, ...price }) => [ticker, price]));
}

const json = (value: unknown): ProviderReply => ({ body: JSON.stringify(value) });

describe('Binance', () => {
  const tickers = ['BTC', 'ETH', 'DOGE', 'TON', 'USDT'];

  test('reads bid and ask exactly, aged from receipt; Tether is the dollar', async () => {
    await using server = await startRateProvider({ body: await readRecorded('binance.json') });
    const prices = await readPrices(createBinanceFeed(server.url, tickers, now));
    expect(server.requestedSymbols).toEqual([['BTCUSDT', 'ETHUSDT', 'DOGEUSDT', 'TONUSDT']]);
    expect([...prices.keys()].sort()).toEqual([...tickers].sort());
    const btc = prices.get('BTC');
    expect(btc && equalsDecimal(btc.bid, '92134.55') && equalsDecimal(btc.ask, '92134.56')).toBe(true);
    expect(btc?.at).toBe(NOW);
    const doge = prices.get('DOGE');
    expect(doge && equalsDecimal(doge.bid, '0.15791') && equalsDecimal(doge.ask, '0.15792')).toBe(true);
    const tether = prices.get('USDT');
    expect(tether && equalsDecimal(tether.bid, '1') && equalsDecimal(tether.ask, '1')).toBe(true);
  });

  test('uses only valid requested prices of a partial response', async () => {
    await using server = await startRateProvider({ body: await readRecorded('binance-partial.json') });
    const prices = await readPrices(createBinanceFeed(server.url, tickers, now));
    expect([...prices.keys()].sort()).toEqual(['BTC', 'USDT']);
  });

  test('skips an unlisted symbol and does not request it again', async () => {
    const unknown = await readRecorded('binance-unknown.json');
    await using server = await startRateProvider(symbols =>
      symbols.includes('XMRUSDT')
        ? { status: 400, body: unknown }
        : { body: createBookTicker(Object.fromEntries(symbols.map(symbol => [symbol, '5.0']))) },
    );
    const feed = createBinanceFeed(server.url, ['BTC', 'XMR', 'TON'], now);
    expect([...(await readPrices(feed)).keys()].sort()).toEqual(['BTC', 'TON', 'USDT']);
    expect(server.requestedSymbols).toHaveLength(4);
    expect([...(await readPrices(feed)).keys()].sort()).toEqual(['BTC', 'TON', 'USDT']);
    expect(server.requestedSymbols[4]).toEqual(['BTCUSDT', 'TONUSDT']);
  });

  test('keeps a symbol after another 400', async () => {
    await using server = await startRateProvider({
      status: 400,
      body: JSON.stringify({ code: -1003, msg: 'Too many' }),
    });
    const feed = createBinanceFeed(server.url, ['BTC'], now);
    await expect(feed.fetchReadings(signal)).rejects.toMatchObject({
      name: 'SourceError',
      message: 'status 400',
    });
    server.reply = { body: createBookTicker({ BTCUSDT: '90000.1' }) };
    expect((await readPrices(feed)).has('BTC')).toBe(true);
  });

  test.each<[string, ProviderReply, string]>([
    ['a 500', { status: 500, body: 'oops' }, 'status 500'],
    ['an HTML page', { body: '<html>no</html>' }, 'not JSON'],
    ['a truncated response', { body: '[{"symbol":"BTCUSDT","bidPr' }, 'not JSON'],
    ['another shape', json({ prices: [] }), 'not a book ticker'],
    [
      'numbers instead of text',
      json([{ symbol: 'BTCUSDT', bidPrice: 1.5, askPrice: 1.6 }]),
      'not a book ticker',
    ],
    ['a response over 1 MB', { body: '['.repeat(1_000_001) }, 'the response exceeds 1000000 bytes'],
  ])('%s is refused', async (_, reply, message) => {
    await using server = await startRateProvider(reply);
    await expect(createBinanceFeed(server.url, ['BTC'], now).fetchReadings(signal)).rejects.toMatchObject({
      name: 'SourceError',
      message,
    });
  });

  test.each(['-1', '1e5', '0', '', ' 1', '0x10', '1,5', 'NaN'])('ignores a price of “%s”', async price => {
    await using server = await startRateProvider({
      body: createBookTicker({ BTCUSDT: price, ETHUSDT: '3000' }),
    });
    const prices = await readPrices(createBinanceFeed(server.url, ['BTC', 'ETH'], now));
    expect([...prices.keys()].sort()).toEqual(['ETH', 'USDT']);
  });
});

describe('the Bank of Russia', () => {
  test('reads windows-1251, decimal commas and nominals; dates a price by the day in Moscow', async () => {
    const bytes = await readRecorded('cbr.xml');
    expect(new TextDecoder('windows-1251').decode(bytes)).toContain('Доллар США');
    await using server = await startRateProvider({ body: bytes });
    const prices = await readPrices(createCbrFeed(server.url, ['RUB', 'CNY', 'KZT', 'AMD', 'BTC'], now));
    expect([...prices.keys()]).toEqual(['RUB', 'CNY', 'KZT']);
    const [rub, cny, kzt] = ['RUB', 'CNY', 'KZT'].map(ticker => prices.get(ticker)?.bid);
    const over = (rate: CourseFraction | undefined, numerator: bigint, denominator: bigint) =>
      rate && rate.numerator * denominator === numerator * rate.denominator;
    expect(over(rub, 10_000n, 811_234n)).toBe(true);
    expect(over(cny, 113_920n, 811_234n)).toBe(true);
    expect(over(kzt, 155_810n, 81_123_400n)).toBe(true);
    expect(prices.get('RUB')?.at).toBe(Date.parse('2026-11-20T21:00:00Z'));
    expect(prices.get('RUB')?.ask).toEqual(rub);
  });

  const renderCbrPage = (date: string, char = 'USD') =>
    `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${date}" name="m">` +
    `<Valute><CharCode>${char}</CharCode><Nominal>1</Nominal><Value>80,5</Value></Valute></ValCurs>`;

  test('accepts the next day’s courses, published in the afternoon', async () => {
    await using server = await startRateProvider({ body: renderCbrPage('22.11.2026') });
    const prices = await readPrices(createCbrFeed(server.url, ['RUB'], now));
    expect(prices.get('RUB')?.at).toBe(Date.parse('2026-11-21T21:00:00Z'));
  });

  test.each<[string, string, string]>([
    ['a day that does not exist', renderCbrPage('31.02.2026'), 'invalid date: 31.02.2026'],
    ['a day before 2020', renderCbrPage('21.11.2019'), 'invalid date: 21.11.2019'],
    ['a day after 2100', renderCbrPage('31.12.9999'), 'invalid date: 31.12.9999'],
    ['a month that does not exist', renderCbrPage('01.13.2026'), 'invalid date: 01.13.2026'],
    ['a date far ahead', renderCbrPage('21.11.2027'), 'the date is too far in the future'],
    ['a page without the dollar', renderCbrPage('21.11.2026', 'EUR'), 'no rate of the dollar'],
    ['a date of another form', renderCbrPage('2026-11-21'), 'not the daily rates'],
    ['an error page', '<ValCurs>Error in parameters</ValCurs>', 'not the daily rates'],
    ['no XML', 'sorry', 'not XML'],
    ['an empty response', '', 'not XML'],
  ])('%s is refused', async (_, body, message) => {
    await using server = await startRateProvider({ body });
    await expect(createCbrFeed(server.url, ['RUB'], now).fetchReadings(signal)).rejects.toMatchObject({
      name: 'SourceError',
      message,
    });
  });

  test('refuses a truncated page, even with complete courses in it', async () => {
    await using server = await startRateProvider({ body: await readRecorded('cbr-cut.xml') });
    await expect(createCbrFeed(server.url, ['RUB'], now).fetchReadings(signal)).rejects.toMatchObject({
      message: 'not XML',
    });
  });

  test('does not expand XML entities', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'8'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}">]>`;
    await using server = await startRateProvider({
      body: renderCbrPage('21.11.2026').replace('<ValCurs', `${bomb}<ValCurs`).replace('80,5', '&b;'),
    });
    await expect(createCbrFeed(server.url, ['RUB'], now).fetchReadings(signal)).rejects.toMatchObject({
      message: 'no rate of the dollar',
    });
  });
});

describe('the fixed table', () => {
  const tickers = 'BTC ETH LTC BCH DOGE DASH XMR TRX XRP TON SOL ADA BNB USDT USDC RUB'.split(' ');
  const [drifting, constant] = [createFixedSource(true), createFixedSource(false)];
  const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) });
  const bid = (source: typeof constant, ticker: string, at: number) => {
    const price = source.price(ticker, at);
    if (!price.ok) throw new Error(`${ticker} has no price`);
    return price.bid;
  };
  /** Whether a and b differ by at most `limit` millionths. */
  const isWithinMillionths = (a: CourseFraction, b: CourseFraction, limit: bigint) => {
    const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
    const gap = left > right ? left - right : right - left;
    return gap * 1_000_000n <= right * limit;
  };

  test('every ticker of the catalogue has a price, others have none', () => {
    expect(tickers.filter(ticker => !constant.price(ticker, NOW).ok)).toEqual([]);
    for (const ticker of ['DOT', '', 'constructor', '__proto__'])
      expect(constant.price(ticker, NOW)).toEqual({ ok: false, code: 'rate_stale' });
  });

  test('is constant without drift', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tickers), moment, moment, (ticker, one, other) => {
        expect(bid(constant, ticker, one)).toEqual(bid(constant, ticker, other));
      }),
    );
  });

  test('drifts deterministically within ±0.2 % in 15 s steps', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tickers), moment, (ticker, at) => {
        const price = bid(drifting, ticker, at);
        expect(bid(createFixedSource(true), ticker, at)).toEqual(price);
        const stepStart = at - (at % 15_000);
        expect(bid(drifting, ticker, stepStart)).toEqual(price);
        expect(bid(drifting, ticker, stepStart + 14_999)).toEqual(price);
        expect(isWithinMillionths(price, bid(constant, ticker, at), 2_000n)).toBe(true);
        expect(isWithinMillionths(bid(drifting, ticker, stepStart + 15_000), price, 51n)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('drifts to both bounds, independently per ticker', () => {
    const steps = Array.from({ length: 160 }, (_, step) => NOW + step * 15_000);
    const walks = tickers
      .filter(ticker => ticker !== 'USDT')
      .map(ticker => {
        const middle = bid(constant, ticker, NOW);
        return steps.map(at => {
          const { numerator, denominator } = bid(drifting, ticker, at);
          return (1_000_000n * numerator * middle.denominator) / (denominator * middle.numerator);
        });
      });
    for (const walk of walks) {
      expect(walk.reduce((a, b) => (a < b ? a : b))).toBe(998_000n);
      expect(walk.reduce((a, b) => (a > b ? a : b))).toBe(1_002_000n);
    }
    expect(new Set(walks.map(walk => walk.join())).size).toBe(walks.length);
  });
});
