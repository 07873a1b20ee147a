import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as calculator from '#core/api/calculator.ts';
import * as claims from '#core/api/claim.ts';
import { browser } from './page.ts';

let world: Awaited<ReturnType<typeof browser>>;
beforeAll(async () => {
  world = await browser();
});
afterAll(() => world.close());

const codes = ({ exchange }: Awaited<ReturnType<typeof world.page>>) =>
  `${exchange.from.peek()?.code}→${exchange.to.peek()?.code}`;

describe('every call of the calculator', () => {
  it('is answered in the shape agreed on', async () => {
    const { api } = world;
    const directions = await calculator.directions(api);
    const items = directions.flatMap(({ items }) => items ?? []);
    expect(items.map(({ code }) => code)).toContain('USDTTRC20');
    const from = await calculator.fromIds(api);
    expect(from.length).toBeGreaterThan(20);
    const [id = 0] = from;
    const [to = 0] = await calculator.toIds(api, id);
    expect(await calculator.sources(api, to)).toContain(id);
    const pair = await calculator.pair(api, id, to);
    const course = await calculator.course(api, id, to);
    expect(course).toMatchObject({ course: pair.course, from: { min: pair.structure.from.min } });
    expect((await calculator.reserves(api)).length).toBeGreaterThan(20);
    expect(await calculator.settings(api)).not.toHaveProperty('pair');
    expect(await calculator.tech(api)).toEqual({ tech: false, until: null });
    expect(await calculator.chat(api)).toEqual({ result: null });
    expect(await claims.captchacheck(api)).toEqual({ required: false, provider: null, sitekey: null });
  });

  it('refuses what does not exist, by a code', async () => {
    const { api } = world;
    await expect(calculator.pair(api, 999_999, 1)).rejects.toMatchObject({
      status: 404,
      code: 'currency_unknown',
    });
    await expect(calculator.pair(api, 1, 1)).rejects.toMatchObject({ status: 404, code: 'pair_unknown' });
  });
});

describe('a deep link', () => {
  it.each([
    [{ from: 'TON', to: 'SBPRUB' }, 'TON→SBPRUB', 0],
    [{ from: 'btc', to: 'usdttrc' }, 'BTC→USDTTRC20', 0],
    [{ from: 'SBERRUB', to: 'TCSBRUB' }, 'SBERRUB→', 1],
    [{ from: 'USDTTRC2', to: 'SBERRUB' }, 'USDTTRC20→SBERRUB', 1],
    [{}, 'USDTTRC20→SBERRUB', 0],
  ])('%j opens %s', async (wish, pair, replaced) => {
    world.state.asked.length = 0;
    const page = await world.page(wish);
    expect(codes(page)).toContain(pair);
    expect(page.exchange.replaced.value).toHaveLength(replaced);
    expect(page.exchange.text.from.value).not.toBe('');
    expect(world.state.asked).toHaveLength(1);
    world.leave();
  });

  it('carries amount and city', async () => {
    const { exchange } = await world.page({
      from: 'USDTBEP20',
      to: 'CASHRUB',
      amount: '2 500,5',
      city: 'spb',
    });
    expect(exchange.text.from.value).toBe('2\u00a0500,50');
    expect(exchange.city.value?.code.toUpperCase()).toContain('SPB');
    world.leave();
  });
});

describe('«Мин» and «Макс»', () => {
  it('validate on either side of every pair, in both course types', async () => {
    const page = await world.page();
    const { exchange } = page;
    const items = exchange.choices.peek().from.filter(({ closed }) => !closed);
    let tried = 0;
    for (const { item: from } of items) {
      const ids = await calculator.toIds(world.api, from.id);
      for (const id of ids) {
        const to = exchange.items.peek().find(item => item.id === id);
        const { exchange: form } = await world.page({ from: from.code, to: to?.code });
        if (form.closed.peek()) continue;
        for (const { type } of form.offers.peek()) {
          form.chooseType(type);
          for (const side of ['from', 'to'] as const)
            for (const limit of ['min', 'max'] as const) {
              form.put(side, limit);
              const text = form.text[side].peek();
              const clamped = form.sums.peek()?.clamped;
              form.settle();
              expect([from.code, to?.code, type, side, limit, clamped, form.text[side].peek()]).toEqual([
                from.code,
                to?.code,
                type,
                side,
                limit,
                null,
                text,
              ]);
              tried++;
            }
        }
        form.dispose();
      }
    }
    expect(tried).toBeGreaterThan(1000);
    world.leave();
  });
});

describe('walking through the pairs', () => {
  it('keeps a valid pair whatever is picked', async () => {
    const page = await world.page({ from: 'SBERRUB', to: 'BTC' });
    const { exchange } = page;
    const id = (code: string) => exchange.items.peek().find(item => item.code === code)?.id ?? 0;
    await exchange.choose('from', id('BTC'));
    expect(exchange.from.peek()?.code).toBe('BTC');
    expect(exchange.toIds.peek()).toContain(exchange.to.peek()?.id);
    await exchange.choose('to', id('XMR'));
    await exchange.swap();
    expect(codes(page)).toBe('XMR→BTC');
    exchange.type('to', '0,1');
    exchange.settle();
    expect(exchange.text.to.peek()).toBe('0,1');
    await exchange.draft.applyPromocode('NO-SUCH-CODE');
    expect(exchange.draft.promocode.peek()).toMatchObject({ state: 'refused', code: 'promocode_invalid' });
    world.leave();
  });
});
