import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rate } from '#core/exchange/course.ts';
import { binance } from '#server/rates/binance.ts';
import { cbr } from '#server/rates/cbr.ts';
import { fixed } from '#server/rates/fixed.ts';
import type { Feed } from '#server/rates/polled.ts';
import { book, provider, recorded, type Reply } from './provider.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const now = () => NOW;
const signal = new AbortController().signal;

/** A fraction equals a decimal text exactly. */
function isExactly({ numerator, denominator }: Rate, text: string): boolean {
  const [whole = '', decimals = ''] = text.split('.');
  return numerator * 10n ** BigInt(decimals.length) === BigInt(whole + decimals) * denominator;
}

async function read(feed: Feed) {
  const readings = await feed.read(signal);
  return new Map(readings.map(({ ticker, ...price }) => [ticker, price]));
}

const json = (value: unknown): Reply => ({ body: JSON.stringify(value) });

describe('Binance', () => {
  const tickers = ['BTC', 'ETH', 'DOGE', 'TON', 'USDT'];

  test('bid and ask are read exactly, aged from receipt; Tether is the dollar', async () => {
    await using server = await provider({ body: await recorded('binance.json') });
    const prices = await read(binance(server.url, tickers, now));
    expect(server.asked).toEqual([['BTCUSDT', 'ETHUSDT', 'DOGEUSDT', 'TONUSDT']]);
    expect([...prices.keys()].sort()).toEqual([...tickers].sort());
    const btc = prices.get('BTC');
    expect(btc && isExactly(btc.bid, '92134.55') && isExactly(btc.ask, '92134.56')).toBe(true);
    expect(btc?.at).toBe(NOW);
    const doge = prices.get('DOGE');
    expect(doge && isExactly(doge.bid, '0.15791') && isExactly(doge.ask, '0.15792')).toBe(true);
    const tether = prices.get('USDT');
    expect(tether && isExactly(tether.bid, '1') && isExactly(tether.ask, '1')).toBe(true);
  });

  test('of a partial answer only what makes sense and was asked for', async () => {
    await using server = await provider({ body: await recorded('binance-partial.json') });
    const prices = await read(binance(server.url, tickers, now));
    expect([...prices.keys()].sort()).toEqual(['BTC', 'USDT']);
  });

  test('a symbol that is not listed costs the others nothing and is not asked for again', async () => {
    const unknown = await recorded('binance-unknown.json');
    await using server = await provider(symbols =>
      symbols.includes('XMRUSDT')
        ? { status: 400, body: unknown }
        : { body: book(Object.fromEntries(symbols.map(symbol => [symbol, '5.0']))) },
    );
    const feed = binance(server.url, ['BTC', 'XMR', 'TON'], now);
    expect([...(await read(feed)).keys()].sort()).toEqual(['BTC', 'TON', 'USDT']);
    expect(server.asked).toHaveLength(4);
    expect([...(await read(feed)).keys()].sort()).toEqual(['BTC', 'TON', 'USDT']);
    expect(server.asked[4]).toEqual(['BTCUSDT', 'TONUSDT']);
  });

  test('another 400 is no reason to forget a symbol', async () => {
    await using server = await provider({
      status: 400,
      body: JSON.stringify({ code: -1003, msg: 'Too many' }),
    });
    const feed = binance(server.url, ['BTC'], now);
    await expect(feed.read(signal)).rejects.toMatchObject({ name: 'SourceError', message: 'status 400' });
    server.reply = { body: book({ BTCUSDT: '90000.1' }) };
    expect((await read(feed)).has('BTC')).toBe(true);
  });

  test.each<[string, Reply, string]>([
    ['a 500', { status: 500, body: 'oops' }, 'status 500'],
    ['a page of a proxy', { body: '<html>no</html>' }, 'not JSON'],
    ['half an answer', { body: '[{"symbol":"BTCUSDT","bidPr' }, 'not JSON'],
    ['another shape', json({ prices: [] }), 'not a book ticker'],
    ['numbers for texts', json([{ symbol: 'BTCUSDT', bidPrice: 1.5, askPrice: 1.6 }]), 'not a book ticker'],
    ['an answer without end', { body: '['.repeat(1_000_001) }, 'an answer over 1000000 bytes'],
  ])('%s is refused', async (_, reply, message) => {
    await using server = await provider(reply);
    await expect(binance(server.url, ['BTC'], now).read(signal)).rejects.toMatchObject({
      name: 'SourceError',
      message,
    });
  });

  test.each(['-1', '1e5', '0', '', ' 1', '0x10', '1,5', 'NaN'])('a price of “%s” is none', async price => {
    await using server = await provider({ body: book({ BTCUSDT: price, ETHUSDT: '3000' }) });
    const prices = await read(binance(server.url, ['BTC', 'ETH'], now));
    expect([...prices.keys()].sort()).toEqual(['ETH', 'USDT']);
  });
});

describe('the Bank of Russia', () => {
  test('windows-1251, decimal commas and nominals; a price is dated by the day in Moscow', async () => {
    const bytes = await recorded('cbr.xml');
    expect(new TextDecoder('windows-1251').decode(bytes)).toContain('Доллар США');
    await using server = await provider({ body: bytes });
    const prices = await read(cbr(server.url, ['RUB', 'CNY', 'KZT', 'AMD', 'BTC'], now));
    expect([...prices.keys()]).toEqual(['RUB', 'CNY', 'KZT']);
    const [rub, cny, kzt] = ['RUB', 'CNY', 'KZT'].map(ticker => prices.get(ticker)?.bid);
    const over = (rate: Rate | undefined, numerator: bigint, denominator: bigint) =>
      rate && rate.numerator * denominator === numerator * rate.denominator;
    expect(over(rub, 10_000n, 811_234n)).toBe(true);
    expect(over(cny, 113_920n, 811_234n)).toBe(true);
    expect(over(kzt, 155_810n, 81_123_400n)).toBe(true);
    expect(prices.get('RUB')?.at).toBe(Date.parse('2026-11-20T21:00:00Z'));
    expect(prices.get('RUB')?.ask).toEqual(rub);
  });

  const page = (date: string, char = 'USD') =>
    `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${date}" name="m">` +
    `<Valute><CharCode>${char}</CharCode><Nominal>1</Nominal><Value>80,5</Value></Valute></ValCurs>`;

  test('the next day’s courses, published in the afternoon, count', async () => {
    await using server = await provider({ body: page('22.11.2026') });
    const prices = await read(cbr(server.url, ['RUB'], now));
    expect(prices.get('RUB')?.at).toBe(Date.parse('2026-11-21T21:00:00Z'));
  });

  test.each<[string, string, string]>([
    ['a day that does not exist', page('31.02.2026'), 'no such day: 31.02.2026'],
    ['a month that does not exist', page('01.13.2026'), 'no such day: 01.13.2026'],
    ['a date far ahead', page('21.11.2027'), 'a date far ahead'],
    ['a page without the dollar', page('21.11.2026', 'EUR'), 'no course of the dollar'],
    ['a date of another form', page('2026-11-21'), 'not the daily courses'],
    ['a page of errors', '<ValCurs>Error in parameters</ValCurs>', 'not the daily courses'],
    ['no XML', 'sorry', 'not XML'],
    ['nothing', '', 'not XML'],
  ])('%s is refused', async (_, body, message) => {
    await using server = await provider({ body });
    await expect(cbr(server.url, ['RUB'], now).read(signal)).rejects.toMatchObject({
      name: 'SourceError',
      message,
    });
  });

  test('a page cut off on its way is refused, whatever was whole of it', async () => {
    await using server = await provider({ body: await recorded('cbr-cut.xml') });
    await expect(cbr(server.url, ['RUB'], now).read(signal)).rejects.toMatchObject({ message: 'not XML' });
  });

  test('entities that grow are not grown', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'8'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}">]>`;
    await using server = await provider({
      body: page('21.11.2026').replace('<ValCurs', `${bomb}<ValCurs`).replace('80,5', '&b;'),
    });
    await expect(cbr(server.url, ['RUB'], now).read(signal)).rejects.toMatchObject({
      message: 'no course of the dollar',
    });
  });
});

describe('the fixed table', () => {
  const tickers = 'BTC ETH LTC BCH DOGE DASH XMR TRX XRP TON SOL ADA BNB USDT USDC RUB'.split(' ');
  const [moving, still] = [fixed(true), fixed(false)];
  const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) });
  const bid = (source: typeof still, ticker: string, at: number) => {
    const price = source.price(ticker, at);
    if (!price.ok) throw new Error(`${ticker} has no price`);
    return price.bid;
  };
  /** How far a is from b, compared with `most` millionths of b. */
  const within = (a: Rate, b: Rate, most: bigint) => {
    const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
    const gap = left > right ? left - right : right - left;
    return gap * 1_000_000n <= right * most;
  };

  test('every ticker of the catalogue has a price, others have none', () => {
    expect(tickers.filter(ticker => !still.price(ticker, NOW).ok)).toEqual([]);
    for (const ticker of ['DOT', '', 'constructor', '__proto__'])
      expect(still.price(ticker, NOW)).toEqual({ ok: false, code: 'rate_stale' });
  });

  test('standing still, it is the same at any moment', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tickers), moment, moment, (ticker, one, other) => {
        expect(bid(still, ticker, one)).toEqual(bid(still, ticker, other));
      }),
    );
  });

  test('moving, it is a function of time alone, within ±0.2 % of the table, in small steps of 15 s', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tickers), moment, (ticker, at) => {
        const price = bid(moving, ticker, at);
        expect(bid(fixed(true), ticker, at)).toEqual(price);
        const began = at - (at % 15_000);
        expect(bid(moving, ticker, began)).toEqual(price);
        expect(bid(moving, ticker, began + 14_999)).toEqual(price);
        expect(within(price, bid(still, ticker, at), 2_000n)).toBe(true);
        expect(within(bid(moving, ticker, began + 15_000), price, 51n)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('moving, it reaches both ends and no two tickers move as one', () => {
    const steps = Array.from({ length: 160 }, (_, step) => NOW + step * 15_000);
    const walks = tickers
      .filter(ticker => ticker !== 'USDT')
      .map(ticker => {
        const middle = bid(still, ticker, NOW);
        return steps.map(at => {
          const { numerator, denominator } = bid(moving, ticker, at);
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
