import { gunzipSync } from 'node:zlib';
import { Big } from 'big.js';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#core/contract/calculator.ts';
import * as pairs from '#core/exchange/pair.ts';
import * as reserve from '#server/catalogue/reserve.ts';
import { inTransaction } from '#server/database/database.ts';
import { forEachDatabase, world, type World } from './world.ts';
import { change, find, json, limits, xml } from './exported.ts';
import { roomy } from './roomy.ts';

forEachDatabase(open => {
  test('every item is what the pair call and the deep link give, and every open pair is an item', async () => {
    const made = await open(roomy);
    const rates = await json(made);
    const directions = v.parse(contract.Directions, await (await made.get('/api/v1/calculator/')).json());
    const all = directions.flatMap(({ items = [] }) => items);
    const listed = new Map(Map.groupBy(rates, ({ from, to }) => `${from} ${to}`));
    let count = 0;
    for (const from of all)
      for (const to of all) {
        const items = listed.get(`${from.code} ${to.code}`) ?? [];
        const answer = await made.get(`/api/v1/calculator/pair/${from.id}/${to.id}/`);
        if (answer.status === 404) {
          expect(items).toEqual([]);
          continue;
        }
        const pair = v.parse(contract.Pair, await answer.json());
        if (pair.closed) {
          expect(items).toEqual([]);
          continue;
        }
        count++;
        const cities = [...from.cities, ...to.cities].map(({ code }) => code);
        expect(items.map(({ city }) => city)).toEqual(cities.length > 0 ? cities : [undefined]);
        for (const { param, ...rate } of items) {
          const counted = limits(pair);
          expect(rate).toEqual({
            from: from.code,
            to: to.code,
            in: '1',
            out: pair.course,
            amount: pair.structure.to.reserve,
            ...Object.fromEntries(Object.entries(counted).filter(([, value]) => value !== undefined)),
            minamount: counted.frommin,
            ...(counted.frommax === undefined ? {} : { maxamount: counted.frommax }),
            ...(rate.city === undefined ? {} : { city: rate.city }),
          });
          expect(param).toContain('manual');
          const wanted = { from: rate.from, to: rate.to, city: rate.city };
          expect(pairs.choose(wanted, directions)).toMatchObject({
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

  test('the settings call leads each item to itself, in any case', async () => {
    const made = await open(roomy);
    const rates = await json(made);
    for (const { from, to, city, out } of rates.filter((_, at) => at % 7 === 0)) {
      const query = new URLSearchParams({
        cur_from: from.toLowerCase(),
        cur_to: to,
        ...(city ? { city } : {}),
      });
      const answer = await made.get(`/api/v1/calculator/settings/?${query}`);
      const first = v.parse(contract.Settings, await answer.json());
      expect(first).toMatchObject({ from, to, city: city ?? null, replaced: [], pair: { course: out } });
    }
  });

  test('a reserve that has just changed is in the very next answer', async () => {
    const made = await open(roomy);
    const [before] = (await json(made)).filter(({ to }) => to === 'BTC');
    const currencyId = BigInt(made.context.catalogue.byCode('BTC')?.id ?? 0);
    await inTransaction(made.context.db, async trx => {
      const done = await reserve.set(trx, { currencyId, amount: 200_000_000n, at: made.now() });
      expect(done.ok).toBe(true);
    });
    const [after] = (await json(made)).filter(({ to }) => to === 'BTC');
    expect([before?.amount, after?.amount]).toEqual(['6.48120000', '2.00000000']);
    expect(after?.tomax).not.toBe(before?.tomax);
  });
});

describe('the exports', () => {
  let made: World;
  beforeEach(async () => {
    made = await world(roomy);
  });
  afterEach(() => made.close());

  test('the XML says what the JSON says, to the last digit', async () => {
    const rates = await json(made);
    const written = rates.map(({ param, ...rate }) => ({
      ...rate,
      ...(param ? { param: param.join(',') } : {}),
    }));
    expect(await xml(made)).toEqual(written);
    const answer = await made.get('/rates.xml');
    expect(answer.headers.get('content-type')).toBe('application/xml');
    expect(await answer.text()).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rates>\n<item>/);
  });

  test('both are in the API’s description', async () => {
    const { paths } = (await (await made.get('/api/openapi.json')).json()) as { paths: object };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/rates.xml', '/rates.json']));
  });

  test('cash is one item a city, with the codes of the deep link', async () => {
    const cash = (await json(made)).filter(({ from, to }) => from === 'CASHRUB' && to === 'BTC');
    const { cities = [] } = made.context.catalogue.byCode('CASHRUB') ?? {};
    expect(cities.length).toBe(6);
    expect(cash.map(({ city }) => city)).toEqual(cities.map(({ code }) => code));
    expect(new Set(cash.map(({ out }) => out)).size).toBe(1);
  });

  test.each(['/rates.xml', '/rates.json'])(
    '%s: nothing is sent twice, and gzip to whoever takes it',
    async path => {
      const first = await made.get(path);
      expect(first.headers.get('cache-control')).toBe('public, max-age=5');
      expect(first.headers.get('access-control-allow-origin')).toBe('*');
      const tag = first.headers.get('etag') ?? '';
      made.forward(2000);
      const again = await made.get(path, { 'if-none-match': tag });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const zipped = await made.get(path, { 'accept-encoding': 'gzip' });
      expect(zipped.headers.get('content-encoding')).toBe('gzip');
      expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(await first.text());
      await made.context.db
        .updateTable('currencies')
        .set({ send_closed: 'Нет' })
        .where('code', '=', 'BTC')
        .execute();
      await made.context.catalogue.reload();
      expect((await made.get(path, { 'if-none-match': tag })).status).toBe(200);
      const head = await made.app.request(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    },
  );

  test('a closed direction is left out, and comes back', async () => {
    const { db, catalogue } = made.context;
    const set = async (send_closed: string | null) => {
      await db.updateTable('currencies').set({ send_closed }).where('code', '=', 'BTC').execute();
      await catalogue.reload();
    };
    await set('Перебои в сети');
    expect((await json(made)).filter(({ from }) => from === 'BTC')).toEqual([]);
    expect((await json(made)).some(({ to }) => to === 'BTC')).toBe(true);
    await set(null);
    expect(find(await json(made), 'BTC', 'SBERRUB')).toBeDefined();
    const from_id = BigInt(catalogue.byCode('BTC')?.id ?? 0);
    const to_id = BigInt(catalogue.byCode('SBERRUB')?.id ?? 0);
    const row = { from_id, to_id, margin: null, discount: null, max: null, frozen_course: null };
    await db
      .insertInto('pairs')
      .values({ ...row, closed: 'Пара закрыта' })
      .execute();
    await catalogue.reload();
    expect(find(await json(made), 'BTC', 'SBERRUB')).toBeUndefined();
    expect(find(await json(made), 'BTC', 'TCSBRUB')).toBeDefined();
  });

  test('an empty reserve is left out', async () => {
    const { db, catalogue } = made.context;
    const currencyId = BigInt(catalogue.byCode('XMR')?.id ?? 0);
    await inTransaction(
      db,
      async trx => void (await reserve.set(trx, { currencyId, amount: 0n, at: made.now() })),
    );
    expect((await json(made)).filter(({ to }) => to === 'XMR')).toEqual([]);
    expect((await json(made)).some(({ from }) => from === 'XMR')).toBe(true);
  });

  test('in maintenance both are valid and empty', async () => {
    await change(made, 'tech', { tech: true, until: null });
    const answer = await made.get('/rates.xml');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<rates/>\n');
    expect(await json(made)).toEqual([]);
    expect(await xml(made)).toEqual([]);
    await change(made, 'tech', { tech: false, until: null });
    expect((await json(made)).length).toBeGreaterThan(400);
  });

  test('where the form opens with the verification course, the item has that course and its limits', async () => {
    const usual = find(await json(made), 'SBERRUB', 'USDTTRC20');
    await change(made, 'verificationFirst', true);
    const rates = await json(made);
    const verified = find(rates, 'SBERRUB', 'USDTTRC20');
    const [from, to] = ['SBERRUB', 'USDTTRC20'].map(code => made.context.catalogue.byCode(code)?.id);
    const pair = v.parse(
      contract.Pair,
      await (await made.get(`/api/v1/calculator/pair/${from}/${to}/`)).json(),
    );
    expect(verified?.out).toBe(pair.verificationCourse);
    expect(usual?.out).toBe(pair.course);
    expect(verified?.param).toContain('verifying');
    expect(Big(verified?.frommin ?? 0).lt(usual?.frommin ?? 0)).toBe(true);
    // No person to verify, no other course.
    expect(find(rates, 'BTC', 'ETH')?.param).toEqual(['manual']);
  });

  test('marks say what holds: people at work, cards that are verified, never more', async () => {
    const rates = await json(made);
    expect(find(rates, 'SBERRUB', 'BTC')?.param).toEqual(['manual', 'verifying']);
    expect(find(rates, 'BTC', 'SBERRUB')?.param).toEqual(['manual']);
    expect(find(rates, 'SBPRUB', 'BTC')?.param).toEqual(['manual']);
    // Below the sum from which cards are verified there is nothing to verify.
    const pair = {
      from_id: BigInt(made.context.catalogue.byCode('SBERRUB')?.id ?? 0),
      to_id: BigInt(made.context.catalogue.byCode('BTC')?.id ?? 0),
    };
    const none = { margin: null, discount: null, frozen_course: null, closed: null };
    await made.context.db
      .insertInto('pairs')
      .values({ ...pair, ...none, max: 1_499_999n })
      .execute();
    await made.context.catalogue.reload();
    expect(find(await json(made), 'SBERRUB', 'BTC')).toMatchObject({
      frommax: '14999.99',
      param: ['manual'],
    });
    const demo = await world({ ...roomy, OPERATOR: 'demo' });
    try {
      expect(find(await json(demo), 'BTC', 'ETH')).not.toHaveProperty('param');
    } finally {
      await demo.close();
    }
  });

  test('a code that an operator wrote cannot break the XML', async () => {
    const { db, catalogue } = made.context;
    await db.updateTable('currencies').set({ code: '<B&C>' }).where('code', '=', 'BTC').execute();
    await catalogue.reload();
    expect((await xml(made)).length).toBe((await json(made)).length);
  });

  test('follow the course as it drifts', async () => {
    const drifting = await world({ ...roomy, RATE_DRIFT: 'on' });
    try {
      const before = find(await json(drifting), 'BTC', 'SBERRUB');
      drifting.forward(15_000);
      const after = find(await json(drifting), 'BTC', 'SBERRUB');
      expect(after?.out).not.toBe(before?.out);
    } finally {
      await drifting.close();
    }
  });
});
