import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import { type ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { ClaimRequisite } from '#core/contract/claim/claimPayment.ts';
import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
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

  describe('a claim', () => {
    beforeEach(() => setupServer());

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
    ])('%s → %s is created, gets payment details and is read back', async (from, to) => {
      const body = await client.buildClaim(from, to);
      const response = await client.postClaim(body, { key: `pair-${from}-${to}` });
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
      expect(window).toBe((crypto ? 30 : 20) * MINUTE_MS);
      const { secret, now: _, ...rest } = created;
      const status = v.parse(ClaimStatus, await readBody(client.fetchClaim(created.id, 'status', secret)));
      expect(status).toMatchObject(rest);
      const pay = v.parse(ClaimRequisite, await readBody(client.fetchClaim(created.id, 'requisite', secret)));
      expect(pay).toMatchObject({ amount: body.fromSumma, deadline: created.deadline });
      expect(pay.memo === null).toBe(!['XRP', 'TON'].includes(from));
      expect(pay.value).not.toBe('');
    });

    test('gets a memo that no other claim has', async () => {
      const memos = new Set<string>();
      for (let n = 0; n < 5; n++) {
        const { id, secret } = await client.createClaim(await client.buildClaim('XRP', 'SBERRUB'));
        const { memo } = v.parse(ClaimRequisite, await readBody(client.fetchClaim(id, 'requisite', secret)));
        expect(Number(memo?.value)).toBeLessThan(2 ** 32);
        memos.add(memo?.value ?? '');
      }
      expect(memos.size).toBe(5);
    });

    test('gets the least recently used requisite', async () => {
      const { db } = testServer.context;
      const { id: currency } = await client.findItem('LTC');
      const addresses = ['ltc-one', 'ltc-two', 'ltc-three'];
      await db.deleteFrom('payment_requisites').where('currency_id', '=', BigInt(currency)).execute();
      for (const value of addresses)
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
      const assigned: string[] = [];
      for (let n = 0; n < 4; n++) {
        const { id, secret } = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
        const pay = v.parse(ClaimRequisite, await readBody(client.fetchClaim(id, 'requisite', secret)));
        assigned.push(pay.value);
        testServer.advanceClock(1);
      }
      expect(assigned).toEqual([...addresses, addresses[0]]);
    });

    test('waits for requisites if none is active', async () => {
      const { id: currency } = await client.findItem('DASH');
      await testServer.context.db
        .updateTable('payment_requisites')
        .set({ active: 0n })
        .where('currency_id', '=', BigInt(currency))
        .execute();
      const created = await client.createClaim(await client.buildClaim('DASH', 'SBERRUB'));
      expect(created).toMatchObject({ status: 'requisites', deadline: null });
      expect(await readBody(client.fetchClaim(created.id, 'requisite', created.secret))).toBeNull();
    });

    test('requires card verification in verification mode and from 15 000 ₽', async () => {
      const verified = await client.createClaim(
        await client.buildClaim('USDTTRC20', 'SBERRUB', { verification: true }),
      );
      expect(verified).toMatchObject({ status: 'verification', withVerificationCourse: true });
      expect(await readBody(client.fetchClaim(verified.id, 'requisite', verified.secret))).toBeNull();
      const large = await client.createClaim(
        await client.buildClaim('SBERRUB', 'USDTTRC20', { fromSumma: '15000.00' }),
      );
      expect(large.status).toBe('verification');
      const small = await client.createClaim(
        await client.buildClaim('SBERRUB', 'USDTTRC20', { fromSumma: '14999.99' }),
      );
      expect(small.status).toBe('waiting');
    });

    test('records its events', async () => {
      const { id, secret } = await client.createClaim(await client.buildClaim('TON', 'SBPRUB'));
      await client.fetchClaim(id, 'cancel', secret);
      const events = await testServer.context.db
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

    test('has the short number, or the internal one by setting', async () => {
      await saveSetting('usePublicId', true);
      await testServer.context.catalogue.reload();
      const first = await client.createClaim(await client.buildClaim('TON', 'SBPRUB'));
      expect(first.number).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
      await saveSetting('usePublicId', false);
      await testServer.context.catalogue.reload();
      const second = await client.createClaim(await client.buildClaim('TON', 'SBPRUB'));
      expect(second.number).toBe('2');
      const updated = await readBody(client.fetchClaim(first.id, 'status', first.secret));
      expect(updated.number).toBe('1');
    });

    test('refuses a second use of a single-use promocode', async () => {
      const promo = { percent: '50', used: 0n, active: 1n, valid_until: null };
      await testServer.context.db
        .insertInto('promocodes')
        .values([
          { code: 'ONCE', single_use: 1n, ...promo },
          { code: 'OFTEN', single_use: 0n, ...promo },
        ])
        .execute();
      await testServer.context.catalogue.reload();
      const buildPricedClaim = async (promocode: string): Promise<ClaimCreate> => {
        const { id: from } = await client.findItem('BTC');
        const { id: to } = await client.findItem('SBERRUB');
        const path = `/api/v1/calculator/course/${from}/${to}/?promocode=${promocode}`;
        const course = (await readBody(testServer.app.request(path))) as { course: string; quote: string };
        const body = await client.buildClaim('BTC', 'SBERRUB');
        const sent = decimalToUnits(body.fromSumma, 8);
        const [whole = '', part = ''] = course.course.split('.');
        const units = (sent * BigInt(whole + part) * 100n) / (10n ** BigInt(part.length) * 10n ** 8n);
        return { ...body, toSumma: unitsToDecimal(units, 2), promocode, quote: course.quote };
      };
      const once = await buildPricedClaim('once');
      expect((await client.postClaim(once)).status).toBe(201);
      const refused = await client.postClaim({ ...once, email: 'other@example.com' });
      expect(refused.status).toBe(400);
      expect((await readBody(refused)).codes).toEqual({ promocode: 'promocode_used' });
      for (let n = 0; n < 2; n++)
        expect((await client.postClaim(await buildPricedClaim('often'))).status).toBe(201);
      const unknown = await client.postClaim({
        ...(await client.buildClaim('BTC', 'SBERRUB')),
        promocode: 'nothing',
      });
      expect([unknown.status, (await readBody(unknown)).codes]).toEqual([
        400,
        { promocode: 'promocode_invalid' },
      ]);
    });
  });

  describe('the secret', () => {
    beforeEach(() => setupServer());
    const unknown = '6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10';

    test('missing returns only the status, wrong returns 404', async () => {
      const { id, secret, status } = await client.createClaim(await client.buildClaim('TON', 'SBERRUB'));
      expect(await readBody(client.fetchClaim(id, 'status', null))).toEqual({ status });
      const nothing = await readBody(client.fetchClaim(unknown, 'status', null));
      expect(nothing).toMatchObject({ code: 'not_found' });
      for (const [claim, call, sentSecret] of [
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
        const response = await client.fetchClaim(claim, call, sentSecret);
        expect([response.status, await readBody(response)]).toEqual([404, nothing]);
      }
      expect(await readBody(client.fetchClaim(id.toUpperCase(), 'status', secret))).toMatchObject({
        id,
        status,
      });
    });

    test('is stored neither in the database nor in the log', async () => {
      const body = await client.buildClaim('TON', 'SBERRUB');
      const { id, secret } = await client.createClaim(body, { key: 'secret-key-1' });
      await client.fetchClaim(id, 'cancel', secret);
      await client.fetchClaim(id, 'status', 'wrong');
      const { db } = testServer.context;
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
      const log = testServer.log();
      expect(log).toContain('/cancel/');
      for (const personal of [secret, body.email, ...Object.values(body.toRequisites)])
        expect(log).not.toContain(personal);
    });
  });

  describe('cancelling', () => {
    beforeEach(() => setupServer());

    test('is idempotent and removes the payment details', async () => {
      const { id, secret } = await client.createClaim(await client.buildClaim('TON', 'SBERRUB'));
      const first = await client.fetchClaim(id, 'cancel', secret);
      expect([first.status, (await readBody(first)).status]).toEqual([200, 'cancelled']);
      const second = await client.fetchClaim(id, 'cancel', secret);
      expect([second.status, (await readBody(second)).status]).toEqual([200, 'cancelled']);
      expect(await readBody(client.fetchClaim(id, 'requisite', secret))).toBeNull();
    });

    test('is refused once something was paid', async () => {
      const { id, secret } = await client.createClaim(await client.buildClaim('TON', 'SBERRUB'));
      await testServer.context.db
        .updateTable('claims')
        .set({ status: 'confirming' })
        .where('id', '=', id)
        .execute();
      const response = await client.fetchClaim(id, 'cancel', secret);
      expect([response.status, await readBody(response)]).toMatchObject([
        409,
        { code: 'transition_forbidden', status: 'confirming' },
      ]);
    });
  });

  test('captchacheck returns that no captcha is required, with and without a slash', async () => {
    await setupServer();
    for (const path of ['/api/v1/claim/captchacheck', '/api/v1/claim/captchacheck/'])
      expect(await readBody(testServer.app.request(path))).toEqual({
        required: false,
        provider: null,
        sitekey: null,
      });
  });
});
