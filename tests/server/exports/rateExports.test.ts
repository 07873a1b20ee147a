import { gunzipSync } from 'node:zlib';
import { Big } from 'big.js';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Directions } from '#core/contract/calculator.ts';
import { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { Pair } from '#core/contract/course/pair.ts';
import { resolvePair } from '#core/exchange/pair.ts';
import { setReserve } from '#server/exchange/catalogue/reserveLedger.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { forEachDatabase, createTestServer, type TestServer } from '../../support/testServer.ts';
import {
  saveSetting,
  findRate,
  fetchJsonRates,
  calculateExpectedLimits,
  fetchXmlRates,
} from '../support/rateExports.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

forEachDatabase(startServer => {
  test('lists every open pair with the figures of the pair call and the deep link', async () => {
    const testServer = await startServer(relaxedLimits);
    const rates = await fetchJsonRates(testServer);
    const directions = v.parse(Directions, await (await testServer.get('/api/v1/calculator/')).json());
    const all = directions.flatMap(({ items = [] }) => items);
    const listed = new Map(Map.groupBy(rates, ({ from, to }) => `${from} ${to}`));
    let count = 0;
    for (const from of all)
      for (const to of all) {
        const items = listed.get(`${from.code} ${to.code}`) ?? [];
        const response = await testServer.get(`/api/v1/calculator/pair/${from.id}/${to.id}/`);
        if (response.status === 404) {
          expect(items).toEqual([]);
          continue;
        }
        const pair = v.parse(Pair, await response.json());
        if (pair.closed) {
          expect(items).toEqual([]);
          continue;
        }
        count++;
        const cities = [...from.cities, ...to.cities].map(({ code }) => code);
        expect(items.map(({ city }) => city)).toEqual(cities.length > 0 ? cities : [undefined]);
        for (const { param, ...rate } of items) {
          const limits = calculateExpectedLimits(pair);
          expect(rate).toEqual({
            from: from.code,
            to: to.code,
            in: '1',
            out: pair.course,
            amount: pair.structure.to.reserve,
            ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
            minamount: limits.frommin,
            ...(limits.frommax === undefined ? {} : { maxamount: limits.frommax }),
            ...(rate.city === undefined ? {} : { city: rate.city }),
          });
          expect(param).toContain('manual');
          const requestedPair = { from: rate.from, to: rate.to, city: rate.city };
          expect(resolvePair(requestedPair, directions)).toMatchObject({
            from: { code: rate.from },
            to: { code: rate.to },
            city: rate.city ?? null,
            replaced: [],
          });
        }
      }
    expect(count).toBe(listed.size);
    expect(count).toBeGreaterThan(400);
  });

  test('the settings call resolves each item in any case', async () => {
    const testServer = await startServer(relaxedLimits);
    const rates = await fetchJsonRates(testServer);
    for (const { from, to, city, out } of rates.filter((_, at) => at % 7 === 0)) {
      const query = new URLSearchParams({
        cur_from: from.toLowerCase(),
        cur_to: to,
        ...(city ? { city } : {}),
      });
      const response = await testServer.get(`/api/v1/calculator/settings/?${query}`);
      const settings = v.parse(CalculatorSettings, await response.json());
      expect(settings).toMatchObject({ from, to, city: city ?? null, replaced: [], pair: { course: out } });
    }
  });

  test('a changed reserve is in the next response', async () => {
    const testServer = await startServer(relaxedLimits);
    const [before] = (await fetchJsonRates(testServer)).filter(({ to }) => to === 'BTC');
    const currencyId = BigInt(testServer.context.catalogue.findCurrencyByCode('BTC')?.id ?? 0);
    await runInTransaction(testServer.context.db, async trx => {
      const held = await setReserve(trx, { currencyId, amount: 200_000_000n, at: testServer.now() });
      expect(held).toBeNull();
    });
    const [after] = (await fetchJsonRates(testServer)).filter(({ to }) => to === 'BTC');
    expect([before?.amount, after?.amount]).toEqual(['6.48120000', '2.00000000']);
    expect(after?.tomax).not.toBe(before?.tomax);
  });
});

describe('the exports', () => {
  let testServer: TestServer;
  beforeEach(async () => {
    testServer = await createTestServer(relaxedLimits);
  });
  afterEach(() => testServer.close());

  test('the XML equals the JSON', async () => {
    const rates = await fetchJsonRates(testServer);
    const expected = rates.map(({ param, ...rate }) => ({
      ...rate,
      ...(param ? { param: param.join(',') } : {}),
    }));
    expect(await fetchXmlRates(testServer)).toEqual(expected);
    const response = await testServer.get('/rates.xml');
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(await response.text()).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rates>\n<item>/);
  });

  test('both are in the OpenAPI description', async () => {
    const { paths } = (await (await testServer.get('/api/openapi.json')).json()) as { paths: object };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/rates.xml', '/rates.json']));
  });

  test('cash has one item per city, with the codes of the deep link', async () => {
    const cash = (await fetchJsonRates(testServer)).filter(
      ({ from, to }) => from === 'CASHRUB' && to === 'BTC',
    );
    const { cities = [] } = testServer.context.catalogue.findCurrencyByCode('CASHRUB') ?? {};
    expect(cities.length).toBe(6);
    expect(cash.map(({ city }) => city)).toEqual(cities.map(({ code }) => code));
    expect(new Set(cash.map(({ out }) => out)).size).toBe(1);
  });

  test.each(['/rates.xml', '/rates.json'])('%s: supports ETag and gzip', async path => {
    const first = await testServer.get(path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=5');
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    const tag = first.headers.get('etag') ?? '';
    testServer.advanceClock(2000);
    const repeated = await testServer.get(path, { 'if-none-match': tag });
    expect([repeated.status, await repeated.text()]).toEqual([304, '']);
    const zipped = await testServer.get(path, { 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(await first.text());
    await testServer.context.db
      .updateTable('currencies')
      .set({ send_closed: 'Нет' })
      .where('code', '=', 'BTC')
      .execute();
    await testServer.context.catalogue.reload();
    expect((await testServer.get(path, { 'if-none-match': tag })).status).toBe(200);
    const head = await testServer.app.request(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('a closed direction is excluded until it reopens', async () => {
    const { db, catalogue } = testServer.context;
    const set = async (send_closed: string | null) => {
      await db.updateTable('currencies').set({ send_closed }).where('code', '=', 'BTC').execute();
      await catalogue.reload();
    };
    await set('Перебои в сети');
    expect((await fetchJsonRates(testServer)).filter(({ from }) => from === 'BTC')).toEqual([]);
    expect((await fetchJsonRates(testServer)).some(({ to }) => to === 'BTC')).toBe(true);
    await set(null);
    expect(findRate(await fetchJsonRates(testServer), 'BTC', 'SBERRUB')).toBeDefined();
    const from_id = BigInt(catalogue.findCurrencyByCode('BTC')?.id ?? 0);
    const to_id = BigInt(catalogue.findCurrencyByCode('SBERRUB')?.id ?? 0);
    const row = { from_id, to_id, margin: null, discount: null, max: null, frozen_course: null };
    await db
      .insertInto('pairs')
      .values({ ...row, closed: 'Пара закрыта' })
      .execute();
    await catalogue.reload();
    expect(findRate(await fetchJsonRates(testServer), 'BTC', 'SBERRUB')).toBeUndefined();
    expect(findRate(await fetchJsonRates(testServer), 'BTC', 'TCSBRUB')).toBeDefined();
  });

  test('an empty reserve is excluded', async () => {
    const { db, catalogue } = testServer.context;
    const currencyId = BigInt(catalogue.findCurrencyByCode('XMR')?.id ?? 0);
    await runInTransaction(
      db,
      async trx => void (await setReserve(trx, { currencyId, amount: 0n, at: testServer.now() })),
    );
    expect((await fetchJsonRates(testServer)).filter(({ to }) => to === 'XMR')).toEqual([]);
    expect((await fetchJsonRates(testServer)).some(({ from }) => from === 'XMR')).toBe(true);
  });

  test('both are valid and empty during maintenance', async () => {
    await saveSetting(testServer, 'tech', { tech: true, until: null });
    const response = await testServer.get('/rates.xml');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<rates/>\n');
    expect(await fetchJsonRates(testServer)).toEqual([]);
    expect(await fetchXmlRates(testServer)).toEqual([]);
    await saveSetting(testServer, 'tech', { tech: false, until: null });
    expect((await fetchJsonRates(testServer)).length).toBeGreaterThan(400);
  });

  test('have the verification course and its limits where the form opens with it', async () => {
    const usual = findRate(await fetchJsonRates(testServer), 'SBERRUB', 'USDTTRC20');
    await saveSetting(testServer, 'verificationFirst', true);
    const rates = await fetchJsonRates(testServer);
    const verified = findRate(rates, 'SBERRUB', 'USDTTRC20');
    const [from, to] = ['SBERRUB', 'USDTTRC20'].map(
      code => testServer.context.catalogue.findCurrencyByCode(code)?.id,
    );
    const pair = v.parse(Pair, await (await testServer.get(`/api/v1/calculator/pair/${from}/${to}/`)).json());
    expect(verified?.out).toBe(pair.verificationCourse);
    expect(usual?.out).toBe(pair.course);
    expect(verified?.param).toContain('verifying');
    expect(Big(verified?.frommin ?? 0).lt(usual?.frommin ?? 0)).toBe(true);
    // Without verification there is no other course.
    expect(findRate(rates, 'BTC', 'ETH')?.param).toEqual(['manual']);
  });

  test('params mark manual processing and card verification', async () => {
    const rates = await fetchJsonRates(testServer);
    expect(findRate(rates, 'SBERRUB', 'BTC')?.param).toEqual(['manual', 'verifying']);
    expect(findRate(rates, 'BTC', 'SBERRUB')?.param).toEqual(['manual']);
    expect(findRate(rates, 'SBPRUB', 'BTC')?.param).toEqual(['manual']);
    // Amounts below the verification threshold need no verification.
    const pair = {
      from_id: BigInt(testServer.context.catalogue.findCurrencyByCode('SBERRUB')?.id ?? 0),
      to_id: BigInt(testServer.context.catalogue.findCurrencyByCode('BTC')?.id ?? 0),
    };
    const none = { margin: null, discount: null, frozen_course: null, closed: null };
    await testServer.context.db
      .insertInto('pairs')
      .values({ ...pair, ...none, max: 1_499_999n })
      .execute();
    await testServer.context.catalogue.reload();
    expect(findRate(await fetchJsonRates(testServer), 'SBERRUB', 'BTC')).toMatchObject({
      frommax: '14999.99',
      param: ['manual'],
    });
    const demo = await createTestServer({ ...relaxedLimits, OPERATOR: 'demo' });
    try {
      expect(findRate(await fetchJsonRates(demo), 'BTC', 'ETH')).not.toHaveProperty('param');
    } finally {
      await demo.close();
    }
  });

  test('escapes currency codes in the XML', async () => {
    const { db, catalogue } = testServer.context;
    await db.updateTable('currencies').set({ code: '<B&C>' }).where('code', '=', 'BTC').execute();
    await catalogue.reload();
    expect((await fetchXmlRates(testServer)).length).toBe((await fetchJsonRates(testServer)).length);
  });

  test('follow the drifting course', async () => {
    const drifting = await createTestServer({ ...relaxedLimits, RATE_DRIFT: 'on' });
    try {
      const before = findRate(await fetchJsonRates(drifting), 'BTC', 'SBERRUB');
      drifting.advanceClock(15_000);
      const after = findRate(await fetchJsonRates(drifting), 'BTC', 'SBERRUB');
      expect(after?.out).not.toBe(before?.out);
    } finally {
      await drifting.close();
    }
  });
});
