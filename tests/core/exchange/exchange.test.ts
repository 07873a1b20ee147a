import { describe, expect, it } from 'vitest';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { flushTasks, waitUntil } from '../../support/fakeClock.ts';
import { formatPair, setupLoadedExchange, setupExchange } from '../support/exchangeSetup.ts';

const nbsp = '\u00a0';

describe('the first load', () => {
  it('shows the requested pair at its minimum after one request', async () => {
    const { exchange, server, changes } = await setupLoadedExchange();
    expect(exchange.phase.value).toEqual({ phase: 'ready' });
    expect(exchange.freshness.value).toBe('fresh');
    expect(formatPair(exchange)).toBe('USDTTRC20→SBERRUB');
    // 3000 ₽ at 80 ₽ is 37.50 USDT, so the coin's own minimum of 50 applies.
    expect(exchange.amountText.from.value).toBe('50,00');
    expect(exchange.amountText.to.value).toBe(`4${nbsp}000,00`);
    expect(exchange.courseOptions.value.map(offer => offer.type)).toEqual(['default', 'verification']);
    expect(exchange.verificationGain.value).toBe('20');
    expect(server.requestedUrls).toHaveLength(1);
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

  it('falls back to the specified calls if the settings have no extensions', async () => {
    const { exchange, server } = await setupLoadedExchange(
      { selections: { url: { to: '3', from: '2', amount: '1 234,5' } } },
      setup => {
        setup.server.hasExtensions = false;
      },
    );
    await waitUntil(() => exchange.phase.value.phase === 'ready');
    expect([exchange.from.value?.id, exchange.to.value?.id]).toEqual([2, 3]);
    expect(exchange.amountText.from.value).toBe(`1${nbsp}234,50`);
    expect(exchange.amountText.to.value).toBe(`98${nbsp}760,00`);
    expect(
      server.requestedUrls.map(url => url.replace('/api/v1/calculator/', '').replace(/\?.*/, '')),
    ).toEqual(['settings/', '', 'pair/2/3/', 'from/2/']);
  });

  it('logs failing settings and uses the default course type', async () => {
    const { exchange, logs, clock } = await setupLoadedExchange(
      { selections: { url: { from: '2', to: '3' } } },
      setup => {
        setup.server.hasExtensions = false;
        setup.server.verificationFirst = true;
        setup.server.failure = { path: 'settings', status: 500 };
      },
    );
    await clock.advance(3_000);
    await waitUntil(() => exchange.phase.value.phase === 'ready');
    expect(exchange.courseType.value).toBe('default');
    expect(logs).toHaveLength(1);
  });

  it.each([
    [{ url: { from: 'TON' }, attribute: { from: 'BTC', to: 'USDTTRC20' } }, 'TON→USDTTRC20', 'url'],
    [{ attribute: { from: 'ton', to: 'usdttrc' } }, 'TON→SBERRUB', 'attribute'],
    [{}, 'BTC→SBERRUB', 'default'],
  ] as const)('%j → %s by %s', async (selections, pair, source) => {
    const { exchange, changes } = await setupLoadedExchange({ selections });
    expect(formatPair(exchange)).toBe(pair);
    expect(changes[0]?.source).toBe(source);
  });

  it('uses the settings embedded in the page without a request', async () => {
    const setup = setupExchange();
    const response = await setup.server.fetch('/api/v1/calculator/settings/?cur_from=BTC&cur_to=TON', {});
    setup.server.requestedUrls.length = 0;
    const exchange = setup.openExchange({ initial: (await response.json()) as never });
    expect(exchange.phase.value.phase).toBe('ready');
    expect(exchange.amountText.from.value).toBe('0,0005');
    await setup.clock.advance(COURSE_POLL_INTERVAL_MS - 1_000);
    expect(setup.server.requestedUrls).toEqual([]);
    await setup.clock.advance(2_000);
    expect(setup.server.requestedUrls).toHaveLength(1);
  });
});

describe('amounts', () => {
  it('derives the other side and keeps the typed text verbatim', async () => {
    const { exchange, changes } = await setupLoadedExchange();
    exchange.typeAmount('from', '1250');
    expect([exchange.amountText.from.value, exchange.amountText.to.value]).toEqual([
      '1250',
      `100${nbsp}000,00`,
    ]);
    exchange.typeAmount('to', '81 000,1');
    expect([exchange.amountText.from.value, exchange.amountText.to.value]).toEqual([
      `1${nbsp}012,51`,
      '81 000,1',
    ]);
    expect(changes.at(-1)).toMatchObject({ fromSumma: '1012.51', toSumma: '81000.10', source: 'user' });
    expect(exchange.commitAmount()).toBe(true);
    expect(exchange.amountText.to.value).toBe(`81${nbsp}000,10`);
  });

  it('clamps the amount to the limits while typing and snaps the text on blur', async () => {
    const { exchange } = await setupLoadedExchange({}, setup => (setup.server.max = '18000'));
    exchange.typeAmount('from', '5');
    expect([exchange.amountText.from.value, exchange.amountText.to.value]).toEqual(['5', `4${nbsp}000,00`]);
    expect(exchange.toPayload()?.fromSumma).toBe('50.00');
    exchange.commitAmount();
    expect(exchange.amountText.from.value).toBe('50,00');
    exchange.typeAmount('from', '20000');
    exchange.setToLimit('from', 'max');
    expect(exchange.amountText.from.value).toBe(`18${nbsp}000,00`);
  });

  it.each([
    ['from', 'min'],
    ['from', 'max'],
    ['to', 'min'],
    ['to', 'max'],
  ] as const)('«%s %s» is valid and unchanged on blur', async (side, limit) => {
    const { exchange } = await setupLoadedExchange(
      { selections: { attribute: { from: 'TON', to: 'USDTTRC20' } } },
      setup => {
        setup.server.max = '1234.56789012';
        setup.server.courseFactor = 1.0333333;
      },
    );
    exchange.setToLimit(side, limit);
    const text = exchange.amountText[side].value;
    expect(exchange.amounts.value?.clampedTo).toBeNull();
    expect(exchange.commitAmount()).toBe(true);
    expect(exchange.amountText[side].value).toBe(text);
    expect(exchange.amountHint[side].value.kind).toBe('limits');
  });
});

describe('a new course', () => {
  it('is fetched at each interval and never changes the typed field', async () => {
    const { exchange, server, clock, changes } = await setupLoadedExchange();
    exchange.typeAmount('from', '7');
    server.courseFactor = 1.1;
    await clock.advance(COURSE_POLL_INTERVAL_MS - 1_000);
    const progress = expect.closeTo(1 - 1_000 / COURSE_POLL_INTERVAL_MS);
    expect(exchange.countdown.value).toEqual({ seconds: 1, progress });
    await clock.advance(1_500);
    expect(exchange.amountText.from.value).toBe('7');
    expect(exchange.amountText.to.value).toBe(`4${nbsp}400,00`);
    expect(changes.at(-1)).toMatchObject({ course: '88', source: 'course' });
    exchange.typeAmount('to', '8800');
    server.courseFactor = 1;
    await clock.advance(COURSE_POLL_INTERVAL_MS + 1_000);
    expect([exchange.amountText.from.value, exchange.amountText.to.value]).toEqual(['110,00', '8800']);
  });

  it('changes a committed amount only if the limits exclude it', async () => {
    const { exchange, server, clock } = await setupLoadedExchange({}, setup => (setup.server.max = '18000'));
    exchange.typeAmount('from', '15000');
    exchange.commitAmount();
    server.max = '10000';
    await clock.advance(COURSE_POLL_INTERVAL_MS + 1_000);
    expect(exchange.amountText.from.value).toBe(`10${nbsp}000,00`);
  });

  it('is fetched at once after sleep and not while hidden', async () => {
    const { exchange, server, clock } = await setupLoadedExchange();
    exchange.setVisible(false);
    await clock.advance(60_000);
    expect(server.requestedUrls).toHaveLength(1);
    exchange.setVisible(true);
    await flushTasks();
    expect(server.requestedUrls).toHaveLength(2);
    clock.sleep(3_600_000);
    await clock.advance(0);
    expect(server.requestedUrls).toHaveLength(3);
    exchange.refreshNow();
    await flushTasks();
    expect(server.requestedUrls).toHaveLength(4);
  });

  it('reports an expired quote', async () => {
    const { exchange, server, clock } = await setupLoadedExchange();
    server.failure = { path: 'course', status: 0 };
    await clock.advance(58_000);
    expect(exchange.isQuoteExpired.value).toBe(false);
    await clock.advance(4_000);
    expect(exchange.isQuoteExpired.value).toBe(true);
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
    const { exchange } = await setupLoadedExchange({}, ({ server }) =>
      Object.assign(server, { verification, verificationFirst: first }),
    );
    if (chosen) exchange.selectCourseType(chosen);
    expect(exchange.courseType.value).toBe(type);
    const names = type === 'verification' ? ['card', 'fullname'] : ['card'];
    expect(exchange.draft.fields.value.to.map(({ name }) => name)).toEqual(names);
    expect(exchange.toPayload()?.course).toBe(type === 'verification' ? '80.4' : '80');
  });
});
