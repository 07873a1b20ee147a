import { createServer as createSecureServer } from 'node:https';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createSelfSignedCertificate } from '../../support/certificate.ts';
import { startProxyServer } from '../support/proxyServer.ts';
import { setupProxy, respondEmptyJson } from '../support/proxySetup.ts';

describe('backend failures', () => {
  test('an invalid status gives 502, and 204 passes through', async () => {
    const { get, lastRequest } = await setupProxy(({ method }, response) =>
      response.writeHead(method === 'DELETE' ? 204 : 999).end(),
    );
    const { status, headers } = await get('/api/v1/users/me/');
    expect([status, headers.get('content-type')]).toEqual([502, expect.stringContaining('application/json')]);
    expect((await get('/api/v1/verify/1/', { method: 'DELETE' })).status).toBe(204);
    expect(lastRequest()).toMatchObject({ method: 'DELETE', url: '/api/v1/verify/1/' });
  });

  test('an unreachable backend gives 502, also for the exports', async () => {
    const server = await startProxyServer(`http://127.0.0.1:${await findFreePort()}`);
    onTestFinished(server.close);
    const response = await fetch(`${server.origin}/api/v1/calculator/?secret=1`);
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'server_error' }]);
    expect(server.log()).toContain('the backend is unreachable');
    expect(server.log()).not.toContain('secret');
    for (const name of ['rates.xml', 'rates.json']) {
      const rates = await fetch(`${server.origin}/${name}`);
      expect([rates.status, rates.headers.get('retry-after')]).toEqual([502, '60']);
    }
    expect(await server.backend.fetchJson('/api/v1/calculator/settings/', '127.0.0.1', 500)).toBeNull();
    // The pages and the probe work without the backend.
    expect(await (await fetch(server.origin)).text()).toBe('a page');
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  });

  test('a silent backend gives 504', async () => {
    const { get } = await setupProxy(() => {}, {}, 150);
    const response = await get('/api/v1/calculator/');
    expect([response.status, await response.json()]).toMatchObject([504, { code: 'timeout' }]);
  });

  test('a stalled response is aborted', async () => {
    const { get } = await setupProxy(
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{"half":');
      },
      {},
      150,
    );
    const response = await get('/api/v1/calculator/');
    await expect(response.text()).rejects.toThrow();
  });

  test('a client’s disconnect aborts the backend request', async () => {
    let isClosed = false;
    const { get } = await setupProxy((_, response) => response.on('close', () => (isClosed = true)));
    const controller = new AbortController();
    const call = get('/api/v1/calculator/', { signal: controller.signal });
    await after(100);
    controller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => isClosed).toBe(true);
  });

  test('a reset connection is retried once for safe methods only', async () => {
    let resetsNext = false;
    const { get, backend } = await setupProxy(({ method }, response) => {
      // The first response keeps the connection alive. The next request on it is reset.
      if (resetsNext) {
        resetsNext = false;
        response.socket?.resetAndDestroy();
      } else response.end(method);
    });
    expect(await (await get('/api/v1/calculator/')).text()).toBe('GET');
    resetsNext = true;
    expect(await (await get('/api/v1/calculator/')).text()).toBe('GET');
    resetsNext = true;
    const postResponse = await get('/api/v1/claim/', { method: 'POST', body: '{}' });
    expect(postResponse.status).toBe(502);
    expect(backend.requests.filter(({ method }) => method === 'POST').length).toBe(1);
  });

  test('an untrusted certificate gives 502', async () => {
    let requestCount = 0;
    const secure = createSecureServer(createSelfSignedCertificate(), (_, response) => {
      requestCount++;
      response.end('{}');
    });
    await new Promise<void>(resolve => secure.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => void secure.close());
    const { port } = secure.address() as { port: number };
    const server = await startProxyServer(`https://127.0.0.1:${port}`);
    onTestFinished(server.close);
    expect((await fetch(`${server.origin}/api/v1/calculator/`)).status).toBe(502);
    expect(requestCount).toBe(0);
  });
});

test('handles the merchant’s return without the backend', async () => {
  const { get, backend } = await setupProxy(respondEmptyJson);
  const claim = '0b6f8f6e-7b0f-4a53-9d3a-3b1f8d9c1a11';
  const response = await get('/claim/success', {
    method: 'POST',
    body: new URLSearchParams({ claim }),
    redirect: 'manual',
  });
  expect([response.status, response.headers.get('location')]).toEqual([303, `/claim/success?claim=${claim}`]);
  expect(backend.requests).toEqual([]);
});

test('forwards the backend’s exports', async () => {
  const { get, lastRequest } = await setupProxy((_, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/xml',
      ETag: '"7"',
      'Cache-Control': 'public, max-age=5',
    });
    response.end('<rates><item/></rates>');
  });
  const response = await get('/rates.xml', { headers: { 'if-none-match': '"6"' } });
  expect([response.headers.get('etag'), await response.text()]).toEqual(['"7"', '<rates><item/></rates>']);
  expect(lastRequest()).toMatchObject({ url: '/rates.xml', headers: { 'if-none-match': '"6"' } });
});

test('maintenance of the backend closes the pages until it ends', async () => {
  let tech = true;
  const { get, backend } = await setupProxy(({ url }, response) =>
    response.end(url === '/api/v1/calculator/tech/' ? JSON.stringify({ tech, until: null }) : '{}'),
  );
  expect(await (await get('/faq')).text()).toBe('closed 60');
  for (let turn = 0; turn < 5; turn++) await get('/faq');
  expect(backend.requests.length).toBe(1);
  tech = false;
  await expect.poll(async () => (await get('/faq')).text()).toBe('a page');
});
