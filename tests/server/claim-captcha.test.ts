import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applicant } from './applicant.ts';
import { world, type World } from './world.ts';

// reCAPTCHA's siteverify as its documentation describes it: a form with secret and response, JSON back.
const keys = { sitekey: 'public-key', secret: 'private-key' };

let counterpart: Server;
let asked: Record<string, string>[];
let answer: { status: number; body: string };
let here: World;
let me: ReturnType<typeof applicant>;

beforeEach(async () => {
  asked = [];
  counterpart = createServer((request, response) => {
    let text = '';
    request.on('data', (data: Buffer) => (text += data.toString()));
    request.on('end', () => {
      expect(request.url).toBe('/recaptcha/api/siteverify');
      const form = Object.fromEntries(new URLSearchParams(text));
      asked.push(form);
      const fine = form.secret === keys.secret && form.response === 'a person';
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.body || JSON.stringify({ success: fine, 'error-codes': [] }));
    });
  });
  answer = { status: 200, body: '' };
  await new Promise<void>(resolve => counterpart.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(counterpart.address() as AddressInfo).port}`;
  here = await world({
    CAPTCHA_SITEKEY: keys.sitekey,
    CAPTCHA_SECRET: keys.secret,
    CAPTCHA_ORIGIN: origin,
  });
  me = applicant((path, init) => here.app.request(path, init));
});
afterEach(async () => {
  await here.close();
  await new Promise(resolve => counterpart.close(resolve));
});

async function send(recaptcha: string | null, key?: string) {
  const body = { ...(await me.body('TON', 'SBERRUB')), email: 'one@example.com', recaptcha };
  const response = await me.post(body, key === undefined ? {} : { key });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

test('captchacheck names the provider and its public key', async () => {
  const response = await here.app.request('/api/v1/claim/captchacheck');
  expect(await response.json()).toEqual({ required: true, provider: 'recaptcha', sitekey: keys.sitekey });
});

test('a claim needs the answer of a person', async () => {
  expect(await send(null)).toMatchObject({
    status: 400,
    answer: { codes: { recaptcha: 'captcha_required' } },
  });
  expect(asked).toEqual([]);
  expect(await send('a robot')).toMatchObject({
    status: 400,
    answer: { codes: { recaptcha: 'captcha_failed' } },
  });
  expect((await send('a person')).status).toBe(201);
  expect(asked.at(-1)).toEqual({ secret: keys.secret, response: 'a person' });
});

test('a claim that was made is answered again without asking, an answer counting once only', async () => {
  const first = await send('a person', 'captcha-key');
  const again = await send('spent', 'captcha-key');
  expect([again.status, again.answer]).toEqual([201, first.answer]);
  expect(asked.length).toBe(1);
});

test.each([
  { status: 500, body: 'no' },
  { status: 200, body: '<html>' },
  { status: 200, body: '{"ok":1}' },
])('a provider that answers %j lets nobody in and says when to try again', async broken => {
  answer = broken;
  expect(await send('a person')).toMatchObject({ status: 503, answer: { code: 'server_error' } });
});

test('a provider that is gone lets nobody in', async () => {
  await new Promise(resolve => counterpart.close(resolve));
  expect((await send('a person')).status).toBe(503);
  counterpart.listen(0);
});
