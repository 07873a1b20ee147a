import { expect, test } from 'vitest';
import { TRUSTED_SHOP_CLAIMS } from '#core/contract/shop.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { moveClaim } from '../referral/support/partnerClient.ts';
import { readStatusAndBody } from '../support/claimDriver.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';

forEachDatabase(startServer => {
  const limits = {
    LIMIT_OPEN_CLAIMS_PER_ADDRESS: '2',
    LIMIT_OPEN_CLAIMS_PER_SHOP: '8',
    LIMIT_CLAIMS_PER_HOUR: '6',
    LIMIT_SHOP_CLAIMS_PER_HOUR: '9',
  };

  test('a new shop has the limits of a client, and the full ones after its first completed claims', async () => {
    const testServer = await startServer({ ...relaxedLimits, ...limits });
    const owner = createShopOwner(await openAccount(testServer));
    const [first, second] = await Promise.all(
      [1, 2].map(async () => createShopProgram(testServer, (await owner.addKey({ mode: 'live' })).key)),
    );
    if (!first || !second) throw new Error('no keys');
    let count = 0;
    const bodies = new Map<string, object>();
    const buildBody = async (key: string, more: object) => {
      // No two open claims may have the same amount.
      const amounts = { fromSumma: `1.${count + 10}`, toSumma: null };
      const body = bodies.get(key) ?? { ...(await first.buildClaim()), ...amounts, ...more };
      bodies.set(key, body);
      return body;
    };
    const send = async (program = second, key = `attempt-${++count}`, more: object = {}) =>
      program.send('claims/', {
        method: 'POST',
        body: await buildBody(key, more),
        headers: { 'idempotency-key': key },
      });
    const ids: string[] = [];
    const create = async (program = second) => {
      const response = await send(program);
      const claim = (await response.json()) as { id: string };
      expect([response.status, claim]).toEqual([201, expect.anything()]);
      ids.push(claim.id);
    };
    const complete = async (id: string | undefined) =>
      moveClaim(testServer, id ?? '', 'confirming', 'aml', 'paid', 'payout', 'completed');

    await create(first);
    await create();
    expect(await readStatusAndBody(send())).toMatchObject([
      429,
      {
        code: 'shop_claims_limit',
        limit: 2,
        detail: expect.stringMatching(/после\s5\sзавершённых\sзаявок\s—\s8/),
      },
    ]);
    for (let completed = 1; completed < TRUSTED_SHOP_CLAIMS; completed++) {
      await complete(ids.shift());
      // A refused request does not count.
      expect((await send(first, 'nothing-is-created', { fromSumma: '0' })).status).toBe(400);
      await create(completed % 2 === 0 ? first : second);
    }
    await complete(ids[0]);
    // Trusted now: the hour has another limit.
    for (let open = 1; open < 8; open++) await create();
    const [status, refused] = await readStatusAndBody(send());
    expect([status, refused]).toMatchObject([429, { code: 'shop_claims_limit', limit: 8 }]);
    expect(refused.detail).not.toContain('завершённых');
    for (const id of ids.slice(1, 4)) await complete(id);
    for (let hourly = 7; hourly < 9; hourly++) await create(first);
    const late = await send();
    expect(late.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await late.json()).toMatchObject({ code: 'shop_claims_hourly', limit: 9 });
    // Repetitions do not count.
    const repeated = await send(second, 'attempt-2');
    expect(repeated.status).toBe(201);
  });

  test('the limit of a client is not reported as that of the shop', async () => {
    const testServer = await startServer({ ...relaxedLimits, LIMIT_OPEN_CLAIMS_PER_EMAIL: '1' });
    const owner = createShopOwner(await openAccount(testServer));
    const program = createShopProgram(testServer, (await owner.addKey({ mode: 'live' })).key);
    const email = 'first@mail.example';
    await program.createClaim({ email });
    const sent = program.send('claims/', {
      method: 'POST',
      body: await program.buildClaim({ email, fromSumma: '1.11', toSumma: null }),
      headers: { 'idempotency-key': 'second-order' },
    });
    expect(await readStatusAndBody(sent)).toMatchObject([
      429,
      {
        code: 'email_claims_limit',
        limit: 1,
        detail: expect.stringMatching(/на\sэту почту: можно не\sбольше 1\./),
      },
    ]);
    await program.createClaim({ fromSumma: '1.12', toSumma: null, email: 'second@mail.example' });
  });

  test('a new shop creates few claims in an hour, whatever keys it uses', async () => {
    const testServer = await startServer({ ...relaxedLimits, LIMIT_CLAIMS_PER_HOUR: '2' });
    const owner = createShopOwner(await openAccount(testServer));
    for (const expected of [201, 201, 429]) {
      const program = createShopProgram(testServer, (await owner.addKey({ mode: 'live' })).key);
      const response = await program.send('claims/', {
        method: 'POST',
        body: await program.buildClaim(),
        headers: { 'idempotency-key': `attempt-${crypto.randomUUID()}` },
      });
      expect(response.status).toBe(expected);
      if (expected === 429)
        expect(await response.json()).toMatchObject({
          code: 'shop_claims_hourly',
          limit: 2,
          detail: expect.stringMatching(/больше\s2\s.*после\s5.*Повторите\sчерез/),
        });
    }
  });
});
