import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { CourseChanged, type ClaimCreate } from '#core/contract/claim.ts';
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
});
