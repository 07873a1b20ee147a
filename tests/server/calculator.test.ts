import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import * as contract from '#core/contract/calculator.ts';
import { WithContest } from '#core/contract/contest.ts';
import { Tiers } from '#core/contract/discount.ts';
import * as reserve from '#server/catalogue/reserve.ts';
import { inTransaction } from '#server/database/database.ts';
import { world, type World } from './world.ts';
import { caller, root } from './caller.ts';

describe('the calculator', () => {
  let made: World;
  let call: ReturnType<typeof caller>;
  beforeEach(async () => {
    made = await world({ LIMIT_CALCULATOR_PER_MINUTE: '1000000' });
    call = caller(made);
  });
  afterEach(() => made.close());

  it('tells the discount tiers that the database has now', async () => {
    const tiers = await call.get(Tiers, '/discounts/');
    expect(tiers).toEqual([
      { turnover: '1000', percent: '0.05' },
      { turnover: '5000', percent: '0.1' },
      { turnover: '20000', percent: '0.15' },
      { turnover: '50000', percent: '0.25' },
    ]);
    await made.context.db
      .updateTable('discount_tiers')
      .set({ turnover: 150050n, percent: '0.07' })
      .where('turnover', '=', 100000n)
      .execute();
    expect((await call.get(Tiers, '/discounts/'))[0]).toEqual({ turnover: '1500.5', percent: '0.07' });
  });

  it('tells the contest with its prizes and conditions, and nothing when none is set', async () => {
    expect(await call.get(WithContest, '/settings/')).toEqual({ contest: null });
    const contest = {
      title: 'Осенний конкурс',
      endsAt: '2026-12-01T12:00:00.000Z',
      prizes: ['1 место: 100 USDT'],
      conditions: ['Одна выполненная заявка это один билет'],
    };
    await call.setting('contest', contest);
    expect(await call.get(WithContest, '/settings/')).toEqual({ contest });
  });

  it('shows every currency once, coins of one name together', async () => {
    const directions = await call.get(contract.Directions, '/');
    const tether = directions.find(one => one.name === 'Tether');
    expect(tether?.items?.map(one => [one.code, one.network])).toEqual([
      ['USDTTRC20', 'TRC20'],
      ['USDTERC20', 'ERC20'],
      ['USDTBEP20', 'BEP20'],
      ['USDTTON', 'TON'],
    ]);
    const ids = directions.flatMap(one => one.ids);
    expect(new Set(ids).size).toBe(24);
    expect(directions.flatMap(one => one.items ?? []).map(one => one.id)).toEqual(ids);
    const { filters } = await call.get(contract.Settings, '/settings/');
    for (const one of directions.flatMap(own => own.items ?? [])) expect(filters).toContain(one.group);
  });

  it('offers coins for money and coins, money for coins only, and nothing for itself', async () => {
    const all = await call.get(contract.Ids, '/from/');
    expect(all).toHaveLength(24);
    expect((await call.toIds('BTC')).sort()).toEqual(all.filter(one => one !== call.id('BTC')).sort());
    const money = ['SBERRUB', 'TCSBRUB', 'ACRUB', 'TBRUB', 'SBPRUB', 'CASHRUB'].map(call.id);
    expect((await call.toIds('SBERRUB')).filter(one => money.includes(one))).toEqual([]);
    const senders = await call.get(contract.Ids, `/to/${call.id('SBERRUB')}/`);
    expect(senders).toHaveLength(18);
  });

  it.each(['/from', '/settings', '/reserves', '/tech', '/chat'])(
    'answers %s with and without a slash at its end',
    async path => {
      const [bare, slashed] = [await made.get(`${root}${path}`), await made.get(`${root}${path}/`)];
      expect([bare.status, slashed.status]).toEqual([200, 200]);
      expect(await bare.text()).toBe(await slashed.text());
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
    const response = await made.get(`${root}${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code, detail: expect.stringMatching(/[а-я]/) });
  });

  describe('closed', () => {
    it('by the operator says so in his words, everywhere', async () => {
      await call.set('TON', { send_closed: 'Сеть обновляется' });
      const directions = await call.get(contract.Directions, '/');
      const ton = directions.flatMap(one => one.items ?? []).find(one => one.code === 'TON');
      const why = { code: 'direction_closed', detail: 'Сеть обновляется' };
      expect(ton?.closed).toEqual({ send: why, receive: null });
      expect(await call.get(contract.Ids, '/from/')).not.toContain(call.id('TON'));
      expect(await call.toIds('TON')).toEqual([]);
      expect(await call.toIds('BTC')).toContain(call.id('TON'));
      expect(await call.pair('TON', 'SBERRUB')).toMatchObject({ closed: why, quote: null });
    });

    it('because the reserve does not cover the least sum', async () => {
      const entry = { currencyId: BigInt(call.id('XMR')), amount: 15_000_000n, at: 1 };
      await inTransaction(made.context.db, trx => reserve.set(trx, entry));
      const { closed, structure, quote } = await call.pair('BTC', 'XMR');
      expect(closed?.code).toBe('reserve_empty');
      expect(quote).toBeNull();
      // 95 % of 0.15.
      expect(structure.to.max).toBe('0.14250000');
      expect(await call.toIds('BTC')).not.toContain(call.id('XMR'));
      const directions = await call.get(contract.Directions, '/');
      const xmr = directions.flatMap(one => one.items ?? []).find(one => one.code === 'XMR');
      expect(xmr?.closed).toMatchObject({ send: null, receive: { code: 'reserve_empty' } });
    });

    it('for maintenance answers nothing but that', async () => {
      await call.setting('tech', { tech: true, until: null });
      expect(await call.get(contract.Tech, '/tech/')).toMatchObject({ tech: true });
      const response = await made.get(`${root}/pair/1/5/`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'maintenance' });
    });
  });

  describe('settings of a deep link', () => {
    it('hold all of a first paint, the same as the calls one by one', async () => {
      const settings = await call.get(contract.Settings, '/settings/?cur_from=ton&cur_to=SbpRub');
      expect(settings).toMatchObject({ from: 'TON', to: 'SBPRUB', city: null, replaced: [] });
      expect(settings.directions).toEqual(await call.get(contract.Directions, '/'));
      expect(settings.toIds).toEqual(await call.toIds('TON'));
      const { quote: _, ...pair } = settings.pair ?? expect.fail();
      expect(await call.pair('TON', 'SBPRUB')).toMatchObject(pair);
    });

    it.each([
      ['cur_from=USDTTRC2O&cur_to=sber', 'USDTTRC20', 'SBERRUB', ['USDTTRC2O']],
      ['cur_from=nosuchcoin&cur_to=BTC', 'USDTTRC20', 'BTC', ['nosuchcoin']],
      ['cur_from=SBERRUB&cur_to=SBPRUB', 'SBERRUB', 'USDTTRC20', ['SBPRUB']],
      ['cur_from=&cur_to=', 'USDTTRC20', 'SBERRUB', []],
      ['cur_to=USDTTRC20', 'SBERRUB', 'USDTTRC20', []],
    ] as const)('%s is %s → %s', async (query, from, to, wanted) => {
      const settings = await call.get(contract.Settings, `/settings/?${query}`);
      expect(settings).toMatchObject({ from, to });
      expect(settings.replaced?.map(one => one.wanted)).toEqual(wanted);
    });

    it('name the city of cash', async () => {
      const query = '?cur_from=BTC&cur_to=CASHRUB&city=kzn';
      expect(await call.get(contract.Settings, `/settings/${query}`)).toMatchObject({ city: 'KZN' });
    });
  });

  describe('caches', () => {
    test('keep what has no course, by a tag that changes with it', async () => {
      const first = await made.get(`${root}/`);
      const tag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+$/);
      const again = await made.get(`${root}/`, { 'If-None-Match': `"other", W/${tag}` });
      expect([again.status, await again.text()]).toEqual([304, '']);
      await call.set('BTC', { receive_closed: 'Нет' });
      const changed = await made.get(`${root}/`, { 'If-None-Match': tag });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(tag);
    });

    test.each(['/pair/1/5/', '/course/1/5/', '/settings/?cur_from=BTC', '/tech/'])(
      'never keep %s',
      async path => {
        expect((await made.get(`${root}${path}`)).headers.get('cache-control')).toBe('no-store');
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
    ])('%s is told: %s', async (src, told) => {
      const allowed = await world({ CHAT_ORIGINS: 'https://chat.example' });
      const { get, setting } = caller(allowed);
      await setting('chat_src', src);
      for (let turn = 0; turn < 3; turn++)
        expect(await get(contract.Chat, '/chat/')).toEqual({ result: told ? { src } : null });
      expect(allowed.log().split('from no origin of CHAT_ORIGINS')).toHaveLength(told ? 1 : 2);
      await allowed.close();
    });

    test('is none by default', async () => {
      expect(await call.get(contract.Chat, '/chat/')).toEqual({ result: null });
    });
  });
});
