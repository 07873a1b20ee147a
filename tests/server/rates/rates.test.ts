import { describe, expect, test, vi } from 'vitest';
import { parseConfig } from '#server/platform/config/config.ts';
import type { PriceFeed } from '#server/exchange/courses/prices/pricePoller.ts';
import { createBookTicker, startRateProvider, readRecorded } from '../support/rateProvider.ts';
import {
  createConfiguredRates,
  createTestSource,
  DAY_MS,
  CLOCK_START,
  SECOND_MS,
  formatRate,
  FAKE_TIMERS,
} from '../support/configuredRates.ts';

describe('the configured sources', () => {
  test('the fixed table has prices before start and drifts', async () => {
    const { rates, time } = await createConfiguredRates({}, ['BTC', 'RUB', 'USDT']);
    const before = rates.getSourceCourse('BTC', 'RUB');
    expect(before).toMatchObject({ ok: true, at: CLOCK_START });
    time.advance(15 * SECOND_MS);
    expect(rates.getSourceCourse('BTC', 'RUB')).toMatchObject({ ok: true, at: CLOCK_START + 15 * SECOND_MS });
    expect(formatRate(rates.getSourceCourse('BTC', 'RUB'))).not.toBe(formatRate(before));
    time.advance(300 * DAY_MS);
    expect(rates.getRateProblem('BTC')).toBeNull();
  });

  test('the fixed table is constant with RATE_DRIFT=off', async () => {
    const { rates, time } = await createConfiguredRates(parseConfig({ RATE_DRIFT: 'off' }).rates, [
      'USDT',
      'RUB',
    ]);
    expect(formatRate(rates.getSourceCourse('USDT', 'RUB'))).toBe('81.92');
    time.advance(7 * DAY_MS + 15 * SECOND_MS);
    expect(formatRate(rates.getSourceCourse('USDT', 'RUB'))).toBe('81.92');
  });

  test('a course crosses two sources, bought at the bid and sold at the ask; XMR comes from the table', async () => {
    await using exchange = await startRateProvider({ body: await readRecorded('binance.json') });
    await using bank = await startRateProvider({ body: await readRecorded('cbr.xml') });
    const tickers = ['BTC', 'ETH', 'DOGE', 'TON', 'USDT', 'RUB', 'XMR'];
    const { rates, lines } = await createConfiguredRates(
      {
        ...parseConfig({ RATE_SOURCES: 'binance,RUB:cbr,XMR:fixed', RATE_DRIFT: 'off' }).rates,
        binanceUrl: exchange.url,
        cbrUrl: bank.url,
      },
      tickers,
    );
    expect(formatRate(rates.getSourceCourse('USDT', 'RUB'))).toBe('rate_stale');
    await rates.start();
    try {
      expect(exchange.requestedSymbols).toEqual([['BTCUSDT', 'ETHUSDT', 'DOGEUSDT', 'TONUSDT']]);
      expect(bank.requestedSymbols).toHaveLength(1);
      expect(formatRate(rates.getSourceCourse('USDT', 'RUB'))).toBe('81.1234');
      expect(formatRate(rates.getSourceCourse('BTC', 'USDT'))).toBe('92134.55');
      expect(formatRate(rates.getSourceCourse('USDT', 'BTC'))).toBe('0.00001085369051');
      expect(formatRate(rates.getSourceCourse('USDT', 'USDT'))).toBe('1');
      // 2.904 × 81.1234; the older of both prices is the bank's, of 00:00 in Moscow.
      expect(rates.getSourceCourse('TON', 'RUB')).toMatchObject({ at: Date.parse('2026-11-20T21:00:00Z') });
      expect(formatRate(rates.getSourceCourse('TON', 'RUB'))).toBe('235.5823536');
      expect(formatRate(rates.getSourceCourse('XMR', 'USDT'))).toBe('395');
      expect(rates.getSourceCourse('SOL', 'RUB')).toEqual({
        ok: false,
        code: 'rate_stale',
        detail: 'Свежего курса пока нет. Обмен откроется, когда он придёт',
      });
      expect(lines).toEqual([]);
    } finally {
      await rates.stop();
    }
  });

  test('waits 3 s for a silent source at start and logs its failure after 5 s', async () => {
    await using server = await startRateProvider('silence');
    const { rates, lines } = await createConfiguredRates(
      { sources: { '*': 'binance' }, binanceUrl: server.url },
      ['BTC'],
    );
    vi.useFakeTimers(FAKE_TIMERS);
    const requestTimeout = new AbortController();
    const timeoutSpy = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(requestTimeout.signal);
    let isWaiting = true;
    const started = rates.start().then(() => (isWaiting = false));
    await vi.advanceTimersByTimeAsync(2_999);
    expect(isWaiting).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    await started;
    vi.useRealTimers();
    await expect.poll(() => server.requestedSymbols).toHaveLength(1);
    expect(formatRate(rates.getSourceCourse('BTC', 'BTC'))).toBe('rate_stale');
    expect(lines).toEqual([]);
    expect(timeoutSpy.mock.calls).toEqual([[5_000]]);
    requestTimeout.abort(new DOMException('', 'TimeoutError'));
    await expect.poll(() => lines).toEqual(['warn: rates cannot be read']);
    await rates.stop();
  });

  test('stop() aborts a running request without logging', async () => {
    await using server = await startRateProvider('silence');
    const { rates, lines } = await createConfiguredRates({ sources: { '*': 'cbr' }, cbrUrl: server.url }, [
      'RUB',
    ]);
    // The timeout of the start never fires, so only stop() can end it.
    vi.useFakeTimers(FAKE_TIMERS);
    const started = rates.start();
    while (server.requestedSymbols.length === 0) await new Promise(setImmediate);
    await rates.stop();
    await started;
    expect(lines).toEqual([]);
  });
});

describe('ages', () => {
  test('Binance’s price is used for 120 s since receipt', async () => {
    await using server = await startRateProvider({ body: createBookTicker({ BTCUSDT: '92000' }) });
    const { rates, time } = await createConfiguredRates(
      { sources: { '*': 'binance' }, binanceUrl: server.url },
      ['BTC'],
    );
    await rates.start();
    await rates.stop();
    time.advance(120 * SECOND_MS);
    expect(rates.getRateProblem('BTC')).toBeNull();
    time.advance(1);
    expect(rates.getRateProblem('BTC')).toBe('rate_stale');
  });

  test('the bank’s price is used for 5 days since its date', async () => {
    await using server = await startRateProvider({ body: await readRecorded('cbr.xml') });
    const { rates, time, lines } = await createConfiguredRates(
      { sources: { '*': 'cbr' }, cbrUrl: server.url },
      ['RUB'],
    );
    await rates.start();
    await rates.stop();
    time.at = Date.parse('2026-11-25T21:00:00Z');
    expect(rates.getRateProblem('RUB')).toBeNull();
    expect(lines).toEqual([]);
    time.advance(1);
    for (let turn = 0; turn < 3; turn++) expect(rates.getRateProblem('RUB')).toBe('rate_stale');
    // No request failed, so only this line explains why the directions are closed.
    expect(lines).toEqual(['warn: a price is too old']);
    time.advance(-1);
    expect(rates.getRateProblem('RUB')).toBeNull();
    expect(lines).toEqual(['warn: a price is too old', 'info: a price is fresh again']);
  });
});

describe('polling', () => {
  const price = { numerator: 1n, denominator: 1n };

  /** A feed scripted by e-mails: `a` returns all prices, `m` misses one, `f` fails. Afterwards it returns all. */
  function createScriptedFeed(script: string): PriceFeed & { remaining: string[] } {
    const remaining = [...script];
    return {
      remaining,
      name: 'cbr',
      tickers: ['RUB', 'CNY'],
      intervalMs: 15,
      retryIntervalMs: 5,
      maxAgeMs: DAY_MS,
      async fetchReadings() {
        const message = remaining.shift();
        if (message === 'f') throw new Error('no response');
        const found = message === 'm' ? ['RUB'] : ['RUB', 'CNY'];
        return found.map(ticker => ({ ticker, bid: price, ask: price, at: CLOCK_START }));
      },
    };
  }

  test.each<[string, string, string[]]>([
    ['logs nothing on success', 'aaa', []],
    ['logs a failure once', 'afff', ['warn: rates cannot be read']],
    [
      'logs the recovery once',
      'fffaffa',
      [
        'warn: rates cannot be read',
        'info: rates can be read again',
        'warn: rates cannot be read',
        'info: rates can be read again',
      ],
    ],
    [
      'logs a missing price once',
      'ammma',
      ['warn: some prices are missing', 'info: all prices are available again'],
    ],
  ])('%s', async (_, script, expected) => {
    const { source, lines } = await createTestSource(createScriptedFeed(script));
    for (const _turn of script) await source.refresh();
    expect(lines).toEqual(expected);
  });

  test('polls until stopped, also after failures', async () => {
    const feed = createScriptedFeed('faffa');
    const { source } = await createTestSource(feed);
    await source.start();
    expect(feed.remaining).toHaveLength(4);
    await expect.poll(() => feed.remaining).toHaveLength(0);
    const fetchReadings = vi.spyOn(feed, 'fetchReadings');
    await expect.poll(() => fetchReadings.mock.calls.length).toBeGreaterThan(0);
    await source.stop();
    const calls = fetchReadings.mock.calls.length;
    await new Promise(resolve => setTimeout(resolve, 60));
    expect(fetchReadings.mock.calls.length).toBe(calls);
  });
});
