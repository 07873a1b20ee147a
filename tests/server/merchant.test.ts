import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimForm } from '#core/contract/claim.ts';
import * as orders from '#server/merchant/order.ts';
import { site } from '#server/web/policy.ts';
import { expectLedger } from './balance.ts';
import { maker, told } from './maker.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

const MINUTE = 60_000;
const env = { ...roomy, MERCHANTS: 'sbprub:test', MERCHANT_TEST: 'on' };

type Fields = Record<string, string>;

forEachDatabase(open => {
  let world: World;
  let one: Awaited<ReturnType<typeof maker>>;
  beforeEach(async () => {
    world = await open(env);
    one = await maker(world, 'SBPRUB', 'USDTTRC20');
  });

  async function form(): Promise<{ path: string; fields: Fields }> {
    const answer = v.parse(ClaimForm, (await told(one.step('form', { method: 'GET' })))[1]);
    if (answer.kind !== 'merchant') throw new Error('no merchant’s form');
    expect(answer).toMatchObject({ method: 'POST', action: `${world.config.publicOrigin}/merchant/pay/` });
    return { path: new URL(answer.action).pathname, fields: answer.fields };
  }
  const post = (path: string, fields: Fields) =>
    world.app.request(path, { method: 'POST', body: new URLSearchParams(fields) });
  /** Posts a form and goes where it leads, as a browser does: 307 keeps the method, 303 does not. */
  async function browse(path: string, fields: Fields): Promise<string> {
    const first = await post(path, fields);
    expect(first.status).toBe(307);
    const back = await post(first.headers.get('location') ?? '', fields);
    expect(back.status).toBe(303);
    return back.headers.get('location') ?? '';
  }

  test('a claim is paid on the merchant’s page, and the browser comes back by GET', async () => {
    expect(await one.status()).toMatchObject({ merchant: true, status: 'waiting' });
    expect(await (await one.me.about(one.id, 'requisite', one.secret)).json()).toBe(null);
    const { path, fields } = await form();
    expect(fields).toMatchObject({ claim: one.id, amount: one.claim.fromSumma, currency: 'RUB' });
    expect(JSON.stringify(fields)).not.toContain(one.claim.email);
    const page = await post(path, fields);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain('>Оплатить</button>');
    expect(html).toContain('>Отказаться</button>');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; /);
    expect(html).not.toMatch(/<script|\son\w+=|\sstyle=/);
    expect((await one.status()).status).toBe('waiting');
    const hidden = [...html.matchAll(/name="(\w+)" value="([^"]+)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const posted = {
      ...(Object.fromEntries(hidden.filter(([name]) => name !== 'choice')) as Fields),
      choice: 'pay',
    };
    expect(await browse(`${path}done/`, posted)).toBe(`/claim/success?claim=${one.id}`);
    const paid = await one.status();
    expect(paid).toMatchObject({ status: 'paid', received: one.claim.fromSumma });
    expect(paid.history.map(event => event.status)).toEqual(['new', 'waiting', 'claimed', 'paid']);
    // The button pressed twice, the page reloaded: once is enough.
    await browse(`${path}done/`, posted);
    expect(await one.status()).toMatchObject({ status: 'paid', received: one.claim.fromSumma });
    const after = await told(one.step('form', { method: 'GET' }));
    expect(after).toEqual([200, { kind: 'requisites', requisite: null }]);
    await expectLedger(world.context.db);
  });

  test('a refusal to pay changes nothing, and the claim can still be paid', async () => {
    const { path, fields } = await form();
    const declined = await browse(`${path}done/`, { ...fields, choice: 'decline' });
    expect(declined).toBe(`/claim/fail?claim=${one.id}`);
    expect(await one.status()).toMatchObject({ status: 'waiting', received: null });
    await browse(`${path}done/`, { ...fields, choice: 'pay' });
    expect((await one.status()).status).toBe('paid');
  });

  test('money that the merchant takes after the deadline is late', async () => {
    const { path, fields } = await form();
    world.forward(21 * MINUTE);
    await browse(`${path}done/`, { ...fields, choice: 'pay' });
    expect(await one.status()).toMatchObject({
      status: 'hold',
      reason: 'paid_late',
      can: ['bill', 'accept', 'refund'],
    });
  });

  describe('nothing but our own word counts', () => {
    const changes: [string, (fields: Fields) => Fields][] = [
      ['another sum', fields => ({ ...fields, amount: '1.00' })],
      ['another claim', fields => ({ ...fields, claim: '6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10' })],
      ['another reference', fields => ({ ...fields, reference: 'test-OTHER' })],
      ['no signature', fields => ({ ...fields, signature: '' })],
      ['half a signature', fields => ({ ...fields, signature: (fields.signature ?? '').slice(0, 20) })],
      ['a field too much text', fields => ({ ...fields, number: 'x'.repeat(200) })],
      ['nothing', () => ({})],
    ];
    test.each(changes)('%s: the page says that it does not fit', async (_, change) => {
      const { path, fields } = await form();
      for (const address of [path, `${path}done/`]) {
        const answer = await post(address, { ...change(fields), choice: 'pay' });
        expect(answer.status).toBe(400);
        expect(await answer.text()).not.toContain('6f1c2f4e');
      }
      expect(await one.status()).toMatchObject({ status: 'waiting', received: null });
    });

    test('the order’s signature is not the merchant’s that it was paid', async () => {
      const { fields } = await form();
      const order = orders.read(world.context.secret, 'order', fields);
      if (!order) throw new Error('not our order');
      const call = (body: unknown) =>
        told(
          world.app.request('/api/v1/merchant/callback/', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        );
      const declined = orders.sign(world.context.secret, 'declined', order);
      for (const body of [
        { ...fields, result: 'paid' },
        { ...order, result: 'paid', signature: declined },
        { ...order, result: 'refunded', signature: declined },
        null,
        [],
      ])
        expect(await call(body)).toMatchObject([404, { code: 'not_found' }]);
      expect((await one.status()).received).toBe(null);
      const paid = orders.sign(world.context.secret, 'paid', order);
      const word = { ...order, result: 'paid', signature: paid };
      for (let n = 0; n < 2; n++) expect(await call(word)).toEqual([200, { taken: true }]);
      expect(await Promise.all([call(word), call(word)])).toEqual([
        [200, { taken: true }],
        [200, { taken: true }],
      ]);
      expect((await one.status()).received).toBe(one.claim.fromSumma);
    });
  });

  test('only the currencies that are named, and only where it is allowed, are paid there', async () => {
    expect(await (await maker(world, 'SBERRUB', 'USDTTRC20')).status()).toMatchObject({ merchant: false });
    const plain = await open(roomy);
    expect(await (await maker(plain, 'SBPRUB', 'USDTTRC20')).status()).toMatchObject({ merchant: false });
    expect((await plain.app.request('/merchant/pay/', { method: 'POST' })).status).toBe(404);
  });

  test('the way back takes whatever is posted, and leads to a page', async () => {
    const answers = await Promise.all(
      [{}, { claim: '"><script>' }, { claim: '//evil.example' }].map(fields =>
        post('/claim/fail/', fields as Fields),
      ),
    );
    for (const answer of answers)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/claim/fail']);
  });

  test('the site’s pages may post their forms to the merchants, and without any to nobody else', () => {
    const { publicOrigin } = world.config;
    const of = (merchants: readonly string[]) => site('', { merchants })['Content-Security-Policy'];
    expect(of(orders.origins(world.config))).toContain(`form-action 'self' ${publicOrigin};`);
    expect(of(orders.origins({ merchants: {}, publicOrigin }))).toContain("form-action 'self';");
  });
});
