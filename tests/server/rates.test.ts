import { describe, expect, test, vi } from 'vitest';
import { read } from '#server/config.ts';
import { polled, type Feed } from '#server/rates/polled.ts';
import { book, listening, provider, recorded } from './provider.ts';
import { configured, DAY, NOW, SECOND, text, TIMERS } from './rated.ts';

describe('the configured sources', () => {
  test('offline, the table answers before any start, and again after the drift’s next step', () => {
    const { rates, time } = configured({}, ['BTC', 'RUB', 'USDT']);
    const before = rates.source('BTC', 'RUB');
    expect(before).toMatchObject({ ok: true, at: NOW });
    time.pass(15 * SECOND);
    expect(rates.source('BTC', 'RUB')).toMatchObject({ ok: true, at: NOW + 15 * SECOND });
    expect(text(rates.source('BTC', 'RUB'))).not.toBe(text(before));
    time.pass(300 * DAY);
    expect(rates.trouble('BTC')).toBeNull();
  });

  test('with RATE_DRIFT=off the table stands still', () => {
    const { rates, time } = configured(read({ RATE_DRIFT: 'off' }).rates, ['USDT', 'RUB']);
    expect(text(rates.source('USDT', 'RUB'))).toBe('81.92');
    time.pass(7 * DAY + 15 * SECOND);
    expect(text(rates.source('USDT', 'RUB'))).toBe('81.92');
  });

  test('a course crosses two sources, bought at the bid and sold at the ask; XMR comes from the table', async () => {
    await using exchange = await provider({ body: await recorded('binance.json') });
    await using bank = await provider({ body: await recorded('cbr.xml') });
    const tickers = ['BTC', 'ETH', 'DOGE', 'TON', 'USDT', 'RUB', 'XMR'];
    const { rates, lines } = configured(
      {
        ...read({ RATE_SOURCES: 'binance,RUB:cbr,XMR:fixed', RATE_DRIFT: 'off' }).rates,
        binanceUrl: exchange.url,
        cbrUrl: bank.url,
      },
      tickers,
    );
    expect(text(rates.source('USDT', 'RUB'))).toBe('rate_stale');
    await rates.start();
    try {
      expect(exchange.asked).toEqual([['BTCUSDT', 'ETHUSDT', 'DOGEUSDT', 'TONUSDT']]);
      expect(bank.asked).toHaveLength(1);
      expect(text(rates.source('USDT', 'RUB'))).toBe('81.1234');
      expect(text(rates.source('BTC', 'USDT'))).toBe('92134.55');
      expect(text(rates.source('USDT', 'BTC'))).toBe('0.00001085369051');
      expect(text(rates.source('USDT', 'USDT'))).toBe('1');
      // 2.904 × 81.1234; the older of both prices is the bank's, of 00:00 in Moscow.
      expect(rates.source('TON', 'RUB')).toMatchObject({ at: Date.parse('2026-11-20T21:00:00Z') });
      expect(text(rates.source('TON', 'RUB'))).toBe('235.5823536');
      expect(text(rates.source('XMR', 'USDT'))).toBe('395');
      expect(rates.source('SOL', 'RUB')).toEqual({
        ok: false,
        code: 'rate_stale',
        detail: 'Свежего курса пока нет. Обмен откроется, когда он придёт',
      });
      expect(lines).toEqual([]);
    } finally {
      rates.stop();
    }
  });

  test('a source that does not answer holds the start for 3 seconds, its failure is told after 5', async () => {
    await using server = await provider('silence');
    const { rates, lines } = configured({ sources: { '*': 'binance' }, binanceUrl: server.url }, ['BTC']);
    vi.useFakeTimers(TIMERS);
    const patience = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal);
    let held = true;
    const started = rates.start().then(() => (held = false));
    await vi.advanceTimersByTimeAsync(2_999);
    expect(held).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    await started;
    vi.useRealTimers();
    await expect.poll(() => server.asked).toHaveLength(1);
    expect(text(rates.source('BTC', 'BTC'))).toBe('rate_stale');
    expect(lines).toEqual([]);
    expect(limit.mock.calls).toEqual([[5_000]]);
    patience.abort(new DOMException('', 'TimeoutError'));
    await expect.poll(() => lines).toEqual(['warn: rates cannot be read']);
    rates.stop();
  });

  test('a stop ends the request that is under way, and says nothing', async () => {
    await using server = await provider('silence');
    const { rates, lines } = configured({ sources: { '*': 'cbr' }, cbrUrl: server.url }, ['RUB']);
    // The start's own patience never ends: only the stop can end it.
    vi.useFakeTimers(TIMERS);
    const started = rates.start();
    while (server.asked.length === 0) await new Promise(setImmediate);
    rates.stop();
    await started;
    expect(lines).toEqual([]);
  });
});

describe('ages', () => {
  test('Binance’s price is used for 120 s since receipt', async () => {
    await using server = await provider({ body: book({ BTCUSDT: '92000' }) });
    const { rates, time } = configured({ sources: { '*': 'binance' }, binanceUrl: server.url }, ['BTC']);
    await rates.start();
    rates.stop();
    time.pass(120 * SECOND);
    expect(rates.trouble('BTC')).toBeNull();
    time.pass(1);
    expect(rates.trouble('BTC')).toBe('rate_stale');
  });

  test('the bank’s price is used for 5 days since its date', async () => {
    await using server = await provider({ body: await recorded('cbr.xml') });
    const { rates, time, lines } = configured({ sources: { '*': 'cbr' }, cbrUrl: server.url }, ['RUB']);
    await rates.start();
    rates.stop();
    time.at = Date.parse('2026-11-25T21:00:00Z');
    expect(rates.trouble('RUB')).toBeNull();
    expect(lines).toEqual([]);
    time.pass(1);
    for (let turn = 0; turn < 3; turn++) expect(rates.trouble('RUB')).toBe('rate_stale');
    // Nothing has failed: only this says why the directions are closed.
    expect(lines).toEqual(['warn: a price is too old']);
    time.pass(-1);
    expect(rates.trouble('RUB')).toBeNull();
    expect(lines).toEqual(['warn: a price is too old', 'info: a price is fresh again']);
  });
});

describe('asking', () => {
  const price = { numerator: 1n, denominator: 1n };

  /** A feed that answers, fails and leaves out as the letters say, and then answers. */
  function scripted(script: string): Feed & { left: string[] } {
    const left = [...script];
    return {
      left,
      name: 'cbr',
      tickers: ['RUB', 'CNY'],
      every: 15,
      again: 5,
      maxAge: DAY,
      async read() {
        const letter = left.shift();
        if (letter === 'f') throw new Error('no answer');
        const found = letter === 'm' ? ['RUB'] : ['RUB', 'CNY'];
        return found.map(ticker => ({ ticker, bid: price, ask: price, at: NOW }));
      },
    };
  }

  test.each<[string, string, string[]]>([
    ['nothing is told while all is well', 'aaa', []],
    ['a failure is told once', 'afff', ['warn: rates cannot be read']],
    [
      'and once that it is over',
      'fffaffa',
      [
        'warn: rates cannot be read',
        'info: rates can be read again',
        'warn: rates cannot be read',
        'info: rates can be read again',
      ],
    ],
    [
      'so is a missing price',
      'ammma',
      ['warn: some prices are missing', 'info: no price is missing any more'],
    ],
  ])('%s', async (_, script, expected) => {
    const { log, lines } = listening();
    const source = polled(scripted(script), log);
    for (const _turn of script) await source.read();
    expect(lines).toEqual(expected);
  });

  test('goes on by itself, also after failures, until the stop', async () => {
    const feed = scripted('faffa');
    const source = polled(feed, listening().log);
    await source.start();
    expect(feed.left).toHaveLength(4);
    await expect.poll(() => feed.left).toHaveLength(0);
    const read = vi.spyOn(feed, 'read');
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
    source.stop();
    const calls = read.mock.calls.length;
    await new Promise(resolve => setTimeout(resolve, 60));
    expect(read.mock.calls.length).toBe(calls);
  });
});
