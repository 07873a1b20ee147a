import {
  listDirectionsCall,
  listFromIdsByToCall,
  listFromIdsCall,
  listToIdsCall,
  listReservesCall,
} from '#core/contract/calculator.ts';
import { getChatSettingsCall } from '#core/contract/siteSettings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchPair, fetchCourse, fetchCalculatorSettings } from '#core/api/calculator.ts';
import { fetchMaintenanceStatus } from '#core/api/siteSettings.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { checkCaptchaCall } from '#core/contract/claim/claimActions.ts';
import { createTestBrowser } from '../support/testBrowser.ts';

let testBrowser: Awaited<ReturnType<typeof createTestBrowser>>;
beforeAll(async () => {
  testBrowser = await createTestBrowser();
});
afterAll(() => testBrowser.close());

const formatPagePair = ({ exchange }: Awaited<ReturnType<typeof testBrowser.openPage>>) =>
  `${exchange.from.peek()?.code}→${exchange.to.peek()?.code}`;

describe('every call of the calculator', () => {
  it('returns the shape of the contract', async () => {
    const { api } = testBrowser;
    const directions = await sendCall(api, listDirectionsCall);
    const items = directions.flatMap(({ items }) => items ?? []);
    expect(items.map(({ code }) => code)).toContain('USDTTRC20');
    const from = await sendCall(api, listFromIdsCall);
    expect(from.length).toBeGreaterThan(20);
    const [id = 0] = from;
    const [to = 0] = await sendCall(api, listToIdsCall, { id: id });
    expect(await sendCall(api, listFromIdsByToCall, { id: to })).toContain(id);
    const pair = await fetchPair(api, id, to);
    const course = await fetchCourse(api, id, to);
    expect(course).toMatchObject({ course: pair.course, from: { min: pair.structure.from.min } });
    expect((await sendCall(api, listReservesCall)).length).toBeGreaterThan(20);
    expect(await fetchCalculatorSettings(api)).not.toHaveProperty('pair');
    expect(await fetchMaintenanceStatus(api)).toEqual({ tech: false, until: null });
    expect(await sendCall(api, getChatSettingsCall)).toEqual({ result: null });
    expect(await sendCall(api, checkCaptchaCall)).toEqual({ required: false, provider: null, sitekey: null });
  });

  it('refuses an unknown currency or pair with a code', async () => {
    const { api } = testBrowser;
    await expect(fetchPair(api, 999_999, 1)).rejects.toMatchObject({
      status: 404,
      code: 'currency_unknown',
    });
    await expect(fetchPair(api, 1, 1)).rejects.toMatchObject({ status: 404, code: 'pair_unknown' });
  });
});

describe('a deep link', () => {
  it.each([
    [{ from: 'TON', to: 'SBPRUB' }, 'TON→SBPRUB', 0],
    [{ from: 'btc', to: 'usdttrc' }, 'BTC→USDTTRC20', 0],
    [{ from: 'SBERRUB', to: 'TCSBRUB' }, 'SBERRUB→', 1],
    [{ from: 'USDTTRC2', to: 'SBERRUB' }, 'USDTTRC20→SBERRUB', 1],
    [{}, 'USDTTRC20→SBERRUB', 0],
  ])('%j opens %s', async (deepLink, pair, replaced) => {
    testBrowser.state.requests.length = 0;
    const page = await testBrowser.openPage(deepLink);
    expect(formatPagePair(page)).toContain(pair);
    expect(page.exchange.replacements.value).toHaveLength(replaced);
    expect(page.exchange.amountText.from.value).not.toBe('');
    expect(testBrowser.state.requests).toHaveLength(1);
    testBrowser.closePages();
  });

  it('carries amount and city', async () => {
    const { exchange } = await testBrowser.openPage({
      from: 'USDTBEP20',
      to: 'CASHRUB',
      amount: '2 500,5',
      city: 'spb',
    });
    expect(exchange.amountText.from.value).toBe('2\u00a0500,50');
    expect(exchange.city.value?.code.toUpperCase()).toContain('SPB');
    testBrowser.closePages();
  });
});

describe('«Мин» and «Макс»', () => {
  it('validate on either side of every pair, in both course types', async () => {
    const page = await testBrowser.openPage();
    const { exchange } = page;
    const items = exchange.pickerOptions.peek().from.filter(({ closedReason: closed }) => !closed);
    let tried = 0;
    for (const { item: from } of items) {
      const ids = await sendCall(testBrowser.api, listToIdsCall, { id: from.id });
      for (const id of ids) {
        const to = exchange.items.peek().find(item => item.id === id);
        const { exchange: form } = await testBrowser.openPage({ from: from.code, to: to?.code });
        if (form.closedReason.peek()) continue;
        for (const { type } of form.courseOptions.peek()) {
          form.selectCourseType(type);
          for (const side of ['from', 'to'] as const)
            for (const limit of ['min', 'max'] as const) {
              form.setToLimit(side, limit);
              const text = form.amountText[side].peek();
              const clamped = form.amounts.peek()?.clampedTo;
              form.commitAmount();
              expect([from.code, to?.code, type, side, limit, clamped, form.amountText[side].peek()]).toEqual(
                [from.code, to?.code, type, side, limit, null, text],
              );
              tried++;
            }
        }
        form.dispose();
      }
    }
    expect(tried).toBeGreaterThan(1000);
    testBrowser.closePages();
  });
});

describe('a sequence of selections', () => {
  it('keeps a valid pair whatever is picked', async () => {
    const page = await testBrowser.openPage({ from: 'SBERRUB', to: 'BTC' });
    const { exchange } = page;
    const id = (code: string) => exchange.items.peek().find(item => item.code === code)?.id ?? 0;
    await exchange.selectCurrency('from', id('BTC'));
    expect(exchange.from.peek()?.code).toBe('BTC');
    expect(exchange.toIds.peek()).toContain(exchange.to.peek()?.id);
    await exchange.selectCurrency('to', id('XMR'));
    await exchange.swapCurrencies();
    expect(formatPagePair(page)).toBe('XMR→BTC');
    exchange.typeAmount('to', '0,1');
    exchange.commitAmount();
    expect(exchange.amountText.to.peek()).toBe('0,1');
    await exchange.draft.applyPromocode('NO-SUCH-CODE');
    expect(exchange.draft.promocode.peek()).toMatchObject({ state: 'refused', code: 'promocode_invalid' });
    testBrowser.closePages();
  });
});

describe('a typed amount and another pair', () => {
  const readTexts = ({ exchange }: Awaited<ReturnType<typeof testBrowser.openPage>>) => [
    exchange.amountText.from.peek(),
    exchange.amountText.to.peek(),
  ];
  const findId = (code: string) => testBrowser.server.context.catalogue.findCurrencyByCode(code)?.id ?? 0;
  const openTyped = async () => {
    testBrowser.clearStorages();
    const page = await testBrowser.openPage({ from: 'USDTTRC20', to: 'SBERRUB' });
    page.exchange.typeAmount('from', '777');
    page.exchange.commitAmount();
    return page;
  };

  it('keep the roubles if another coin is sent', async () => {
    const page = await openTyped();
    const [, roubles] = readTexts(page);
    await page.exchange.selectCurrency('from', findId('TON'));
    expect(formatPagePair(page)).toBe('TON→SBERRUB');
    expect(readTexts(page)[1]).toBe(roubles);
    expect(readTexts(page)[0]).not.toContain('777');
    testBrowser.closePages();
  });

  it('keep the roubles if a link also changes the bank', async () => {
    const page = await openTyped();
    const [, roubles] = readTexts(page);
    await page.exchange.requestPair({ from: 'TON', to: 'ACRUB' }, 'attribute');
    expect([formatPagePair(page), readTexts(page)[1]]).toEqual(['TON→ACRUB', roubles]);
    testBrowser.closePages();
  });

  it.each([
    ['from', 'USDTERC20', 'USDTERC20→SBERRUB'],
    ['to', 'BTC', 'USDTTRC20→BTC'],
    ['to', 'ACRUB', 'USDTTRC20→ACRUB'],
  ] as const)('keep the typed amount if its currency stays: %s %s', async (side, code, pair) => {
    const page = await openTyped();
    await page.exchange.selectCurrency(side, findId(code));
    expect([formatPagePair(page), readTexts(page)[0]]).toEqual([pair, '777,00']);
    testBrowser.closePages();
  });

  it('start anew if both currencies change', async () => {
    const page = await openTyped();
    await page.exchange.requestPair({ from: 'SBERRUB', to: 'BTC' }, 'attribute');
    expect(formatPagePair(page)).toBe('SBERRUB→BTC');
    expect(page.exchange.typedAmount.value).toBeNull();
    testBrowser.closePages();
  });

  it('keep what is typed while the other pair loads', async () => {
    const page = await openTyped();
    const selection = page.exchange.selectCurrency('from', findId('TON'));
    page.exchange.typeAmount('from', '55');
    await selection;
    expect([formatPagePair(page), readTexts(page)[0]]).toEqual(['TON→SBERRUB', '55']);
    testBrowser.closePages();
  });
});
