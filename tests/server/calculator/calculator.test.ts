import { afterEach, describe, expect, it, test } from 'vitest';
import { Directions, PaymentSystemIds } from '#core/contract/calculator.ts';
import { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { ChatSettings, MaintenanceStatus } from '#core/contract/siteSettings.ts';
import { ContestSettings } from '#core/contract/contest.ts';
import { DiscountTiers } from '#core/contract/discount.ts';
import { setReserve } from '#server/exchange/catalogue/reserveLedger.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createBeforeEach, createTestServer } from '../../support/testServer.ts';
import { createCalculatorClient, CALCULATOR_PATH } from '../support/calculatorClient.ts';

describe('the calculator', () => {
  const testServer = createBeforeEach(() => createTestServer({ LIMIT_CALCULATOR_PER_MINUTE: '1000000' }));
  const calculator = createBeforeEach(() => createCalculatorClient(testServer));
  afterEach(() => testServer.close());

  it('returns the current discount tiers', async () => {
    const tiers = await calculator.get(DiscountTiers, '/discounts/');
    expect(tiers).toEqual([
      { turnover: '1000', percent: '0.05' },
      { turnover: '5000', percent: '0.1' },
      { turnover: '20000', percent: '0.15' },
      { turnover: '50000', percent: '0.25' },
    ]);
    await testServer.context.db
      .updateTable('discount_tiers')
      .set({ turnover: 150050n, percent: '0.07' })
      .where('turnover', '=', 100000n)
      .execute();
    expect((await calculator.get(DiscountTiers, '/discounts/'))[0]).toEqual({
      turnover: '1500.5',
      percent: '0.07',
    });
  });

  it('returns the contest with prizes and conditions, or null', async () => {
    expect(await calculator.get(ContestSettings, '/settings/')).toEqual({ contest: null });
    const contest = {
      title: 'Осенний конкурс',
      endsAt: '2026-12-01T12:00:00.000Z',
      prizes: ['1 место: 100 USDT'],
      conditions: ['Одна выполненная заявка это один билет'],
    };
    await calculator.saveSetting('contest', contest);
    expect(await calculator.get(ContestSettings, '/settings/')).toEqual({ contest });
  });

  it('shows every currency once, coins of one name together', async () => {
    const directions = await calculator.get(Directions, '/');
    const tether = directions.find(item => item.name === 'Tether');
    expect(tether?.items?.map(item => [item.code, item.network])).toEqual([
      ['USDTTRC20', 'TRC20'],
      ['USDTERC20', 'ERC20'],
      ['USDTBEP20', 'BEP20'],
      ['USDTTON', 'TON'],
    ]);
    const ids = directions.flatMap(item => item.ids);
    expect(new Set(ids).size).toBe(24);
    expect(directions.flatMap(item => item.items ?? []).map(item => item.id)).toEqual(ids);
    const { filters } = await calculator.get(CalculatorSettings, '/settings/');
    for (const item of directions.flatMap(direction => direction.items ?? []))
      expect(filters).toContain(item.group);
  });

  it('offers crypto for fiat and crypto, fiat for crypto only', async () => {
    const all = await calculator.get(PaymentSystemIds, '/from/');
    expect(all).toHaveLength(24);
    expect((await calculator.fetchToIds('BTC')).sort()).toEqual(
      all.filter(item => item !== calculator.id('BTC')).sort(),
    );
    const money = ['SBERRUB', 'TCSBRUB', 'ACRUB', 'TBRUB', 'SBPRUB', 'CASHRUB'].map(calculator.id);
    expect((await calculator.fetchToIds('SBERRUB')).filter(item => money.includes(item))).toEqual([]);
    const senders = await calculator.get(PaymentSystemIds, `/to/${calculator.id('SBERRUB')}/`);
    expect(senders).toHaveLength(18);
  });

  it.each(['/from', '/settings', '/reserves', '/tech', '/chat'])(
    'returns %s with and without a trailing slash',
    async path => {
      const [withoutSlash, withSlash] = [
        await testServer.get(`${CALCULATOR_PATH}${path}`),
        await testServer.get(`${CALCULATOR_PATH}${path}/`),
      ];
      expect([withoutSlash.status, withSlash.status]).toEqual([200, 200]);
      expect(await withoutSlash.text()).toBe(await withSlash.text());
    },
  );

  it.each([
    ['/from/999/', 'currency_unknown'],
    ['/from/abc/', 'currency_unknown'],
    ['/from/0/', 'currency_unknown'],
    ['/to/-1/', 'currency_unknown'],
    ['/from/1e1/', 'currency_unknown'],
    ['/from/99999999999999999999/', 'currency_unknown'],
    ['/pair/1/999/', 'currency_unknown'],
    ['/pair/1/1/', 'pair_unknown'],
    ['/pair/19/20/', 'pair_unknown'],
    ['/course/19/20/', 'pair_unknown'],
  ])('%s is 404 %s', async (path, code) => {
    const response = await testServer.get(`${CALCULATOR_PATH}${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code, detail: expect.stringMatching(/[а-я]/) });
  });

  describe('closed', () => {
    it('by the operator returns the operator’s reason in every call', async () => {
      await calculator.updateCurrency('TON', { send_closed: 'Сеть обновляется' });
      const directions = await calculator.get(Directions, '/');
      const ton = directions.flatMap(item => item.items ?? []).find(item => item.code === 'TON');
      const reason = { code: 'direction_closed', detail: 'Сеть обновляется' };
      expect(ton?.closed).toEqual({ send: reason, receive: null });
      expect(await calculator.get(PaymentSystemIds, '/from/')).not.toContain(calculator.id('TON'));
      expect(await calculator.fetchToIds('TON')).toEqual([]);
      expect(await calculator.fetchToIds('BTC')).toContain(calculator.id('TON'));
      expect(await calculator.pair('TON', 'SBERRUB')).toMatchObject({ closed: reason, quote: null });
    });

    it('if the reserve does not cover the minimum', async () => {
      const entry = { currencyId: BigInt(calculator.id('XMR')), amount: 15_000_000n, at: 1 };
      await runInTransaction(testServer.context.db, trx => setReserve(trx, entry));
      const { closed, structure, quote } = await calculator.pair('BTC', 'XMR');
      expect(closed?.code).toBe('reserve_empty');
      expect(quote).toBeNull();
      // 95 % of 0.15.
      expect(structure.to.max).toBe('0.14250000');
      expect(await calculator.fetchToIds('BTC')).not.toContain(calculator.id('XMR'));
      const directions = await calculator.get(Directions, '/');
      const xmr = directions.flatMap(item => item.items ?? []).find(item => item.code === 'XMR');
      expect(xmr?.closed).toMatchObject({ send: null, receive: { code: 'reserve_empty' } });
    });

    it('for maintenance returns 503', async () => {
      await calculator.saveSetting('tech', { tech: true, until: null });
      expect(await calculator.get(MaintenanceStatus, '/tech/')).toMatchObject({ tech: true });
      const response = await testServer.get(`${CALCULATOR_PATH}/pair/1/5/`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'maintenance' });
    });
  });

  describe('settings of a deep link', () => {
    it('contain everything for the first paint, equal to the single calls', async () => {
      const settings = await calculator.get(CalculatorSettings, '/settings/?cur_from=ton&cur_to=SbpRub');
      expect(settings).toMatchObject({ from: 'TON', to: 'SBPRUB', city: null, replaced: [] });
      expect(settings.directions).toEqual(await calculator.get(Directions, '/'));
      expect(settings.toIds).toEqual(await calculator.fetchToIds('TON'));
      const { quote: _, ...pair } = settings.pair ?? expect.fail();
      expect(await calculator.pair('TON', 'SBPRUB')).toMatchObject(pair);
    });

    it.each([
      ['cur_from=USDTTRC2O&cur_to=sber', 'USDTTRC20', 'SBERRUB', ['USDTTRC2O']],
      ['cur_from=nosuchcoin&cur_to=BTC', 'USDTTRC20', 'BTC', ['nosuchcoin']],
      ['cur_from=SBERRUB&cur_to=SBPRUB', 'SBERRUB', 'USDTTRC20', ['SBPRUB']],
      ['cur_from=&cur_to=', 'USDTTRC20', 'SBERRUB', []],
      ['cur_to=USDTTRC20', 'SBERRUB', 'USDTTRC20', []],
    ] as const)('%s is %s → %s', async (query, from, to, wanted) => {
      const settings = await calculator.get(CalculatorSettings, `/settings/?${query}`);
      expect(settings).toMatchObject({ from, to });
      expect(settings.replaced?.map(item => item.wanted)).toEqual(wanted);
    });

    it('name why a requested currency is closed', async () => {
      const entry = { currencyId: BigInt(calculator.id('XMR')), amount: 15_000_000n, at: 1 };
      await runInTransaction(testServer.context.db, trx => setReserve(trx, entry));
      await calculator.updateCurrency('TON', { send_closed: 'Сеть обновляется' });
      const readReplaced = async (query: string) =>
        (await calculator.get(CalculatorSettings, `/settings/?${query}`)).replaced;
      expect(await readReplaced('cur_from=BTC&cur_to=xmr')).toMatchObject([
        {
          side: 'to',
          wanted: 'xmr',
          closed: { code: 'reserve_empty', detail: expect.stringMatching(/Резерв/) },
        },
      ]);
      expect(await readReplaced('cur_from=TON&cur_to=SBERRUB')).toMatchObject([
        { side: 'from', wanted: 'TON', closed: { code: 'direction_closed', detail: 'Сеть обновляется' } },
      ]);
      expect(await readReplaced('cur_from=SBERRUB&cur_to=SBPRUB')).toMatchObject([
        { side: 'to', wanted: 'SBPRUB', closed: { code: 'pair_unknown' } },
      ]);
      expect((await readReplaced('cur_from=BTC&cur_to=NOSUCHCOIN'))?.[0]).not.toHaveProperty('closed');
    });

    it('name the city of cash', async () => {
      const query = '?cur_from=BTC&cur_to=CASHRUB&city=kzn';
      expect(await calculator.get(CalculatorSettings, `/settings/${query}`)).toMatchObject({ city: 'KZN' });
    });
  });

  describe('caches', () => {
    test('store responses without a course, with an ETag that changes with them', async () => {
      const first = await testServer.get(`${CALCULATOR_PATH}/`);
      const tag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+$/);
      const repeated = await testServer.get(`${CALCULATOR_PATH}/`, { 'If-None-Match': `"other", W/${tag}` });
      expect([repeated.status, await repeated.text()]).toEqual([304, '']);
      await calculator.updateCurrency('BTC', { receive_closed: 'Нет' });
      const changed = await testServer.get(`${CALCULATOR_PATH}/`, { 'If-None-Match': tag });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(tag);
    });

    test.each(['/pair/1/5/', '/course/1/5/', '/settings/?cur_from=BTC', '/tech/'])(
      'never store %s',
      async path => {
        expect((await testServer.get(`${CALCULATOR_PATH}${path}`)).headers.get('cache-control')).toBe(
          'no-store',
        );
      },
    );
  });

  describe('the chat', () => {
    test.each([
      ['https://chat.example/widget.js', true],
      ['https://chat.example.evil.test/widget.js', false],
      ['http://chat.example/widget.js', false],
      ['javascript:alert(1)', false],
      ['not an address', false],
    ])('%s is returned: %s', async (src, isAllowed) => {
      const allowed = await createTestServer({ CHAT_ORIGINS: 'https://chat.example' });
      const { get, saveSetting } = createCalculatorClient(allowed);
      await saveSetting('chat_src', src);
      for (let turn = 0; turn < 3; turn++)
        expect(await get(ChatSettings, '/chat/')).toEqual({ result: isAllowed ? { src } : null });
      expect(allowed.log().split('is not in CHAT_ORIGINS')).toHaveLength(isAllowed ? 1 : 2);
      await allowed.close();
    });

    test('is none by default', async () => {
      expect(await calculator.get(ChatSettings, '/chat/')).toEqual({ result: null });
    });
  });
});
