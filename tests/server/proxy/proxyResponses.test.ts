import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { BackendClient } from '#server/proxy/backendClient.ts';
import { markBackendMaintenance } from '#server/proxy/backendMaintenance.ts';
import { respondEmptyJson, setupProxy, type BackendHandler } from '../support/proxySetup.ts';

/** Status, Retry-After and Cache-Control of a response. */
const readRetryInfo = ({ status, headers }: Response) => [
  status,
  headers.get('retry-after'),
  headers.get('cache-control'),
];

describe('a rate export', () => {
  const respondProblem =
    (status: number, code: string, headers: Record<string, string> = {}): BackendHandler =>
    (_, response) =>
      response.writeHead(status, headers).end(JSON.stringify({ detail: 'Нет', code }));

  test('is valid and empty during maintenance', async () => {
    const { get } = await setupProxy(respondProblem(503, 'maintenance', { 'Retry-After': '90' }));
    const rates = await get('/rates.xml');
    expect([rates.status, rates.headers.get('content-type')]).toEqual([200, 'application/xml']);
    expect(await rates.text()).toContain('<rates/>');
    expect(await (await get('/rates.json')).json()).toEqual({ rates: [] });
  });

  test.each([
    ['limits requests', respondProblem(429, 'too_many_requests', { 'Retry-After': '7' }), 429, '7'],
    ['fails', respondProblem(500, 'server_error'), 502, '60'],
    ['is temporarily unavailable', respondProblem(503, 'database', { 'Retry-After': '5' }), 502, '5'],
    [
      'returns an HTML page',
      ((_, response) => response.writeHead(500).end('<h1>')) as BackendHandler,
      502,
      '60',
    ],
    ['has no export', respondProblem(404, 'not_found'), 404, null],
  ])('is an error if the backend %s', async (_, handler, status, retryAfter) => {
    const { get } = await setupProxy(handler);
    for (const name of ['rates.xml', 'rates.json'])
      expect(readRetryInfo(await get(`/${name}`))).toEqual([status, retryAfter, 'no-store']);
  });

  test('times out like any other call', async () => {
    const { get } = await setupProxy(() => {}, {}, 150);
    expect(readRetryInfo(await get('/rates.xml'))).toEqual([504, '60', 'no-store']);
  });
});

test('limits the body of a merchant’s page to 16 kB', async () => {
  const { get, backend } = await setupProxy(respondEmptyJson, {
    MERCHANT_TEST: 'on',
    MERCHANTS: 'SBPRUB:test',
  });
  for (const path of ['/merchant/pay/', '/merchant/pay/done/']) {
    expect((await get(path, { method: 'POST', body: 'x'.repeat(16 * 1024) })).status).toBe(200);
    expect((await get(path, { method: 'POST', body: 'x'.repeat(16 * 1024 + 1) })).status).toBe(413);
  }
  expect(backend.requests.map(({ url }) => url)).toEqual(['/merchant/pay/', '/merchant/pay/done/']);
});

test('adds the common headers to every response', async () => {
  const { get } = await setupProxy(respondEmptyJson);
  const responses = [
    await get('/healthz'),
    await get('/rates.xml'),
    await get('/api/v1/calculator/'),
    await get('/claim/fail', { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }),
    await get('/claim/fail', { method: 'POST', body: 'x'.repeat(20_000) }),
  ];
  for (const { status, headers } of responses) {
    expect([200, 303, 413]).toContain(status);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});

test('caches the maintenance state for a few seconds only', async () => {
  let now = 0;
  let tech: boolean | null = true;
  const backend = {
    fetchJson: async () => (tech === null ? null : { tech, until: null }),
  } as unknown as BackendClient;
  const pages = new Hono<{ Variables: { clientAddress: string } }>()
    .use(markBackendMaintenance(backend, () => now))
    .get('*', c => c.text(String(c.var.maintenanceRetryAfter ?? 'open')));
  const visit = async (elapsedMs: number, path = '/faq') => {
    now += elapsedMs;
    return (await pages.request(path)).text();
  };
  expect(await visit(0)).toBe('60');
  tech = false;
  // After a few seconds a visitor still gets the old state, which is refreshed in the background.
  expect(await visit(3_000)).toBe('60');
  expect(await visit(100)).toBe('open');
  // After an hour a page waits for the new state, a script does not.
  tech = true;
  expect(await visit(3_600_000, '/widget/exchange-widget.js')).toBe('open');
  expect(await visit(0)).toBe('60');
  // An unreachable backend is not in maintenance: the pages show that error themselves.
  tech = null;
  expect(await visit(3_600_000)).toBe('open');
});
