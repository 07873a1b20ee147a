import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClaimClient } from '../../support/claimClient.ts';
import { createTestServer, type TestServer } from '../../support/testServer.ts';

// A fake of reCAPTCHA's siteverify as documented: takes a form with secret and response, returns JSON.
const CAPTCHA_KEYS = { sitekey: 'public-key', secret: 'private-key' };

let captchaServer: Server;
let verifyRequests: Record<string, string>[];
let siteverifyResponse: { status: number; body: string };
let testServer: TestServer;
let client: ReturnType<typeof createClaimClient>;

beforeEach(async () => {
  verifyRequests = [];
  captchaServer = createServer((request, response) => {
    let text = '';
    request.on('data', (data: Buffer) => (text += data.toString()));
    request.on('end', () => {
      expect(request.url).toBe('/recaptcha/api/siteverify');
      const form = Object.fromEntries(new URLSearchParams(text));
      verifyRequests.push(form);
      const success = form.secret === CAPTCHA_KEYS.secret && form.response === 'a person';
      response.writeHead(siteverifyResponse.status, { 'content-type': 'application/json' });
      response.end(siteverifyResponse.body || JSON.stringify({ success, 'error-codes': [] }));
    });
  });
  siteverifyResponse = { status: 200, body: '' };
  await new Promise<void>(resolve => captchaServer.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(captchaServer.address() as AddressInfo).port}`;
  testServer = await createTestServer({
    CAPTCHA_SITEKEY: CAPTCHA_KEYS.sitekey,
    CAPTCHA_SECRET: CAPTCHA_KEYS.secret,
    CAPTCHA_ORIGIN: origin,
  });
  client = createClaimClient((path, init) => testServer.app.request(path, init));
});
afterEach(async () => {
  await testServer.close();
  await new Promise(resolve => captchaServer.close(resolve));
});

async function postClaim(recaptcha: string | null, key?: string) {
  const body = { ...(await client.buildClaim('TON', 'SBERRUB')), email: 'one@example.com', recaptcha };
  const response = await client.postClaim(body, key === undefined ? {} : { key });
  return { status: response.status, responseBody: (await response.json()) as Record<string, unknown> };
}

test('captchacheck names the provider and its public key', async () => {
  const response = await testServer.app.request('/api/v1/claim/captchacheck');
  expect(await response.json()).toEqual({
    required: true,
    provider: 'recaptcha',
    sitekey: CAPTCHA_KEYS.sitekey,
  });
});

test('a claim needs a solved captcha', async () => {
  expect(await postClaim(null)).toMatchObject({
    status: 400,
    responseBody: { codes: { recaptcha: 'captcha_required' } },
  });
  expect(verifyRequests).toEqual([]);
  expect(await postClaim('a robot')).toMatchObject({
    status: 400,
    responseBody: { codes: { recaptcha: 'captcha_failed' } },
  });
  expect((await postClaim('a person')).status).toBe(201);
  expect(verifyRequests.at(-1)).toEqual({ secret: CAPTCHA_KEYS.secret, response: 'a person' });
});

test('a repeated creation returns the first response without verifying the captcha again', async () => {
  const first = await postClaim('a person', 'captcha-key');
  const repeated = await postClaim('spent', 'captcha-key');
  expect([repeated.status, repeated.responseBody]).toEqual([201, first.responseBody]);
  expect(verifyRequests.length).toBe(1);
});

test.each([
  { status: 500, body: 'no' },
  { status: 200, body: '<html>' },
  { status: 200, body: '{"ok":1}' },
])('refuses claims with 503 if the provider returns %j', async invalidResponse => {
  siteverifyResponse = invalidResponse;
  expect(await postClaim('a person')).toMatchObject({ status: 503, responseBody: { code: 'server_error' } });
});

test('refuses claims with 503 if the provider is unreachable', async () => {
  await new Promise(resolve => captchaServer.close(resolve));
  expect((await postClaim('a person')).status).toBe(503);
  captchaServer.listen(0);
});
