import { afterEach, describe, expect, test, vi } from 'vitest';
import { toText, type Rate } from '#core/exchange/course.ts';
import { read, type Config } from '#server/config.ts';
import { binance } from '#server/rates/binance.ts';
import { polled, type Feed } from '#server/rates/polled.ts';
import { create } from '#server/rates/rates.ts';
import { book, listening, provider, recorded } from './provider.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** What a test that waits moves by itself; its server goes on in real time. */
const TIMERS = { toFake: ['setTimeout', 'clearTimeout'] } as const satisfies Parameters<
  typeof vi.useFakeTimers
>[0];
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A clock that only the test moves. */
function clock() {
  const self = { at: NOW, now: () => self.at, pass: (ms: number) => void (self.at += ms) };
  return self;
}

/** Rates of a configuration, with a clock and a log to look at. */
function world(config: Partial<Config['rates']>, tickers: readonly string[]) {
  const time = clock();
  const { log, lines } = listening();
  const rates = create({ config: { ...read({}).rates, ...config }, tickers, now: time.now, log });
  return { rates, time, lines };
}

const text = (answer: { ok: true; rate: Rate } | { ok: false; code: string }) =>
  answer.ok ? toText(answer.rate) : answer.code;

describe('the configured sources', () => {
  test('offline, the table answers before any start, and again after the drift’s next step', () => {
    const { rates, time } = world({}, ['BTC', 'RUB', 'USDT']);
    const before = rates.source('BTC', 'RUB');
    expect(before).toMatchObject({ ok: true, at: NOW });
    time.pass(15 * SECOND);
    expect(rates.source('BTC', 'RUB')).toMatchObject({ ok: true, at: NOW + 15 * SECOND });
    expect(text(rates.source('BTC', 'RUB'))).not.toBe(text(before));
    time.pass(300 * DAY);
    expect(rates.trouble('BTC')).toBeNull();
  });

  test('with RATE_DRIFT=off the table stands still', () => {
    const { rates, time } = world(read({ RATE_DRIFT: 'off' }).rates, ['USDT', 'RUB']);
    expect(text(rates.source('USDT', 'RUB'))).toBe('81.92');
    time.pass(7 * DAY + 15 * SECOND);
    expect(text(rates.source('USDT', 'RUB'))).toBe('81.92');
  });

  test('a course crosses two sources, bought at the bid and sold at the ask; XMR comes from the table', async () => {
    await using exchange = await provider({ body: await recorded('binance.json') });
    await using bank = await provider({ body: await recorded('cbr.xml') });
    const tickers = ['BTC', 'ETH', 'DOGE', 'TON', 'USDT', 'RUB', 'XMR'];
    const { rates, lines } = world(
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
    const { rates, lines } = world({ sources: { '*': 'binance' }, binanceUrl: server.url }, ['BTC']);
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
    const { rates, lines } = world({ sources: { '*': 'cbr' }, cbrUrl: server.url }, ['RUB']);
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
    const { rates, time } = world({ sources: { '*': 'binance' }, binanceUrl: server.url }, ['BTC']);
    await rates.start();
    rates.stop();
    time.pass(120 * SECOND);
    expect(rates.trouble('BTC')).toBeNull();
    time.pass(1);
    expect(rates.trouble('BTC')).toBe('rate_stale');
  });

  test('the bank’s price is used for 5 days since its date', async () => {
    await using server = await provider({ body: await recorded('cbr.xml') });
    const { rates, time, lines } = world({ sources: { '*': 'cbr' }, cbrUrl: server.url }, ['RUB']);
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
    const { rates } = world({ sources: { '*': 'binance' }, binanceUrl: server.url }, ['BTC', 'ETH', 'USDT']);
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
