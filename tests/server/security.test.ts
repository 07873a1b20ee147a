import { afterEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createLogger } from '#server/platform/logger.ts';
import { TEST_CARD_NUMBER, createInProcessClient } from '../support/claimClient.ts';
import { setMaintenance } from '../support/maintenanceMode.ts';
import { createTestServer, type TestServer } from '../support/testServer.ts';

let testServers: TestServer[] = [];
afterEach(async () => {
  for (const testServer of testServers) await testServer.close();
  testServers = [];
});

async function openTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const testServer = await createTestServer(env);
  testServers.push(testServer);
  return testServer;
}

const problemBody = (code: string) => ({ code, detail: expect.stringMatching(/[а-я]/) });

/** Fails unless a page of any origin can read the response. */
function expectReadableByAnyOrigin(response: Response) {
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After');
  expect(response.headers.get('access-control-expose-headers')).toContain('ETag');
}

const partnerHeaders = { origin: 'https://shop.example' };

describe('a page of another origin', () => {
  test.each(['/api/v1/calculator/tech/', '/api/v1/claim/'])('passes the CORS preflight of %s', async path => {
    const { app } = await openTestServer();
    const response = await app.request(path, {
      method: 'OPTIONS',
      headers: {
        ...partnerHeaders,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key,x-claim-secret',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase().split(',')).toEqual(
      expect.arrayContaining(['content-type', 'idempotency-key', 'x-claim-secret']),
    );
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(60);
  });

  test('reads every kind of response', async () => {
    const { app } = await openTestServer({ LIMIT_READS_PER_MINUTE: '1', LIMIT_READS_BURST: '1' });
    const send = (path: string, init: RequestInit = {}) =>
      app.request(path, { ...init, headers: { ...partnerHeaders, ...init.headers } });
    const responses = {
      200: await send('/api/v1/calculator/tech/'),
      404: await send('/api/v1/calculator/nothing/'),
      429: await send('/api/v1/calculator/tech/'),
      400: await send('/api/v1/claim/', { method: 'POST', body: '{' }),
      413: await send('/api/v1/claim/', { method: 'POST', body: 'x'.repeat(70_000) }),
    };
    for (const [status, response] of Object.entries(responses)) {
      expect(response.status).toBe(Number(status));
      expectReadableByAnyOrigin(response);
    }
  });

  test('cannot read other paths', async () => {
    const { app } = await openTestServer();
    for (const path of ['/healthz', '/api/v1/users/me/', '/front-api/auth/login/']) {
      const response = await app.request(path, { headers: partnerHeaders });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('API refusals', () => {
  test('an unknown call is 404 in JSON for any method', async () => {
    const { app } = await openTestServer();
    for (const path of ['/api', '/api/', '/api/v2/', '/api/v1/calculator/nothing/', '/front-api/nothing/']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await app.request(path, { method });
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual(problemBody('not_found'));
      }
    }
  });

  test('a body over 64 kB, also without a declared size', async () => {
    const { app } = await openTestServer();
    const part = new TextEncoder().encode('x'.repeat(10_000));
    const parts = new ReadableStream({
      start(stream) {
        for (let n = 0; n < 8; n++) stream.enqueue(part);
        stream.close();
      },
    });
    for (const body of ['x'.repeat(65_537), parts]) {
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
      const response = await app.request('/api/v1/claim/', init);
      expect(response.status).toBe(413);
      expect(await response.json()).toEqual(problemBody('body_too_large'));
    }
  });

  test('malformed JSON is 400 as an error of the whole body', async () => {
    const { app } = await openTestServer();
    const response = await app.request('/api/v1/claim/', { method: 'POST', body: '{"email": ' });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('non_field_errors');
  });

  test('limits creations to ten an hour per address', async () => {
    const { app } = await openTestServer({ TRUST_PROXY: 'loopback' });
    const attempt = (address: string) =>
      app.request('/api/v1/claim/', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      });
    for (let n = 0; n < 10; n++) expect((await attempt('203.0.113.7')).status).toBe(400);
    const refused = await attempt('203.0.113.7');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('360');
    expect(await refused.json()).toEqual(problemBody('too_many_requests'));
    expect((await attempt('203.0.113.8')).status).toBe(400);
  });

  test('promocodes beyond 60 a minute plus 20 are limited separately from reads and claims', async () => {
    const { app } = await openTestServer();
    const statuses = await Promise.all(
      Array.from(
        { length: 90 },
        async (_, n) => (await app.request(`/api/v1/calculator/course/1/19/?promocode=GUESS${n}`)).status,
      ),
    );
    expect(statuses.filter(status => status === 400)).toHaveLength(80);
    expect(statuses.filter(status => status === 429)).toHaveLength(10);
    // Neither another parameter nor another path avoids the limit.
    for (const path of ['course/1/19/?cur_from=BTC&promocode=X', 'pair/1/19?promocode=X'])
      expect((await app.request(`/api/v1/calculator/${path}`)).status).toBe(429);
    expect((await app.request('/api/v1/calculator/course/1/19/')).status).toBe(200);
    expect((await app.request('/api/v1/claim/captchacheck')).status).toBe(200);
  });

  test('reads are limited; settings with a pair cost five of them', async () => {
    const { app } = await openTestServer({ LIMIT_READS_PER_MINUTE: '30', LIMIT_READS_BURST: '10' });
    const countAllowed = async (path: string, count: number) => {
      const statuses = await Promise.all(
        Array.from({ length: count }, async () => (await app.request(`/api/v1/calculator/${path}`)).status),
      );
      return statuses.filter(status => status === 200).length;
    };
    expect(await countAllowed('settings/?cur_from=BTC&cur_to=SBERRUB', 7)).toBe(7);
    expect(await countAllowed('tech/', 20)).toBe(5);
    const refused = await app.request('/api/v1/calculator/settings/?cur_to=SBERRUB');
    expect(refused.status).toBe(429);
    // Five tokens at 30 a minute.
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await app.request('/api/v1/calculator/market/')).headers.get('retry-after')).toBe('2');
  });
});

test('claim responses are not cached and not sniffed', async () => {
  const { app } = await openTestServer();
  const { headers } = await app.request('/api/v1/claim/00000000-0000-4000-8000-000000000000/status/');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

describe('maintenance', () => {
  test('returns 503 with Retry-After, except for tech, chat and open claims', async () => {
    const testServer = await openTestServer();
    const { app, now } = testServer;
    const until = new Date(now() + 90_000).toISOString();
    await setMaintenance(testServer, true, until);
    for (const path of [
      '/api/v1/calculator/',
      '/api/v1/calculator/settings/?cur_from=BTC',
      '/api/v1/calculator/reserves/',
      '/api/v1/claim/captchacheck',
      '/api/v1/claim/00000000-0000-4000-8000-000000000000/form/',
    ]) {
      const response = await app.request(path, { headers: partnerHeaders });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('90');
      expect(await response.json()).toEqual(problemBody('maintenance'));
      expectReadableByAnyOrigin(response);
    }
    expect(await (await app.request('/api/v1/calculator/tech/')).json()).toEqual({ tech: true, until });
    for (const path of [
      '/api/v1/calculator/chat',
      '/api/v1/calculator/chat/',
      '/api/v1/calculator/settings/',
      '/healthz',
      '/api/openapi.json',
    ])
      expect((await app.request(path)).status).toBe(200);
  });
});

describe('a broken database', () => {
  test('is 500 in JSON, logged with the request’s id; the health probe returns 503', async () => {
    const { context } = await openTestServer();
    const text: string[] = [];
    const log = createLogger('info', { write: line => void text.push(line) });
    const broken = createApp({ ...context, log });
    await context.db.schema
      .dropTable('claims')
      .cascade()
      .execute()
      .catch(() => undefined);
    await context.db.destroy();
    const response = await broken.request('/api/v1/claim/00000000-0000-4000-8000-000000000000/status/');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual(problemBody('server_error'));
    const id = response.headers.get('x-request-id');
    const lines = text.map(line => JSON.parse(line) as { id: string; err?: { stack: string } });
    expect(lines.find(line => line.id === id && line.err)?.err?.stack).toContain('server/');
    const probe = await broken.request('/healthz');
    expect(probe.status).toBe(503);
    expect(await probe.json()).toEqual({ status: 'database' });
  });
});

describe('the log', () => {
  test('contains no personal data at any level', async () => {
    const { context, app } = await openTestServer({ TRUST_PROXY: 'loopback' });
    const text: string[] = [];
    const log = createLogger('trace', { write: line => void text.push(line) });
    const loggingApp = createApp({ ...context, log });
    const client = createInProcessClient(loggingApp);
    const body = await createInProcessClient(app).buildClaim('BTC', 'SBERRUB');
    const key = 'key-of-this-draft';
    const claim = await client.createClaim(body, { key, address: '203.0.113.77' });
    expect(JSON.stringify(body)).toContain(TEST_CARD_NUMBER);
    await client.fetchClaim(claim.id, 'status', claim.secret);
    await client.fetchClaim(claim.id, 'status', `${claim.secret.slice(0, -1)}!`);
    await client.fetchClaim(claim.id, 'cancel', claim.secret);
    await client.postClaim({ ...body, fromSumma: '0', promocode: 'NOPE' }, { address: '203.0.113.77' });
    await loggingApp.request(`/api/v1/calculator/settings/?cur_from=BTC&email=${body.email}`);
    await loggingApp.request(`/nowhere/${body.email}?card=${TEST_CARD_NUMBER}`);
    const lines = text.map(line => JSON.parse(line) as { msg: string });
    expect(lines.filter(line => line.msg === 'request').length).toBeGreaterThanOrEqual(7);
    const logged = text.join('');
    const personal = [
      body.email,
      'example.com',
      TEST_CARD_NUMBER,
      claim.secret.slice(0, 20),
      key,
      '203.0.113',
      claim.number,
      'NOPE',
    ];
    for (const secret of personal) expect(logged).not.toContain(secret);
    for (const value of [...Object.values(body.fromRequisites), ...Object.values(body.toRequisites)])
      expect(logged).not.toContain(value);
  });
});
