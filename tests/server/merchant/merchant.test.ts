import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimForm } from '#core/contract/claim/claimPayment.ts';
import { verifyOrder, signOrder, getMerchantOrigins } from '#server/api/merchant/merchantOrder.ts';
import { createSiteHeaders } from '#server/web/securityHeaders.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { createClaimDriver, readStatusAndBody } from '../support/claimDriver.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

const MINUTE_MS = 60_000;
const env = { ...relaxedLimits, MERCHANTS: 'sbprub:test', MERCHANT_TEST: 'on' };

type Fields = Record<string, string>;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(env));
  const driver = createBeforeEach(() => createClaimDriver(testServer, 'SBPRUB', 'USDTTRC20'));

  async function readMerchantForm(): Promise<{ path: string; fields: Fields }> {
    const form = v.parse(ClaimForm, (await readStatusAndBody(driver.postStep('form', { method: 'GET' })))[1]);
    if (form.kind !== 'merchant') throw new Error('no merchant’s form');
    expect(form).toMatchObject({
      method: 'POST',
      action: `${testServer.config.publicOrigin}/merchant/pay/`,
    });
    return { path: new URL(form.action).pathname, fields: form.fields };
  }
  const postForm = (path: string, fields: Fields) =>
    testServer.app.request(path, { method: 'POST', body: new URLSearchParams(fields) });
  /** Posts a form and follows redirects as a browser does: 307 keeps the method, 303 does not. */
  async function followRedirects(path: string, fields: Fields): Promise<string> {
    const first = await postForm(path, fields);
    expect(first.status).toBe(307);
    const back = await postForm(first.headers.get('location') ?? '', fields);
    expect(back.status).toBe(303);
    return back.headers.get('location') ?? '';
  }

  test('a claim is paid on the merchant’s page, and the browser returns by GET', async () => {
    expect(await driver.fetchStatus()).toMatchObject({ merchant: true, status: 'waiting' });
    expect(await (await driver.client.fetchClaim(driver.id, 'requisite', driver.secret)).json()).toBe(null);
    const { path, fields } = await readMerchantForm();
    expect(fields).toMatchObject({ claim: driver.id, amount: driver.claim.fromSumma, currency: 'RUB' });
    expect(JSON.stringify(fields)).not.toContain(driver.claim.email);
    const page = await postForm(path, fields);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain('>Оплатить</button>');
    expect(html).toContain('>Отказаться</button>');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; /);
    expect(html).not.toMatch(/<script|\son\w+=|\sstyle=/);
    expect((await driver.fetchStatus()).status).toBe('waiting');
    const hidden = [...html.matchAll(/name="(\w+)" value="([^"]+)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const posted = {
      ...(Object.fromEntries(hidden.filter(([name]) => name !== 'choice')) as Fields),
      choice: 'pay',
    };
    expect(await followRedirects(`${path}done/`, posted)).toBe(`/claim/success?claim=${driver.id}`);
    const paid = await driver.fetchStatus();
    expect(paid).toMatchObject({ status: 'paid', received: driver.claim.fromSumma });
    expect(paid.history.map(event => event.status)).toEqual(['new', 'waiting', 'claimed', 'paid']);
    // Repeated, as after a double click or a reload: the payment is recorded once.
    await followRedirects(`${path}done/`, posted);
    expect(await driver.fetchStatus()).toMatchObject({ status: 'paid', received: driver.claim.fromSumma });
    const after = await readStatusAndBody(driver.postStep('form', { method: 'GET' }));
    expect(after).toEqual([200, { kind: 'requisites', requisite: null }]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('declining changes nothing, and the claim can still be paid', async () => {
    const { path, fields } = await readMerchantForm();
    const declined = await followRedirects(`${path}done/`, { ...fields, choice: 'decline' });
    expect(declined).toBe(`/claim/fail?claim=${driver.id}`);
    expect(await driver.fetchStatus()).toMatchObject({ status: 'waiting', received: null });
    await followRedirects(`${path}done/`, { ...fields, choice: 'pay' });
    expect((await driver.fetchStatus()).status).toBe('paid');
  });

  test('money received by the merchant after the deadline is late', async () => {
    const { path, fields } = await readMerchantForm();
    testServer.advanceClock(21 * MINUTE_MS);
    await followRedirects(`${path}done/`, { ...fields, choice: 'pay' });
    expect(await driver.fetchStatus()).toMatchObject({
      status: 'hold',
      reason: 'paid_late',
      can: ['bill', 'accept', 'refund'],
    });
  });

  test('money from the merchant after the end of a claim raises an alarm, once', async () => {
    const { path, fields } = await readMerchantForm();
    await driver.move('claimed', 'hold', 'rejected');
    for (let n = 0; n < 2; n++) await followRedirects(`${path}done/`, { ...fields, choice: 'pay' });
    expect(await driver.fetchStatus()).toMatchObject({
      status: 'rejected',
      received: driver.claim.fromSumma,
    });
    expect(testServer.log().split('Money arrived after the end of a claim')).toHaveLength(2);
    await expectBalancedLedger(testServer.context.db);
  });

  describe('signature checks', () => {
    const changes: [string, (fields: Fields) => Fields][] = [
      ['another sum', fields => ({ ...fields, amount: '1.00' })],
      ['another claim', fields => ({ ...fields, claim: '6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10' })],
      ['another reference', fields => ({ ...fields, reference: 'test-OTHER' })],
      ['no signature', fields => ({ ...fields, signature: '' })],
      ['half a signature', fields => ({ ...fields, signature: (fields.signature ?? '').slice(0, 20) })],
      ['an overlong field', fields => ({ ...fields, number: 'x'.repeat(200) })],
      ['no fields', () => ({})],
    ];
    test.each(changes)('refuse an order with %s', async (_, change) => {
      const { path, fields } = await readMerchantForm();
      for (const address of [path, `${path}done/`]) {
        const response = await postForm(address, { ...change(fields), choice: 'pay' });
        expect(response.status).toBe(400);
        expect(await response.text()).not.toContain('6f1c2f4e');
      }
      expect(await driver.fetchStatus()).toMatchObject({ status: 'waiting', received: null });
    });

    test('the order’s signature does not confirm a payment', async () => {
      const { fields } = await readMerchantForm();
      const order = verifyOrder(testServer.context.keys, 'order', fields);
      if (!order) throw new Error('not our order');
      const call = (body: unknown) =>
        readStatusAndBody(
          testServer.app.request('/api/v1/merchant/callback/', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        );
      const declined = signOrder(testServer.context.keys, 'declined', order);
      for (const body of [
        { ...fields, result: 'paid' },
        { ...order, result: 'paid', signature: declined },
        { ...order, result: 'refunded', signature: declined },
        null,
        [],
      ])
        expect(await call(body)).toMatchObject([404, { code: 'not_found' }]);
      expect((await driver.fetchStatus()).received).toBe(null);
      const paid = signOrder(testServer.context.keys, 'paid', order);
      const callback = { ...order, result: 'paid', signature: paid };
      for (let n = 0; n < 2; n++) expect(await call(callback)).toEqual([200, { taken: true }]);
      expect(await Promise.all([call(callback), call(callback)])).toEqual([
        [200, { taken: true }],
        [200, { taken: true }],
      ]);
      expect((await driver.fetchStatus()).received).toBe(driver.claim.fromSumma);
    });
  });

  test('only configured currencies use the merchant', async () => {
    expect(await (await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20')).fetchStatus()).toMatchObject({
      merchant: false,
    });
    const plain = await startServer(relaxedLimits);
    expect(await (await createClaimDriver(plain, 'SBPRUB', 'USDTTRC20')).fetchStatus()).toMatchObject({
      merchant: false,
    });
    expect((await plain.app.request('/merchant/pay/', { method: 'POST' })).status).toBe(404);
  });

  test('the return address redirects any POST to a page', async () => {
    const responses = await Promise.all(
      [{}, { claim: '"><script>' }, { claim: '//evil.example' }].map(fields =>
        postForm('/claim/fail/', fields as Fields),
      ),
    );
    for (const response of responses)
      expect([response.status, response.headers.get('location')]).toEqual([303, '/claim/fail']);
  });

  test('the site’s policy allows forms to the configured merchants only', () => {
    const { publicOrigin } = testServer.config;
    const readPolicy = (merchants: readonly string[]) =>
      createSiteHeaders('', { merchants })['Content-Security-Policy'];
    expect(readPolicy(getMerchantOrigins(testServer.config))).toContain(
      `form-action 'self' ${publicOrigin};`,
    );
    expect(readPolicy(getMerchantOrigins({ merchants: {}, publicOrigin }))).toContain("form-action 'self';");
  });
});
