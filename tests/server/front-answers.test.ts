import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import type { Backend } from '#server/front/backend.ts';
import { closed } from '#server/front/closed.ts';
import { front, stub } from './front.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Answer = Parameters<typeof stub>[0];

/** A front end before a backend that answers so. */
async function before(answer: Answer, env: Record<string, string> = {}, silence?: number) {
  const backend = await stub(answer);
  closing.push(backend.close);
  const server = await front(backend.origin, env, silence);
  closing.push(server.close);
  return { backend, get: (path: string, init?: RequestInit) => fetch(server.origin + path, init) };
}

/** What a monitoring site goes by: status, when to come back, whether to keep it. */
const told = ({ status, headers }: Response) => [
  status,
  headers.get('retry-after'),
  headers.get('cache-control'),
];

const ok: Answer = (_, response) => response.end('{}');

describe('an export that the backend', () => {
  const problem =
    (status: number, code: string, headers: Record<string, string> = {}): Answer =>
    (_, response) =>
      response.writeHead(status, headers).end(JSON.stringify({ detail: 'Нет', code }));

  test('does not give in maintenance is a valid empty one', async () => {
    const { get } = await before(problem(503, 'maintenance', { 'Retry-After': '90' }));
    const rates = await get('/rates.xml');
    expect([rates.status, rates.headers.get('content-type')]).toEqual([200, 'application/xml']);
    expect(await rates.text()).toContain('<rates/>');
    expect(await (await get('/rates.json')).json()).toEqual({ rates: [] });
  });

  test.each([
    ['refuses for now', problem(429, 'too_many_requests', { 'Retry-After': '7' }), 429, '7'],
    ['fails to make', problem(500, 'server_error'), 502, '60'],
    ['cannot make now', problem(503, 'database', { 'Retry-After': '5' }), 502, '5'],
    ['answers with a page', ((_, response) => response.writeHead(500).end('<h1>')) as Answer, 502, '60'],
    ['does not have', problem(404, 'not_found'), 404, null],
  ])('%s is no empty one', async (_, answer, status, after) => {
    const { get } = await before(answer);
    for (const name of ['rates.xml', 'rates.json'])
      expect(told(await get(`/${name}`))).toEqual([status, after, 'no-store']);
  });

  test('is silent about is waited for no longer than any answer', async () => {
    const { get } = await before(() => {}, {}, 150);
    expect(told(await get('/rates.xml'))).toEqual([504, '60', 'no-store']);
  });
});

test('a merchant’s page takes no more than a merchant’s form', async () => {
  const { get, backend } = await before(ok, {
    OPERATOR: 'demo',
    MERCHANT_TEST: 'on',
    MERCHANTS: 'SBPRUB:test',
  });
  for (const path of ['/merchant/pay/', '/merchant/pay/done/']) {
    expect((await get(path, { method: 'POST', body: 'x'.repeat(16 * 1024) })).status).toBe(200);
    expect((await get(path, { method: 'POST', body: 'x'.repeat(16 * 1024 + 1) })).status).toBe(413);
  }
  expect(backend.seen.map(({ url }) => url)).toEqual(['/merchant/pay/', '/merchant/pay/done/']);
});

test('every answer has the headers that belong to all, a redirect and the probe too', async () => {
  const { get } = await before(ok);
  const answers = [
    await get('/healthz'),
    await get('/rates.xml'),
    await get('/api/v1/calculator/'),
    await get('/claim/fail', { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }),
    await get('/claim/fail', { method: 'POST', body: 'x'.repeat(20_000) }),
  ];
  for (const { status, headers } of answers) {
    expect([200, 303, 413]).toContain(status);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});

test('a backend closed for maintenance is believed no longer than a few seconds, however seldom somebody comes', async () => {
  let now = 0;
  let tech: boolean | null = true;
  const backend = {
    ask: async () => (tech === null ? null : { tech, until: null }),
  } as unknown as Backend;
  const pages = new Hono<{ Variables: { address: string } }>()
    .use(closed(backend, () => now))
    .get('*', c => c.text(String(c.var.closed ?? 'open')));
  const visit = async (later: number, path = '/faq') => {
    now += later;
    return (await pages.request(path)).text();
  };
  expect(await visit(0)).toBe('60');
  tech = false;
  // Among many visitors nobody waits: this one has the last word, and the next one the new.
  expect(await visit(3_000)).toBe('60');
  expect(await visit(100)).toBe('open');
  // After an hour the first one has it already; a script waits for nobody's word.
  tech = true;
  expect(await visit(3_600_000, '/widget/exchange-widget.js')).toBe('open');
  expect(await visit(0)).toBe('60');
  // Gone altogether: its pages say themselves that it is away.
  tech = null;
  expect(await visit(3_600_000)).toBe('open');
});
