import { describe, expect, it } from 'vitest';
import { settled, until } from './clock.ts';
import { codes, ready, rig } from './form.ts';

const nbsp = '\u00a0';

describe('the first load', () => {
  it('shows the wished pair at its minimum after one request', async () => {
    const { exchange, server, changes } = await ready();
    expect(exchange.phase.value).toEqual({ phase: 'ready' });
    expect(exchange.link.value).toBe('fresh');
    expect(codes(exchange)).toBe('USDTTRC20→SBERRUB');
    // 3000 ₽ at 80 ₽ are 37.50 USDT: the own minimum of 50 counts.
    expect(exchange.text.from.value).toBe('50,00');
    expect(exchange.text.to.value).toBe(`4${nbsp}000,00`);
    expect(exchange.offers.value.map(offer => offer.type)).toEqual(['default', 'verification']);
    expect(exchange.gain.value).toBe('20');
    expect(server.asked).toHaveLength(1);
    expect(changes).toEqual([
      {
        from: 'USDTTRC20',
        to: 'SBERRUB',
        fromSumma: '50.00',
        toSumma: '4000.00',
        course: '80',
        source: 'attribute',
      },
    ]);
  });

  it('makes SPEC’s own calls where the settings hold nothing more', async () => {
    const { exchange, server } = await ready(
      { wanted: { url: { to: '3', from: '2', amount: '1 234,5' } } },
      all => {
        all.server.ext = false;
      },
    );
    await until(() => exchange.phase.value.phase === 'ready');
    expect([exchange.from.value?.id, exchange.to.value?.id]).toEqual([2, 3]);
    expect(exchange.text.from.value).toBe(`1${nbsp}234,50`);
    expect(exchange.text.to.value).toBe(`98${nbsp}760,00`);
    expect(server.asked.map(url => url.replace('/api/v1/calculator/', '').replace(/\?.*/, ''))).toEqual([
      'settings/',
      '',
      'pair/2/3/',
      'from/2/',
    ]);
  });

  it('logs failing settings, and the course type is default', async () => {
    const { exchange, logs, clock } = await ready({ wanted: { url: { from: '2', to: '3' } } }, all => {
      all.server.ext = false;
      all.server.verificationFirst = true;
      all.server.broken = { path: 'settings', status: 500 };
    });
    await clock.advance(3_000);
    await until(() => exchange.phase.value.phase === 'ready');
    expect(exchange.courseType.value).toBe('default');
    expect(logs).toHaveLength(1);
  });

  it.each([
    [{ url: { from: 'TON' }, attribute: { from: 'BTC', to: 'USDTTRC20' } }, 'TON→USDTTRC20', 'url'],
    [{ attribute: { from: 'ton', to: 'usdttrc' } }, 'TON→SBERRUB', 'attribute'],
    [{}, 'BTC→SBERRUB', 'default'],
  ] as const)('%j → %s by %s', async (wanted, pair, source) => {
    const { exchange, changes } = await ready({ wanted });
    expect(codes(exchange)).toBe(pair);
    expect(changes[0]?.source).toBe(source);
  });

  it('takes what the page brought along without asking', async () => {
    const all = rig();
    const answer = await all.server.fetch('/api/v1/calculator/settings/?cur_from=BTC&cur_to=TON', {});
    all.server.asked.length = 0;
    const exchange = all.open({ initial: (await answer.json()) as never });
    expect(exchange.phase.value.phase).toBe('ready');
    expect(exchange.text.from.value).toBe('0,0005');
    await all.clock.advance(14_000);
    expect(all.server.asked).toEqual([]);
    await all.clock.advance(2_000);
    expect(all.server.asked).toHaveLength(1);
  });
});

describe('sums', () => {
  it('derives the other side and keeps the typed text verbatim', async () => {
    const { exchange, changes } = await ready();
    exchange.type('from', '1250');
    expect([exchange.text.from.value, exchange.text.to.value]).toEqual(['1250', `100${nbsp}000,00`]);
    exchange.type('to', '81 000,1');
    expect([exchange.text.from.value, exchange.text.to.value]).toEqual([`1${nbsp}012,51`, '81 000,1']);
    expect(changes.at(-1)).toMatchObject({ fromSumma: '1012.51', toSumma: '81000.10', source: 'user' });
    expect(exchange.settle()).toBe(true);
    expect(exchange.text.to.value).toBe(`81${nbsp}000,10`);
  });

  it('holds the sum that counts within the limits while the text stays, and snaps on leaving', async () => {
    const { exchange } = await ready({}, all => (all.server.max = '18000'));
    exchange.type('from', '5');
    expect([exchange.text.from.value, exchange.text.to.value]).toEqual(['5', `4${nbsp}000,00`]);
    expect(exchange.wire()?.fromSumma).toBe('50.00');
    exchange.settle();
    expect(exchange.text.from.value).toBe('50,00');
    exchange.type('from', '20000');
    exchange.put('from', 'max');
    expect(exchange.text.from.value).toBe(`18${nbsp}000,00`);
  });

  it.each([
    ['from', 'min'],
    ['from', 'max'],
    ['to', 'min'],
    ['to', 'max'],
  ] as const)('«%s %s» validates and stays when left', async (side, limit) => {
    const { exchange } = await ready({ wanted: { attribute: { from: 'TON', to: 'USDTTRC20' } } }, all => {
      all.server.max = '1234.56789012';
      all.server.course = 1.0333333;
    });
    exchange.put(side, limit);
    const text = exchange.text[side].value;
    expect(exchange.sums.value?.clamped).toBeNull();
    expect(exchange.settle()).toBe(true);
    expect(exchange.text[side].value).toBe(text);
    expect(exchange.hint[side].value.kind).toBe('limits');
  });
});

describe('a new course', () => {
  it('comes every 15 s and never touches the typed field', async () => {
    const { exchange, server, clock, changes } = await ready();
    exchange.type('from', '7');
    server.course = 1.1;
    await clock.advance(14_000);
    expect(exchange.countdown.value).toEqual({ seconds: 1, progress: expect.closeTo(14 / 15) });
    await clock.advance(1_500);
    expect(exchange.text.from.value).toBe('7');
    expect(exchange.text.to.value).toBe(`4${nbsp}400,00`);
    expect(changes.at(-1)).toMatchObject({ course: '88', source: 'course' });
    exchange.type('to', '8800');
    server.course = 1;
    await clock.advance(16_000);
    expect([exchange.text.from.value, exchange.text.to.value]).toEqual(['110,00', '8800']);
  });

  it('moves a settled sum only when the limits moved past it', async () => {
    const { exchange, server, clock } = await ready({}, all => (all.server.max = '18000'));
    exchange.type('from', '15000');
    exchange.settle();
    server.max = '10000';
    await clock.advance(16_000);
    expect(exchange.text.from.value).toBe(`10${nbsp}000,00`);
  });

  it('is asked for at once after sleep, and not while hidden', async () => {
    const { exchange, server, clock } = await ready();
    exchange.visible(false);
    await clock.advance(60_000);
    expect(server.asked).toHaveLength(1);
    exchange.visible(true);
    await settled();
    expect(server.asked).toHaveLength(2);
    clock.sleep(3_600_000);
    await clock.advance(0);
    expect(server.asked).toHaveLength(3);
    exchange.wake();
    await settled();
    expect(server.asked).toHaveLength(4);
  });

  it('says when the quote on screen is no longer honoured', async () => {
    const { exchange, server, clock } = await ready();
    server.broken = { path: 'course', status: 0 };
    await clock.advance(58_000);
    expect(exchange.expired.value).toBe(false);
    await clock.advance(4_000);
    expect(exchange.expired.value).toBe(true);
  });
});

describe('the course type', () => {
  it.each([
    // verification course, verificationFirst, chosen → type
    [true, true, null, 'verification'],
    [true, false, null, 'default'],
    [false, true, null, 'default'],
    [true, true, 'default', 'default'],
    [true, false, 'verification', 'verification'],
    [false, false, 'verification', 'default'],
  ] as const)('course %s, first %s, chosen %s → %s', async (verification, first, chosen, type) => {
    const { exchange } = await ready({}, ({ server }) =>
      Object.assign(server, { verification, verificationFirst: first }),
    );
    if (chosen) exchange.chooseType(chosen);
    expect(exchange.courseType.value).toBe(type);
    const names = type === 'verification' ? ['card', 'fullname'] : ['card'];
    expect(exchange.draft.fields.value.to.map(({ name }) => name)).toEqual(names);
    expect(exchange.wire()?.course).toBe(type === 'verification' ? '80.4' : '80');
  });
});

describe('the API down', () => {
  it('keeps sum and currencies, says so once, and comes back by itself', async () => {
    const { exchange, server, clock, errors } = await ready();
    exchange.type('from', '1250');
    server.broken = { path: '', status: 0 };
    await clock.advance(20_000);
    expect(exchange.link.value).toBe('stale');
    expect(exchange.trouble.value?.code).toBe('network');
    expect([exchange.text.from.value, exchange.text.to.value]).toEqual(['1250', `100${nbsp}000,00`]);
    await clock.advance(60_000);
    expect(errors).toEqual(['network']);
    server.broken = null;
    await clock.advance(31_000);
    expect([exchange.link.value, exchange.trouble.value]).toEqual(['fresh', null]);
  });

  it('goes to the pair that was picked meanwhile', async () => {
    const { exchange, server, clock } = await ready();
    server.broken = { path: '', status: 0 };
    const chosen = exchange.choose('to', 1);
    await clock.advance(5_000);
    await chosen;
    expect([exchange.link.value, codes(exchange)]).toEqual(['stale', 'USDTTRC20→SBERRUB']);
    server.broken = null;
    await clock.advance(10_000);
    expect(codes(exchange)).toBe('USDTTRC20→BTC');
  });

  it('at the very first load fails, offers a retry and keeps trying', async () => {
    const all = rig();
    all.server.broken = { path: '', status: 0 };
    const exchange = all.open();
    await all.clock.advance(5_000);
    expect(exchange.phase.value).toEqual({ phase: 'failed', code: 'network' });
    expect(all.logs).toContain('Error while setting initial currencies');
    exchange.retry();
    expect(exchange.phase.value).toEqual({ phase: 'loading' });
    await all.clock.advance(5_000);
    expect(exchange.phase.value.phase).toBe('failed');
    all.server.broken = null;
    await all.clock.advance(30_000);
    expect([exchange.phase.value.phase, codes(exchange)]).toEqual(['ready', 'USDTTRC20→SBERRUB']);
  });

  it('still shows the last known directions, marked stale', async () => {
    const all = await ready();
    all.exchange.dispose();
    all.server.broken = { path: '', status: 0 };
    await all.clock.advance(120_000);
    const exchange = all.open({ wanted: { attribute: { from: 'BTC', to: 'TON' } } });
    await all.clock.advance(5_000);
    expect([exchange.phase.value.phase, exchange.link.value, exchange.expired.value]).toEqual([
      'ready',
      'stale',
      true,
    ]);
    expect(codes(exchange)).toBe('USDTTRC20→SBERRUB');
    all.server.broken = null;
    await all.clock.advance(31_000);
    expect([codes(exchange), exchange.link.value]).toEqual(['BTC→TON', 'fresh']);
  });

  it('tells maintenance and when to come back, and asks no sooner', async () => {
    const { exchange, server, clock } = await ready();
    server.broken = {
      path: '',
      status: 503,
      body: { code: 'maintenance' },
      headers: { 'retry-after': '120' },
    };
    await clock.advance(16_000);
    expect(exchange.trouble.value).toEqual({ code: 'maintenance', after: 120 });
    const asked = server.asked.length;
    await clock.advance(100_000);
    expect(server.asked).toHaveLength(asked);
  });

  it('closes the pair with the reason when the server does', async () => {
    const { exchange, server, clock, errors } = await ready();
    server.closed = { code: 'rate_stale', detail: 'Свежего курса пока нет' };
    await clock.advance(16_000);
    expect(exchange.closed.value?.code).toBe('rate_stale');
    server.closed = null;
    server.broken = { path: 'course', status: 404, body: { code: 'pair_unknown' } };
    await clock.advance(16_000);
    expect([exchange.closed.value?.code, errors]).toEqual(['pair_unknown', ['pair_unknown']]);
    server.broken = null;
    await clock.advance(16_000);
    expect(exchange.closed.value).toBeNull();
  });
});
