import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ChangedTerms, type ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { freezeCourse } from '../../support/frozenCourse.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

const MINUTE_MS = 60_000;

type ErrorBody = Record<string, unknown> & { codes?: Record<string, string>; code?: string; limit?: string };
const readBody = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as ErrorBody;

forEachDatabase(startServer => {
  let testServer: TestServer;
  let client: ReturnType<typeof createInProcessClient>;
  async function setupServer(env: Record<string, string> = {}) {
    testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback', ...env });
    client = createInProcessClient(testServer.app);
  }
  const saveSetting = (name: string, value: unknown) =>
    testServer.context.db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value) })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute();

  describe('an invalid body', () => {
    let body: ClaimCreate;
    beforeEach(async () => {
      await setupServer();
      body = await client.buildClaim('TON', 'SBERRUB');
    });
    const postChanged = async (changes: Record<string, unknown>) => {
      const response = await client.postClaim({ ...body, ...changes });
      const responseBody = await readBody(response);
      return { status: response.status, responseBody };
    };

    test('is refused with 400 and all invalid fields', async () => {
      expect((await client.postClaim('{')).status).toBe(400);
      const { status, responseBody } = await postChanged({
        email: 'nobody',
        toRequisites: {},
      });
      expect(status).toBe(400);
      // The schema is checked before the requisites.
      expect(responseBody.codes).toEqual({ email: 'email_at' });
      const next = await postChanged({ toRequisites: { card: '2200000000000005', extra: '1' } });
      expect(next.responseBody.codes).toEqual({
        'toRequisites.card': 'card_checksum',
        'toRequisites.fio': 'empty',
        'toRequisites.extra': 'field_unknown',
      });
      expect(next.responseBody['toRequisites.card']).toEqual([expect.stringMatching(/[а-я]/)]);
      const both = await postChanged({ toRequisites: {}, fromSumma: '1', toSumma: '1' });
      expect(both.responseBody.codes).toEqual({
        'toRequisites.card': 'empty',
        'toRequisites.fio': 'empty',
        fromSumma: 'amount_min',
      });
      expect(both.responseBody.limit).toMatch(/^\d/);
    });

    test('is refused if the payout address is the contract of a token', async () => {
      const claim = await client.buildClaim('SBERRUB', 'USDTTRC20');
      const toRequisites = { account: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
      const response = await client.postClaim({ ...claim, toRequisites });
      expect(response.status).toBe(400);
      expect(await readBody(response)).toEqual({
        'toRequisites.account': ['Это адрес контракта USDT, а не кошелька. Укажите адрес вашего кошелька'],
        codes: { 'toRequisites.account': 'contract_address' },
      });
    });

    test('is refused with 404 for a pair that does not exist', async () => {
      for (const changes of [
        { toPs: 999_999 },
        { fromPs: 2 ** 53 },
        { toPs: 1e300 },
        { toPs: body.fromPs },
        { fromPs: (await client.findItem('TCSBRUB')).id },
      ]) {
        const { status, responseBody } = await postChanged(changes);
        expect([status, responseBody.code]).toEqual([404, 'pair_unknown']);
      }
    });

    test('is refused with the limit for an amount outside the limits', async () => {
      const { structure } = await client.fetchPair('TON', 'SBERRUB');
      const low = await postChanged({ fromSumma: '0.00000001', toSumma: '0.00' });
      expect([low.status, low.responseBody.codes]).toEqual([400, { fromSumma: 'amount_min' }]);
      expect(low.responseBody.limit).toBe(structure.from.min);
      const high = await postChanged({ fromSumma: '99999999999', toSumma: '99999999999999' });
      expect([high.status, high.responseBody.codes]).toEqual([400, { fromSumma: 'amount_max' }]);
      expect(high.responseBody.limit).toBe(structure.from.max);
      const tooPrecise = await postChanged({ fromSumma: '20.123456789' });
      expect([tooPrecise.status, tooPrecise.responseBody.codes]).toEqual([
        400,
        { fromSumma: 'number_format' },
      ]);
    });

    test('is refused when its city is missing or unknown', async () => {
      const cash = await client.buildClaim('USDTTRC20', 'CASHRUB');
      const missing = await client.postClaim({ ...cash, city: null });
      expect([missing.status, (await readBody(missing)).codes]).toEqual([400, { city: 'empty' }]);
      const unknown = await client.postClaim({ ...cash, city: 'ATLANTIS' });
      expect((await readBody(unknown)).codes).toEqual({ city: 'city_unknown' });
      const created = await client.createClaim({ ...cash, city: cash.city?.toLowerCase() ?? null });
      expect(created.city).toBe(cash.city);
    });

    test('is refused while the direction is closed', async () => {
      await testServer.context.db
        .updateTable('currencies')
        .set({ send_closed: 'Закрыто до утра' })
        .where('code', '=', 'TON')
        .execute();
      const { status, responseBody } = await postChanged({});
      expect([status, responseBody.code, responseBody.detail]).toEqual([
        409,
        'direction_closed',
        'Закрыто до утра',
      ]);
    });

    test('changes nothing in the database', async () => {
      const before = await client.fetchReserve('SBERRUB');
      await postChanged({ toRequisites: {} });
      await postChanged({ toSumma: '1.00' });
      expect(await client.fetchReserve('SBERRUB')).toBe(before);
      expect(await testServer.context.db.selectFrom('claims').selectAll().execute()).toEqual([]);
      expect(await testServer.context.db.selectFrom('claim_events').selectAll().execute()).toEqual([]);
    });
  });

  describe('the course', () => {
    beforeEach(() => setupServer());

    test('of a quote holds for 60 s, then 409 returns the new one', async () => {
      const body = await client.buildClaim('BTC', 'SBERRUB', { fromSumma: '0.01000000' });
      await freezeCourse(testServer, 'BTC', 'SBERRUB', '7321000');
      const held = await client.createClaim(body);
      expect(held.toSumma).toBe(body.toSumma);
      testServer.advanceClock(MINUTE_MS + 1);
      const response = await client.postClaim({ ...body, email: 'late@example.com' });
      expect(response.status).toBe(409);
      const changed = v.parse(ChangedTerms, await readBody(response));
      expect(changed).toMatchObject({ course: '7321000', fromSumma: '0.01000000', toSumma: '73210.00' });
      const { fromSumma, toSumma, quote } = changed;
      const accepted = await client.createClaim({ ...body, fromSumma, toSumma, quote: quote ?? null });
      expect(accepted).toMatchObject({ fromSumma, toSumma, course: '7321000' });
    });

    test('with a minimum above the amount returns the new minimum', async () => {
      const body = await client.buildClaim('BTC', 'SBERRUB');
      const { min = '' } = await client.findItem('SBERRUB');
      // At this course the amount is worth three quarters of the minimum to receive.
      await freezeCourse(
        testServer,
        'BTC',
        'SBERRUB',
        String(Math.floor((Number(min) / Number(body.fromSumma)) * 0.75)),
      );
      testServer.advanceClock(MINUTE_MS + 1);
      const response = await client.postClaim(body);
      expect(response.status).toBe(409);
      const changed = v.parse(ChangedTerms, await readBody(response));
      const { structure } = await client.fetchPair('BTC', 'SBERRUB');
      expect(changed.fromSumma).toBe(structure.from.min);
      expect(Number(changed.fromSumma)).toBeGreaterThan(Number(body.fromSumma));
      expect(Number(changed.toSumma)).toBeGreaterThanOrEqual(Number(min));
      const { fromSumma, toSumma, quote } = changed;
      await client.createClaim({ ...body, fromSumma, toSumma, quote: quote ?? null });
    });

    test('issued within 60 s is accepted without a quote', async () => {
      const body = await client.buildClaim('BTC', 'SBERRUB', { fromSumma: '0.01' });
      await freezeCourse(testServer, 'BTC', 'SBERRUB', '7321000');
      await client.createClaim({ ...body, quote: null });
      testServer.advanceClock(MINUTE_MS + 1);
      expect((await client.postClaim({ ...body, quote: null })).status).toBe(409);
    });

    test('accepts a typed receive with the send rounded up', async () => {
      await freezeCourse(testServer, 'BTC', 'SBERRUB', '3');
      const body = await client.buildClaim('BTC', 'SBERRUB', { fromSumma: '2000' });
      const created = await client.createClaim({ ...body, fromSumma: '1666.66666667', toSumma: '5000.00' });
      expect(created).toMatchObject({ fromSumma: '1666.66666667', toSumma: '5000.00' });
      for (const toSumma of ['5000.01', '4999.99'])
        expect((await client.postClaim({ ...body, fromSumma: '1666.66666667', toSumma })).status).toBe(409);
    });

    test('of another pair or a forged quote is refused', async () => {
      const body = await client.buildClaim('BTC', 'SBERRUB', { fromSumma: '0.01' });
      const other = await client.buildClaim('ETH', 'SBERRUB');
      await freezeCourse(testServer, 'BTC', 'SBERRUB', '7321000');
      testServer.advanceClock(MINUTE_MS + 1);
      const later = await client.buildClaim('ETH', 'SBERRUB');
      for (const quote of [later.quote, other.quote, 'e30.forged', 'x'.repeat(512)])
        expect((await client.postClaim({ ...body, quote })).status).toBe(409);
    });
  });

  test('refuses an invalid referral by its field name', async () => {
    await setupServer();
    const body = await client.buildClaim('TON', 'SBERRUB');
    for (const refferal of ['a\u0000b', 'x'.repeat(65), '']) {
      const response = await client.postClaim({ ...body, refferal });
      expect(response.status).toBe(400);
      expect((await readBody(response)).codes).toHaveProperty('refferal');
    }
  });

  test('refuses a claim right after maintenance starts', async () => {
    await setupServer();
    const body = await client.buildClaim('TON', 'SBERRUB');
    await saveSetting('tech', { tech: true });
    const response = await client.postClaim(body);
    expect([response.status, (await readBody(response)).code]).toEqual([503, 'maintenance']);
    expect(response.headers.get('retry-after')).toBe('60');
  });
});
