import { describe, expect, test, vi } from 'vitest';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import { createBinanceFeed } from '#server/exchange/courses/prices/binanceFeed.ts';
import { createBookTicker, startRateProvider } from '../support/rateProvider.ts';
import {
  createManualClock,
  createConfiguredRates,
  createTestSource,
  DAY_MS,
  SECOND_MS,
  formatRate,
  FAKE_TIMERS,
} from '../support/configuredRates.ts';

describe('jumps', () => {
  /** A source whose next price the test sets. */
  async function createMarket() {
    const server = await startRateProvider({ body: '' });
    const time = createManualClock();
    const feed = createBinanceFeed(server.url, ['BTC'], time.now);
    const { source, lines } = await createTestSource(feed, time.now);
    return {
      time,
      lines,
      /** Polls at this price. Returns the resulting bid of BTC, or the code of the failure. */
      async at(price: string) {
        time.advance(10 * SECOND_MS);
        server.reply = { body: createBookTicker({ BTCUSDT: price }) };
        await source.refresh();
        const quoted = source.price('BTC', time.at);
        return quoted.ok ? courseToDecimal(quoted.bid) : quoted.code;
      },
      read: source.refresh,
      price: () => source.price('BTC', time.at),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  }

  test.each<[string, [string, string][]]>([
    [
      'accepts moves of 5 %',
      [
        ['100000', '100000'],
        ['105000', '105000'],
        ['99750', '99750'],
      ],
    ],
    [
      'holds a larger rise until a close price confirms it',
      [
        ['100000', '100000'],
        ['105000.01', 'rate_jump'],
        ['106000', '106000'],
      ],
    ],
    [
      'holds a larger drop until a close price confirms it',
      [
        ['100000', '100000'],
        ['94999.99', 'rate_jump'],
        ['94000', '94000'],
      ],
    ],
    [
      'drops a jump if the next price is near the old one',
      [
        ['100000', '100000'],
        ['300000', 'rate_jump'],
        ['100100', '100100'],
      ],
    ],
    [
      'accepts no price while prices keep jumping',
      [
        ['100000', '100000'],
        ['50000', 'rate_jump'],
        ['70000', 'rate_jump'],
        ['50000', 'rate_jump'],
        ['50100', '50100'],
      ],
    ],
    ['accepts the first price', [['1', '1']]],
  ])('%s', async (_, steps) => {
    await using btc = await createMarket();
    for (const [price, expected] of steps) expect(await btc.at(price)).toBe(expected);
  });

  test('detects a jump of the ask price alone', async () => {
    const server = await startRateProvider({ body: '' });
    const time = createManualClock();
    const { source } = await createTestSource(createBinanceFeed(server.url, ['BTC'], time.now), time.now);
    const quoted = [];
    for (const askPrice of ['100', '300']) {
      time.advance(10 * SECOND_MS);
      const line = { symbol: 'BTCUSDT', bidPrice: '100', bidQty: '1', askPrice, askQty: '1' };
      server.reply = { body: JSON.stringify([line]) };
      await source.refresh();
      const price = source.price('BTC', time.at);
      quoted.push(price.ok || price.code);
    }
    expect(quoted).toEqual([true, 'rate_jump']);
    await server[Symbol.asyncDispose]();
  });

  test('does not confirm a jump by the same publication', async () => {
    const rates = [80n, 96n, 96n];
    let day = 0;
    let round = 0;
    const readRuble = () => {
      const dollars = { numerator: 1n, denominator: rates[round] ?? 1n };
      return [{ ticker: 'RUB', bid: dollars, ask: dollars, at: day }];
    };
    const feed = {
      name: 'cbr',
      tickers: ['RUB'],
      intervalMs: 1,
      retryIntervalMs: 1,
      maxAgeMs: 1e9,
      fetchReadings: async () => readRuble(),
    } as const;
    const { source } = await createTestSource(feed);
    const results = [];
    for (const [n, at] of [1, 2, 2].entries()) {
      [round, day] = [n, at];
      await source.refresh();
      const price = source.price('RUB', 2);
      results.push(price.ok || price.code);
    }
    expect(results).toEqual([true, 'rate_jump', 'rate_jump']);
    [round, day] = [2, 3];
    await source.refresh();
    expect(source.price('RUB', 3).ok).toBe(true);
  });

  test('an outage does not let a jump through unconfirmed', async () => {
    await using btc = await createMarket();
    await btc.at('100000');
    btc.time.advance(DAY_MS);
    expect(btc.price()).toEqual({ ok: false, code: 'rate_stale' });
    expect(await btc.at('150000')).toBe('rate_jump');
    btc.time.advance(121 * SECOND_MS);
    expect(btc.price()).toEqual({ ok: false, code: 'rate_stale' });
    expect(await btc.at('151000')).toBe('151000');
  });

  test('refuses only the ticker that jumped, with a message', async () => {
    await using server = await startRateProvider({
      body: createBookTicker({ BTCUSDT: '92000', ETHUSDT: '3000' }),
    });
    const { rates } = await createConfiguredRates({ sources: { '*': 'binance' }, binanceUrl: server.url }, [
      'BTC',
      'ETH',
      'USDT',
    ]);
    vi.useFakeTimers(FAKE_TIMERS);
    await rates.start();
    server.reply = { body: createBookTicker({ BTCUSDT: '99000', ETHUSDT: '3010' }) };
    try {
      // The source is polled every ten seconds.
      await vi.advanceTimersByTimeAsync(10_000);
      await expect.poll(() => rates.getRateProblem('BTC')).toBe('rate_jump');
      expect(rates.getSourceCourse('USDT', 'BTC')).toEqual({
        ok: false,
        code: 'rate_jump',
        detail: 'Курс резко изменился. Обмен откроется, когда курс подтвердится',
      });
      expect(formatRate(rates.getSourceCourse('ETH', 'USDT'))).toBe('3010');
    } finally {
      await rates.stop();
    }
  });

  test('logs a jump once at its start and end', async () => {
    await using btc = await createMarket();
    for (const price of ['100', '200', '300', '301', '302']) await btc.at(price);
    expect(btc.lines).toEqual([
      'warn: a price jumped: its pairs are closed until the next reading confirms it',
      'info: a price is confirmed',
    ]);
  });
});
