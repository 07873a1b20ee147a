import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { setupProxy, respondEmptyJson } from '../support/proxySetup.ts';

describe('a request', () => {
  test('is forwarded with path, query, method, body and headers', async () => {
    const { get, lastRequest, backend } = await setupProxy(respondEmptyJson);
    await get('/api/v1/claim/?a=%D0%B1&c=d', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k-1', authorization: 'Bearer t' },
      body: '{"email":"a@b.example"}',
    });
    expect(lastRequest()).toMatchObject({ method: 'POST', url: '/api/v1/claim/?a=%D0%B1&c=d' });
    expect(lastRequest().body.toString()).toBe('{"email":"a@b.example"}');
    expect(lastRequest().headers).toMatchObject({
      host: new URL(backend.origin).host,
      'content-type': 'application/json',
      'idempotency-key': 'k-1',
      authorization: 'Bearer t',
    });
    await get('/front-api/auth/login/', { method: 'POST', body: 'x' });
    expect(lastRequest().url).toBe('/front-api/auth/login/');
  });

  test('carries the client’s address and drops forged headers', async () => {
    const { get, lastRequest } = await setupProxy(respondEmptyJson);
    await get('/api/v1/users/me/', {
      headers: {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'evil.example',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        'x-forwarded-prefix': '/evil',
        // A backend behind CGI or WSGI reads it as X-Forwarded-For.
        x_forwarded_for: '203.0.113.9',
        authorization: 'Bearer t',
      },
    });
    expect(lastRequest().headers.authorization).toBe('Bearer t');
    expect(lastRequest().headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'exchange.example',
      'x-forwarded-proto': 'https',
    });
    expect(JSON.stringify(lastRequest().headers)).not.toMatch(/203\.0\.113\.9|evil/);
    const trustingProxy = await setupProxy(respondEmptyJson, { TRUST_PROXY: 'loopback' });
    await trustingProxy.get('/api/v1/users/me/', {
      headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' },
    });
    expect(trustingProxy.lastRequest().headers['x-forwarded-for']).toBe('203.0.113.9');
  });

  test('drops hop-by-hop headers', async () => {
    const { origin, lastRequest } = await setupProxy(respondEmptyJson);
    const headers = {
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      te: 'trailers',
      upgrade: 'h2c',
      'proxy-authorization': 'Basic eA==',
    };
    await new Promise<void>((resolve, reject) => {
      request(`${origin}/api/v1/calculator/`, { headers }, response => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    for (const name of ['x-hop', 'te', 'upgrade', 'proxy-authorization'])
      expect(lastRequest().headers).not.toHaveProperty(name);
  });

  test('over the size limit is refused before the backend is called', async () => {
    const { get, backend } = await setupProxy(respondEmptyJson);
    const large = await get('/api/v1/claim/', { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) });
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'body_too_large' }]);
    const upload = { method: 'POST', body: new Uint8Array(9 * 1024 * 1024) };
    const photo = await get('/api/v2/verify/upload/', upload);
    expect([photo.status, await photo.json()]).toMatchObject([413, { codes: { file: 'file_size' } }]);
    expect(backend.requests).toEqual([]);
    const bill = await get('/api/v1/claim/1/bill/', {
      method: 'POST',
      body: new Uint8Array(8 * 1024 * 1024),
    });
    expect(bill.status).toBe(200);
    expect(backend.requests.at(-1)?.body.length).toBe(8 * 1024 * 1024);
  });
});

describe('a response', () => {
  test('passes status and headers and removes the cookie Domain', async () => {
    const { get } = await setupProxy((_, response) => {
      response.writeHead(201, {
        'Content-Type': 'application/json',
        ETag: '"1"',
        'Strict-Transport-Security': 'max-age=0',
        'Set-Cookie': [
          'refresh=a; Domain=backend.example; Path=/front-api/; HttpOnly; Secure; SameSite=Lax',
          'session=1; path=/; domain=.backend.example',
          'domain=kept; Path=/',
        ],
        Connection: 'keep-alive, X-Hop',
        'X-Hop': '1',
      });
      response.end('{"a":1}');
    });
    const response = await get('/front-api/auth/login/', { method: 'POST' });
    expect([response.status, await response.text()]).toEqual([201, '{"a":1}']);
    expect(response.headers.getSetCookie()).toEqual([
      'refresh=a; Path=/front-api/; HttpOnly; Secure; SameSite=Lax',
      'session=1; path=/',
      'domain=kept; Path=/',
    ]);
    expect(response.headers.get('etag')).toBe('"1"');
    expect(response.headers.get('x-hop')).toBeNull();
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('with a redirect is passed through, not followed', async () => {
    const { get, backend } = await setupProxy((_, response) =>
      response.writeHead(302, { Location: 'https://bank.example/pay?x=1' }).end(),
    );
    const response = await get('/api/v1/pay/', { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://bank.example/pay?x=1',
    ]);
    expect(backend.requests.length).toBe(1);
  });

  test('without a body has none', async () => {
    const { get } = await setupProxy(({ method }, response) => {
      if (method === 'HEAD') response.setHeader('content-length', 7);
      response.writeHead(method === 'DELETE' ? 204 : 304).end();
    });
    expect((await get('/api/v1/verify/1/', { method: 'DELETE' })).status).toBe(204);
    expect((await get('/api/v1/calculator/')).status).toBe(304);
    expect(await (await get('/api/v1/calculator/', { method: 'HEAD' })).text()).toBe('');
  });

  test('is streamed with its encoding', async () => {
    let finish = () => {};
    const { get } = await setupProxy((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"first":');
      finish = () => response.end('1}');
    });
    const response = await get('/api/v1/calculator/');
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('{"first":');
    finish();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('1}');
    const gzipProxy = await setupProxy((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' });
      response.end(gzipSync('{"a":1}'));
    });
    const compressed = await gzipProxy.get('/api/v1/calculator/', { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(await compressed.json()).toEqual({ a: 1 });
  });

  test('has public CORS headers', async () => {
    const { get } = await setupProxy((_, response) => {
      response.setHeader('Access-Control-Allow-Origin', 'https://backend.example');
      response.end('{}');
    });
    const response = await get('/api/v1/calculator/', { headers: { origin: 'https://shop.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await get('/api/v1/claim/', {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });
});
