import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimCreated, ClaimRequisite, ClaimStatus, type ClaimCreate } from '#core/contract/claim.ts';
import { fromText, toText } from '#core/exchange/amount.ts';
import { inProcess } from './applicant.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

const MINUTE = 60_000;

type Answer = Record<string, unknown> & { codes?: Record<string, string>; code?: string; limit?: string };
const read = async (response: Response | Promise<Response>) => (await (await response).json()) as Answer;

forEachDatabase(open => {
  let world: World;
  let me: ReturnType<typeof inProcess>;
  async function begin(env: Record<string, string> = {}) {
    world = await open({ ...roomy, TRUST_PROXY: 'loopback', ...env });
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
