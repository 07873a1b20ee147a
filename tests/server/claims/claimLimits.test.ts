import { describe, expect, test } from 'vitest';
import { createInProcessClient } from '../../support/claimClient.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

const readBody = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as { code?: string; field?: string };

forEachDatabase(startServer => {
  let client: ReturnType<typeof createInProcessClient>;
  let app: TestServer['app'];
  async function setupServer(env: Record<string, string>) {
    ({ app } = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback', ...env }));
    client = createInProcessClient(app);
  }

  test('a repeated creation does not count against the limit', async () => {
    await setupServer({ LIMIT_CLAIMS_PER_HOUR: '1' });
    const body = await client.buildClaim('TON', 'SBERRUB');
    const key = 'repeated-key-1';
    const first = await readBody(client.postClaim(body, { key }));
    const repeated = await client.postClaim(body, { key });
    expect(repeated.status).toBe(201);
    expect(await readBody(repeated)).toEqual(first);
    expect((await client.postClaim(body, { key: 'another-key-1' })).status).toBe(429);
  });

  test('a known key does not allow any number of requests, whatever their body', async () => {
    await setupServer({ LIMIT_CLAIMS_PER_HOUR: '2' });
    const body = await client.buildClaim('TON', 'SBERRUB');
    const key = 'known-key-1';
    await client.postClaim(body, { key });
    const statuses: number[] = [];
    for (let n = 0; n < 13; n++)
      statuses.push((await client.postClaim(n % 2 === 0 ? body : { ...body, city: 'MSK' }, { key })).status);
    expect(statuses).toEqual([...Array.from({ length: 6 }, () => [201, 409]).flat(), 429]);
    const refused = await client.postClaim(body, { key });
    // The bucket gets its next token after five minutes.
    expect(Number(refused.headers.get('retry-after'))).toBe(300);
    // Other clients and other creations have their own budgets.
    expect((await client.postClaim(body, { key, address: '198.51.100.7' })).status).toBe(201);
    expect((await client.postClaim({ ...body, email: 'b@example.com' }, { key: 'new-key-1' })).status).toBe(
      201,
    );
  });

  test('writes below a claim and a verification share a budget, reads have none', async () => {
    await setupServer({ LIMIT_ACTIONS_PER_MINUTE: '2' });
    const { id, secret } = await client.createClaim(await client.buildClaim('TON', 'SBERRUB'));
    const statuses = [];
    for (const call of ['confirm', 'accept', 'cancel', 'refund', 'confirm'])
      statuses.push((await client.postStep(id, call, secret)).status);
    expect(statuses.slice(0, 4)).not.toContain(429);
    expect(statuses[4]).toBe(429);
    for (const [method, path] of [
      ['POST', `verify/${id}/handoff/`],
      ['PUT', `verify/${id}/`],
      ['DELETE', `verify/${id}/`],
    ] as const)
      expect(
        (await app.request(`/api/v1/${path}`, { method, body: method === 'DELETE' ? null : '{}' })).status,
      ).toBe(429);
    for (let count = 0; count < 10; count++)
      expect((await client.fetchClaim(id, 'status', secret)).status).toBe(200);
    expect((await client.postClaim(await client.buildClaim('TON', 'SBERRUB'))).status).toBe(201);
  });

  describe('open claims', () => {
    test('are limited to 3 per e-mail in a network', async () => {
      await setupServer({ LIMIT_OPEN_CLAIMS_PER_EMAIL: '3' });
      const email = 'Same@example.com';
      const claims = [];
      for (let n = 0; n < 3; n++)
        claims.push(await client.createClaim({ ...(await client.buildClaim('TON', 'SBERRUB')), email }));
      const body = { ...(await client.buildClaim('TON', 'SBERRUB')), email: 'same@Example.com' };
      const response = await client.postClaim(body);
      const { code, field } = await readBody(response);
      expect([response.status, code, field]).toEqual([429, 'claims_limit', 'email']);
      // The first claim in TON expires after 30 minutes.
      expect(response.headers.get('retry-after')).toBe('1800');
      const [first] = claims;
      await client.fetchClaim(first?.id ?? '', 'cancel', first?.secret ?? '');
      await client.createClaim(body);
    });

    test('of one network do not lock an e-mail address out in another', async () => {
      await setupServer({ LIMIT_OPEN_CLAIMS_PER_EMAIL: '3' });
      const email = 'victim@example.com';
      const createBody = async () => ({ ...(await client.buildClaim('TON', 'SBERRUB')), email });
      const stranger = { address: '203.0.113.9' };
      for (let n = 0; n < 3; n++) await client.createClaim(await createBody(), stranger);
      expect((await client.postClaim(await createBody(), stranger)).status).toBe(429);
      await client.createClaim(await createBody(), { address: '198.51.100.7' });
    });

    test('are limited to 5 per network', async () => {
      await setupServer({ LIMIT_OPEN_CLAIMS_PER_ADDRESS: '5' });
      for (let n = 0; n < 5; n++)
        await client.createClaim(await client.buildClaim('TON', 'SBERRUB'), {
          address: `2001:db8:1:2::${n + 1}`,
        });
      const body = await client.buildClaim('TON', 'SBERRUB');
      expect((await client.postClaim(body, { address: '2001:db8:1:2::99' })).status).toBe(429);
      await client.createClaim(body, { address: '2001:db8:1:3::1' });
    });
  });
});
