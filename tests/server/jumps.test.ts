import { describe, expect, test, vi } from 'vitest';
import { toText } from '#core/exchange/course.ts';
import { binance } from '#server/rates/binance.ts';
import { polled } from '#server/rates/polled.ts';
import { book, listening, provider } from './provider.ts';
import { clock, configured, DAY, SECOND, text, TIMERS } from './rated.ts';

describe('jumps', () => {
  /** A source whose next price is given by hand. */
  async function market() {
    const server = await provider({ body: '' });
    const time = clock();
    const { log, lines } = listening();
    const source = polled(binance(server.url, ['BTC'], time.now), log);
    return {
      time,
      lines,
      /** Reads once at this price; answers what BTC counts as then. */
      async at(price: string) {
        time.pass(10 * SECOND);
        server.reply = { body: book({ BTCUSDT: price }) };
        await source.read();
        const quoted = source.price('BTC', time.at);
        return quoted.ok ? toText(quoted.bid) : quoted.code;
      },
      read: source.read,
      price: () => source.price('BTC', time.at),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  }

  test.each<[string, [string, string][]]>([
    [
      '5 % up and down are moves',
      [
        ['100000', '100000'],
        ['105000', '105000'],
        ['99750', '99750'],
      ],
    ],
    [
      'more up waits, a price near it confirms',
      [
        ['100000', '100000'],
        ['105000.01', 'rate_jump'],
        ['106000', '106000'],
      ],
    ],
    [
      'more down waits, a price near it confirms',
      [
        ['100000', '100000'],
        ['94999.99', 'rate_jump'],
        ['94000', '94000'],
      ],
    ],
    [
      'a price near the old one calls it off',
      [
        ['100000', '100000'],
        ['300000', 'rate_jump'],
        ['100100', '100100'],
      ],
    ],
    [
      'as long as prices leap about, none counts',
      [
        ['100000', '100000'],
        ['50000', 'rate_jump'],
        ['70000', 'rate_jump'],
        ['50000', 'rate_jump'],
        ['50100', '50100'],
      ],
    ],
    ['the first price of all counts', [['1', '1']]],
  ])('%s', async (_, steps) => {
    await using btc = await market();
    for (const [given, counted] of steps) expect(await btc.at(given)).toBe(counted);
  });

  test('a jump of what is asked alone is a jump', async () => {
    const server = await provider({ body: '' });
    const time = clock();
    const source = polled(binance(server.url, ['BTC'], time.now), listening().log);
    const quoted = [];
    for (const askPrice of ['100', '300']) {
      time.pass(10 * SECOND);
      const line = { symbol: 'BTCUSDT', bidPrice: '100', bidQty: '1', askPrice, askQty: '1' };
      server.reply = { body: JSON.stringify([line]) };
      await source.read();
      const price = source.price('BTC', time.at);
      quoted.push(price.ok || price.code);
    }
    expect(quoted).toEqual([true, 'rate_jump']);
    await server[Symbol.asyncDispose]();
  });

  test('the same publication, read twice, confirms no jump', async () => {
    const rates = [80n, 96n, 96n];
    let day = 0;
    let round = 0;
    const ruble = () => {
      const dollars = { numerator: 1n, denominator: rates[round] ?? 1n };
      return [{ ticker: 'RUB', bid: dollars, ask: dollars, at: day }];
    };
    const feed = {
      name: 'cbr',
      tickers: ['RUB'],
      every: 1,
      again: 1,
      maxAge: 1e9,
      read: async () => ruble(),
    } as const;
    const source = polled(feed, listening().log);
    const seen = [];
    for (const [n, at] of [1, 2, 2].entries()) {
      [round, day] = [n, at];
      await source.read();
      const price = source.price('RUB', 2);
      seen.push(price.ok || price.code);
    }
    expect(seen).toEqual([true, 'rate_jump', 'rate_jump']);
    [round, day] = [2, 3];
    await source.read();
    expect(source.price('RUB', 3).ok).toBe(true);
  });

  test('an outage does not let a jump through unconfirmed', async () => {
    await using btc = await market();
    await btc.at('100000');
    btc.time.pass(DAY);
    expect(btc.price()).toEqual({ ok: false, code: 'rate_stale' });
    expect(await btc.at('150000')).toBe('rate_jump');
    btc.time.pass(121 * SECOND);
    expect(btc.price()).toEqual({ ok: false, code: 'rate_stale' });
    expect(await btc.at('151000')).toBe('151000');
  });

  test('a course of a ticker that jumped is refused with a sentence, others are not', async () => {
    await using server = await provider({ body: book({ BTCUSDT: '92000', ETHUSDT: '3000' }) });
    const { rates } = configured({ sources: { '*': 'binance' }, binanceUrl: server.url }, [
      'BTC',
      'ETH',
      'USDT',
    ]);
    vi.useFakeTimers(TIMERS);
    await rates.start();
    server.reply = { body: book({ BTCUSDT: '99000', ETHUSDT: '3010' }) };
    try {
      // It is asked again every ten seconds.
      await vi.advanceTimersByTimeAsync(10_000);
      await expect.poll(() => rates.trouble('BTC')).toBe('rate_jump');
      expect(rates.source('USDT', 'BTC')).toEqual({
        ok: false,
        code: 'rate_jump',
        detail: 'Курс резко изменился. Обмен откроется, когда курс подтвердится',
      });
      expect(text(rates.source('ETH', 'USDT'))).toBe('3010');
    } finally {
      rates.stop();
    }
  });

  test('a jump is told when it begins and when it ends', async () => {
    await using btc = await market();
    for (const price of ['100', '200', '300', '301', '302']) await btc.at(price);
    expect(btc.lines).toEqual(['warn: a price jumped and waits for another', 'info: a price is confirmed']);
  });
});
