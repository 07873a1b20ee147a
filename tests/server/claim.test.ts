import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import {
  ClaimCreated,
  ClaimRequisite,
  ClaimStatus,
  CourseChanged,
  type ClaimCreate,
} from '#core/contract/claim.ts';
import { fromText, toText } from '#core/exchange/amount.ts';
import { inProcess } from './applicant.ts';
import { forEachDatabase, type World } from './world.ts';

const MINUTE = 60_000;
/** Limits out of the way; a test that is about one sets it. */
const roomy = {
  LIMIT_CALCULATOR_PER_MINUTE: '1000000',
  LIMIT_CALCULATOR_BURST: '1000000',
  LIMIT_CLAIMS_PER_HOUR: '1000000',
  LIMIT_OPEN_CLAIMS_PER_EMAIL: '1000',
  LIMIT_OPEN_CLAIMS_PER_ADDRESS: '1000',
  TRUST_PROXY: 'loopback',
};

type Answer = Record<string, unknown> & { codes?: Record<string, string>; code?: string; limit?: string };
const read = async (response: Response | Promise<Response>) => (await (await response).json()) as Answer;

forEachDatabase(open => {
  let world: World;
  let me: ReturnType<typeof inProcess>;
  async function begin(env: Record<string, string> = {}) {
    world = await open({ ...roomy, ...env });
    me = inProcess(world.app);
  }
  const setting = (name: string, value: unknown) =>
    world.context.db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value) })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute();

  describe('a claim', () => {
    beforeEach(() => begin());

    test.each([
      ['USDTTRC20', 'SBERRUB'],
      ['BTC', 'SBPRUB'],
      ['XRP', 'TCSBRUB'],
      ['TON', 'SBPRUB'],
      ['SBERRUB', 'USDTTRC20'],
      ['SBPRUB', 'TON'],
      ['ETH', 'XMR'],
      ['XMR', 'SOL'],
      ['LTC', 'ADA'],
      ['DOGE', 'BCH'],
      ['TRX', 'DASH'],
      ['USDTBEP20', 'CASHRUB'],
      ['CASHRUB', 'BTC'],
      ['SOL', 'XRP'],
    ])('%s → %s is made, told where to pay, and read back', async (from, to) => {
      const body = await me.body(from, to);
      const response = await me.post(body, { key: `pair-${from}-${to}` });
      const text = await response.text();
      expect([response.status, text]).toEqual([201, text]);
      const created = v.parse(ClaimCreated, JSON.parse(text));
      expect(created).toMatchObject({
        status: 'waiting',
        fromSumma: body.fromSumma,
        toSumma: body.toSumma,
        email: body.email,
        from: { code: from },
        to: { code: to },
      });
      const crypto = !from.endsWith('RUB');
      const window = Date.parse(created.deadline ?? '') - Date.parse(created.createdAt);
      expect(window).toBe((crypto ? 30 : 20) * MINUTE);
      const { secret, now: _, ...rest } = created;
      const status = v.parse(ClaimStatus, await read(me.about(created.id, 'status', secret)));
      expect(status).toMatchObject(rest);
      const pay = v.parse(ClaimRequisite, await read(me.about(created.id, 'requisite', secret)));
      expect(pay).toMatchObject({ amount: body.fromSumma, deadline: created.deadline });
      expect(pay.memo === null).toBe(!['XRP', 'TON'].includes(from));
      expect(pay.value).not.toBe('');
    });

    test('gets a memo that no other claim has', async () => {
      const memos = new Set<string>();
      for (let n = 0; n < 5; n++) {
        const { id, secret } = await me.create(await me.body('XRP', 'SBERRUB'));
        const { memo } = v.parse(ClaimRequisite, await read(me.about(id, 'requisite', secret)));
        expect(Number(memo?.value)).toBeLessThan(2 ** 32);
        memos.add(memo?.value ?? '');
      }
      expect(memos.size).toBe(5);
    });

    test('gets the requisite that was given out longest ago', async () => {
      const { db } = world.context;
      const { id: currency } = await me.item('LTC');
      const places = ['ltc-one', 'ltc-two', 'ltc-three'];
      await db.deleteFrom('payment_requisites').where('currency_id', '=', BigInt(currency)).execute();
      for (const value of places)
        await db
          .insertInto('payment_requisites')
          .values({
            currency_id: BigInt(currency),
            kind: 'address',
            value,
            holder: null,
            bank: null,
            memo: 0n,
            active: 1n,
            used_at: 0n,
          })
          .execute();
      const given: string[] = [];
      for (let n = 0; n < 4; n++) {
        const { id, secret } = await me.create(await me.body('LTC', 'SBERRUB'));
        const pay = v.parse(ClaimRequisite, await read(me.about(id, 'requisite', secret)));
        given.push(pay.value);
        world.forward(1);
      }
      expect(given).toEqual([...places, places[0]]);
    });

    test('waits for requisites when there are none to give', async () => {
      const { id: currency } = await me.item('DASH');
      await world.context.db
        .updateTable('payment_requisites')
        .set({ active: 0n })
        .where('currency_id', '=', BigInt(currency))
        .execute();
      const created = await me.create(await me.body('DASH', 'SBERRUB'));
      expect(created).toMatchObject({ status: 'requisites', deadline: null });
      expect(await read(me.about(created.id, 'requisite', created.secret))).toBeNull();
    });

    test('asks for the card first in verification mode and from 15 000 ₽', async () => {
      const verified = await me.create(await me.body('USDTTRC20', 'SBERRUB', { verification: true }));
      expect(verified).toMatchObject({ status: 'verification', withVerificationCourse: true });
      expect(await read(me.about(verified.id, 'requisite', verified.secret))).toBeNull();
      const large = await me.create(await me.body('SBERRUB', 'USDTTRC20', { fromSumma: '15000.00' }));
      expect(large.status).toBe('verification');
      const small = await me.create(await me.body('SBERRUB', 'USDTTRC20', { fromSumma: '14999.99' }));
      expect(small.status).toBe('waiting');
    });

    test('writes down what happened to it', async () => {
      const { id, secret } = await me.create(await me.body('TON', 'SBPRUB'));
      await me.about(id, 'cancel', secret);
      const events = await world.context.db
        .selectFrom('claim_events')
        .select(['from_status', 'to_status', 'actor'])
        .where('claim_id', '=', id)
        .orderBy('id')
        .execute();
      expect(events).toEqual([
        { from_status: null, to_status: 'new', actor: 'client' },
        { from_status: 'new', to_status: 'waiting', actor: 'system' },
        { from_status: 'waiting', to_status: 'cancelled', actor: 'client' },
      ]);
    });

    test('is named by the short number, or by the internal one when the setting says so', async () => {
      await setting('usePublicId', true);
      await world.context.catalogue.reload();
      const first = await me.create(await me.body('TON', 'SBPRUB'));
      expect(first.number).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
      await setting('usePublicId', false);
      await world.context.catalogue.reload();
      const second = await me.create(await me.body('TON', 'SBPRUB'));
      expect(second.number).toBe('2');
      const again = await read(me.about(first.id, 'status', first.secret));
      expect(again.number).toBe('1');
    });

    test('keeps a promocode from being used twice when it is single use', async () => {
      const promo = { percent: '50', used: 0n, active: 1n };
      await world.context.db
        .insertInto('promocodes')
        .values([
          { code: 'ONCE', single_use: 1n, ...promo },
          { code: 'OFTEN', single_use: 0n, ...promo },
        ])
        .execute();
      await world.context.catalogue.reload();
      const priced = async (promocode: string): Promise<ClaimCreate> => {
        const { id: from } = await me.item('BTC');
        const { id: to } = await me.item('SBERRUB');
        const path = `/api/v1/calculator/course/${from}/${to}/?promocode=${promocode}`;
        const course = (await read(world.app.request(path))) as { course: string; quote: string };
        const body = await me.body('BTC', 'SBERRUB');
        const sent = fromText(body.fromSumma, 8);
        const [whole = '', part = ''] = course.course.split('.');
        const units = (sent * BigInt(whole + part) * 100n) / (10n ** BigInt(part.length) * 10n ** 8n);
        return { ...body, toSumma: toText(units, 2), promocode, quote: course.quote };
      };
      const once = await priced('once');
      expect((await me.post(once)).status).toBe(201);
      const refused = await me.post({ ...once, email: 'other@example.com' });
      expect(refused.status).toBe(400);
      expect((await read(refused)).codes).toEqual({ promocode: 'promocode_used' });
      for (let n = 0; n < 2; n++) expect((await me.post(await priced('often'))).status).toBe(201);
      const unknown = await me.post({ ...(await me.body('BTC', 'SBERRUB')), promocode: 'nothing' });
      expect([unknown.status, (await read(unknown)).codes]).toEqual([
        400,
        { promocode: 'promocode_invalid' },
      ]);
    });
  });

  describe('a body that cannot be taken', () => {
    let body: ClaimCreate;
    beforeEach(async () => {
      await begin();
      body = await me.body('TON', 'SBERRUB');
    });
    const refused = async (changes: Record<string, unknown>) => {
      const response = await me.post({ ...body, ...changes });
      const answer = await read(response);
      return { status: response.status, answer };
    };

    test('is refused with 400 and every field that is wrong', async () => {
      expect((await me.post('{')).status).toBe(400);
      const { status, answer } = await refused({
        email: 'nobody',
        toRequisites: {},
      });
      expect(status).toBe(400);
      // The schema speaks first.
      expect(answer.codes).toEqual({ email: 'email_at' });
      const next = await refused({ toRequisites: { card: '2200000000000005', extra: '1' } });
      expect(next.answer.codes).toEqual({
        'toRequisites.card': 'card_checksum',
        'toRequisites.fio': 'empty',
        'toRequisites.extra': 'field_unknown',
      });
      expect(next.answer['toRequisites.card']).toEqual([expect.stringMatching(/[а-я]/)]);
      const both = await refused({ toRequisites: {}, fromSumma: '1', toSumma: '1' });
      expect(both.answer.codes).toEqual({
        'toRequisites.card': 'empty',
        'toRequisites.fio': 'empty',
        fromSumma: 'amount_min',
      });
      expect(both.answer.limit).toMatch(/^\d/);
    });

    test('is refused with 404 for a pair that does not exist', async () => {
      for (const changes of [
        { toPs: 999_999 },
        { fromPs: 2 ** 53 },
        { toPs: 1e300 },
        { toPs: body.fromPs },
        { fromPs: (await me.item('TCSBRUB')).id },
      ]) {
        const { status, answer } = await refused(changes);
        expect([status, answer.code]).toEqual([404, 'pair_unknown']);
      }
    });

    test('is refused with the limit for a sum outside the limits', async () => {
      const { structure } = await me.pair('TON', 'SBERRUB');
      const low = await refused({ fromSumma: '0.00000001', toSumma: '0.00' });
      expect([low.status, low.answer.codes]).toEqual([400, { fromSumma: 'amount_min' }]);
      expect(low.answer.limit).toBe(structure.from.min);
      const high = await refused({ fromSumma: '99999999999', toSumma: '99999999999999' });
      expect([high.status, high.answer.codes]).toEqual([400, { fromSumma: 'amount_max' }]);
      expect(high.answer.limit).toBe(structure.from.max);
      const fine = await refused({ fromSumma: '20.123456789' });
      expect([fine.status, fine.answer.codes]).toEqual([400, { fromSumma: 'number_format' }]);
    });

    test('is refused when its city is missing or unknown', async () => {
      const cash = await me.body('USDTTRC20', 'CASHRUB');
      const missing = await me.post({ ...cash, city: null });
      expect([missing.status, (await read(missing)).codes]).toEqual([400, { city: 'empty' }]);
      const unknown = await me.post({ ...cash, city: 'ATLANTIS' });
      expect((await read(unknown)).codes).toEqual({ city: 'city_unknown' });
      const created = await me.create({ ...cash, city: cash.city?.toLowerCase() ?? null });
      expect(created.city).toBe(cash.city);
    });

    test('is refused while the direction is closed', async () => {
      await world.context.db
        .updateTable('currencies')
        .set({ send_closed: 'Закрыто до утра' })
        .where('code', '=', 'TON')
        .execute();
      const { status, answer } = await refused({});
      expect([status, answer.code, answer.detail]).toEqual([409, 'direction_closed', 'Закрыто до утра']);
    });

    test('leaves nothing behind', async () => {
      const before = await me.reserve('SBERRUB');
      await refused({ toRequisites: {} });
      await refused({ toSumma: '1.00' });
      expect(await me.reserve('SBERRUB')).toBe(before);
      expect(await world.context.db.selectFrom('claims').selectAll().execute()).toEqual([]);
      expect(await world.context.db.selectFrom('claim_events').selectAll().execute()).toEqual([]);
    });
  });

  describe('the course', () => {
    beforeEach(() => begin());

    test('of a live quote is kept for a minute, then 409 tells the new one', async () => {
      const body = await me.body('BTC', 'SBERRUB', { fromSumma: '0.01000000' });
      await freeze('4321000');
      const held = await me.create(body);
      expect(held.toSumma).toBe(body.toSumma);
      world.forward(MINUTE + 1);
      const response = await me.post({ ...body, email: 'late@example.com' });
      expect(response.status).toBe(409);
      const changed = v.parse(CourseChanged, await read(response));
      expect(changed).toMatchObject({ course: '4321000', fromSumma: '0.01000000', toSumma: '43210.00' });
      const { fromSumma, toSumma, quote } = changed;
      const accepted = await me.create({ ...body, fromSumma, toSumma, quote: quote ?? null });
      expect(accepted).toMatchObject({ fromSumma, toSumma, course: '4321000' });
    });

    test('that moved the minimum above the sum offers the new minimum', async () => {
      const body = await me.body('BTC', 'SBERRUB');
      await freeze('4321000');
      world.forward(MINUTE + 1);
      const response = await me.post(body);
      expect(response.status).toBe(409);
      const changed = v.parse(CourseChanged, await read(response));
      expect(changed).toMatchObject({ fromSumma: '0.00069429', toSumma: '3000.02' });
      const { fromSumma, toSumma, quote } = changed;
      await me.create({ ...body, fromSumma, toSumma, quote: quote ?? null });
    });

    test('that was told within a minute counts without a quote', async () => {
      const body = await me.body('BTC', 'SBERRUB', { fromSumma: '0.01' });
      await freeze('4321000');
      await me.create({ ...body, quote: null });
      world.forward(MINUTE + 1);
      expect((await me.post({ ...body, quote: null })).status).toBe(409);
    });

    test('takes a typed receive, with the send rounded up', async () => {
      await freeze('3');
      const body = await me.body('BTC', 'SBERRUB', { fromSumma: '2000' });
      const created = await me.create({ ...body, fromSumma: '1666.66666667', toSumma: '5000.00' });
      expect(created).toMatchObject({ fromSumma: '1666.66666667', toSumma: '5000.00' });
      for (const toSumma of ['5000.01', '4999.99'])
        expect((await me.post({ ...body, fromSumma: '1666.66666667', toSumma })).status).toBe(409);
    });

    test('of another pair, or a forged quote, promises nothing', async () => {
      const body = await me.body('BTC', 'SBERRUB', { fromSumma: '0.01' });
      const other = await me.body('ETH', 'SBERRUB');
      await freeze('4321000');
      world.forward(MINUTE + 1);
      const later = await me.body('ETH', 'SBERRUB');
      for (const quote of [later.quote, other.quote, 'e30.forged', 'x'.repeat(512)])
        expect((await me.post({ ...body, quote })).status).toBe(409);
    });

    async function freeze(course: string) {
      const { id: from } = await me.item('BTC');
      const { id: to } = await me.item('SBERRUB');
      const row = {
        from_id: BigInt(from),
        to_id: BigInt(to),
        margin: null,
        discount: null,
        max: null,
        frozen_course: course,
        closed: null,
      };
      await world.context.db
        .insertInto('pairs')
        .values(row)
        .onConflict(conflict => conflict.columns(['from_id', 'to_id']).doUpdateSet({ frozen_course: course }))
        .execute();
      await world.context.catalogue.reload();
    }
  });

  test('a referral that no column takes is refused by name', async () => {
    await begin();
    const body = await me.body('TON', 'SBERRUB');
    for (const refferal of ['a\u0000b', 'x'.repeat(65), '']) {
      const response = await me.post({ ...body, refferal });
      expect(response.status).toBe(400);
      expect((await read(response)).codes).toHaveProperty('refferal');
    }
  });

  test('the exchange closed a moment ago, which no cache knows yet, takes no claim', async () => {
    await begin();
    const body = await me.body('TON', 'SBERRUB');
    await setting('tech', { tech: true });
    const response = await me.post(body);
    expect([response.status, (await read(response)).code]).toEqual([503, 'maintenance']);
    expect(response.headers.get('retry-after')).toBe('60');
  });

  test('a creation that is repeated costs no attempt', async () => {
    await begin({ LIMIT_CLAIMS_PER_HOUR: '1' });
    const body = await me.body('TON', 'SBERRUB');
    const key = 'repeated-key-1';
    const first = await read(me.post(body, { key }));
    const again = await me.post(body, { key });
    expect(again.status).toBe(201);
    expect(await read(again)).toEqual(first);
    expect((await me.post(body, { key: 'another-key-1' })).status).toBe(429);
  });

  describe('open claims', () => {
    test('are at most 3 an e-mail', async () => {
      await begin({ LIMIT_OPEN_CLAIMS_PER_EMAIL: '3' });
      const email = 'Same@example.com';
      const claims = [];
      for (let n = 0; n < 3; n++)
        claims.push(await me.create({ ...(await me.body('TON', 'SBERRUB')), email }));
      const body = { ...(await me.body('TON', 'SBERRUB')), email: 'same@Example.com' };
      const response = await me.post(body);
      expect([response.status, (await read(response)).code]).toEqual([429, 'claims_limit']);
      // TON is waited for half an hour; then the first of them is gone.
      expect(response.headers.get('retry-after')).toBe('1800');
      const [first] = claims;
      await me.about(first?.id ?? '', 'cancel', first?.secret ?? '');
      await me.create(body);
    });

    test('are at most 5 a network', async () => {
      await begin({ LIMIT_OPEN_CLAIMS_PER_ADDRESS: '5' });
      for (let n = 0; n < 5; n++)
        await me.create(await me.body('TON', 'SBERRUB'), { address: `2001:db8:1:2::${n + 1}` });
      const body = await me.body('TON', 'SBERRUB');
      expect((await me.post(body, { address: '2001:db8:1:2::99' })).status).toBe(429);
      await me.create(body, { address: '2001:db8:1:3::1' });
    });
  });

  describe('the secret', () => {
    beforeEach(() => begin());
    const unknown = '6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10';

    test('missing tells the bare status, wrong tells nothing', async () => {
      const { id, secret, status } = await me.create(await me.body('TON', 'SBERRUB'));
      expect(await read(me.about(id, 'status', null))).toEqual({ status });
      const nothing = await read(me.about(unknown, 'status', null));
      expect(nothing).toMatchObject({ code: 'not_found' });
      for (const [claim, call, given] of [
        [id, 'status', 'wrong'],
        [id, 'status', secret.slice(0, -1)],
        [id, 'requisite', null],
        [id, 'requisite', 'wrong'],
        [id, 'cancel', null],
        [id, 'cancel', 'wrong'],
        [unknown, 'status', secret],
        [unknown, 'status', null],
        ['not-a-uuid', 'status', null],
        [`${id}0`, 'status', secret],
      ] as const) {
        const response = await me.about(claim, call, given);
        expect([response.status, await read(response)]).toEqual([404, nothing]);
      }
      expect(await read(me.about(id.toUpperCase(), 'status', secret))).toMatchObject({ id, status });
    });

    test('is nowhere in the database and in no line of the log', async () => {
      const body = await me.body('TON', 'SBERRUB');
      const { id, secret } = await me.create(body, { key: 'secret-key-1' });
      await me.about(id, 'cancel', secret);
      await me.about(id, 'status', 'wrong');
      const { db } = world.context;
      const rows = [
        await db.selectFrom('claims').selectAll().execute(),
        await db.selectFrom('claim_events').selectAll().execute(),
        await db.selectFrom('idempotency_keys').selectAll().execute(),
      ];
      const stored = JSON.stringify(rows, (_, value: unknown) =>
        typeof value === 'bigint' ? `${value}` : value,
      );
      expect(stored).toContain(id);
      expect(stored).not.toContain(secret);
      const log = world.log();
      expect(log).toContain('/cancel/');
      for (const personal of [secret, body.email, ...Object.values(body.toRequisites)])
        expect(log).not.toContain(personal);
    });
  });

  describe('cancelling', () => {
    beforeEach(() => begin());

    test('twice answers the same; then there is nowhere to pay', async () => {
      const { id, secret } = await me.create(await me.body('TON', 'SBERRUB'));
      const first = await me.about(id, 'cancel', secret);
      expect([first.status, (await read(first)).status]).toEqual([200, 'cancelled']);
      const second = await me.about(id, 'cancel', secret);
      expect([second.status, (await read(second)).status]).toEqual([200, 'cancelled']);
      expect(await read(me.about(id, 'requisite', secret))).toBeNull();
    });

    test('is refused once something was paid', async () => {
      const { id, secret } = await me.create(await me.body('TON', 'SBERRUB'));
      await world.context.db
        .updateTable('claims')
        .set({ status: 'confirming' })
        .where('id', '=', id)
        .execute();
      const response = await me.about(id, 'cancel', secret);
      expect([response.status, await read(response)]).toMatchObject([
        409,
        { code: 'transition_forbidden', status: 'confirming' },
      ]);
    });
  });

  test('captchacheck tells that no captcha is asked for, with and without a slash', async () => {
    await begin();
    for (const path of ['/api/v1/claim/captchacheck', '/api/v1/claim/captchacheck/'])
      expect(await read(world.app.request(path))).toEqual({ required: false, provider: null, sitekey: null });
  });
});
