import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { before, ok } from './backend.ts';

describe('a request', () => {
  test('goes on with its path, query, method, body and headers, to the backend’s own Host', async () => {
    const { get, last, backend } = await before(ok);
    await get('/api/v1/claim/?a=%D0%B1&c=d', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k-1', authorization: 'Bearer t' },
      body: '{"email":"a@b.example"}',
    });
    expect(last()).toMatchObject({ method: 'POST', url: '/api/v1/claim/?a=%D0%B1&c=d' });
    expect(last().body.toString()).toBe('{"email":"a@b.example"}');
    expect(last().headers).toMatchObject({
      host: new URL(backend.origin).host,
      'content-type': 'application/json',
      'idempotency-key': 'k-1',
      authorization: 'Bearer t',
    });
    await get('/front-api/auth/login/', { method: 'POST', body: 'x' });
    expect(last().url).toBe('/front-api/auth/login/');
  });

  test('says who asks, and nobody else may say it', async () => {
    const { get, last } = await before(ok);
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
    expect(last().headers.authorization).toBe('Bearer t');
    expect(last().headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'exchange.example',
      'x-forwarded-proto': 'https',
    });
    expect(JSON.stringify(last().headers)).not.toMatch(/203\.0\.113\.9|evil/);
    const behind = await before(ok, { TRUST_PROXY: 'loopback' });
    await behind.get('/api/v1/users/me/', { headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' } });
    expect(behind.last().headers['x-forwarded-for']).toBe('203.0.113.9');
  });

  test('keeps to itself what belongs to one connection', async () => {
    const { origin, last } = await before(ok);
    const headers = {
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      te: 'trailers',
      upgrade: 'h2c',
      'proxy-authorization': 'Basic eA==',
    };
    await new Promise<void>((resolve, reject) => {
      request(`${origin}/api/v1/calculator/`, { headers }, answer => answer.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    for (const name of ['x-hop', 'te', 'upgrade', 'proxy-authorization'])
      expect(last().headers).not.toHaveProperty(name);
  });

  test('that is larger than the API takes is refused before the backend hears of it', async () => {
    const { get, backend } = await before(ok);
    const large = await get('/api/v1/claim/', { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) });
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'body_too_large' }]);
    const upload = { method: 'POST', body: new Uint8Array(9 * 1024 * 1024) };
    const photo = await get('/api/v2/verify/upload/', upload);
    expect([photo.status, await photo.json()]).toMatchObject([400, { codes: { file: 'file_size' } }]);
    expect(backend.seen).toEqual([]);
    const bill = await get('/api/v1/claim/1/bill/', {
      method: 'POST',
      body: new Uint8Array(8 * 1024 * 1024),
    });
    expect(bill.status).toBe(200);
    expect(backend.seen.at(-1)?.body.length).toBe(8 * 1024 * 1024);
  });
});

describe('an answer', () => {
  test('comes with its status and headers; a cookie belongs to the address that people use', async () => {
    const { get } = await before((_, response) => {
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
    const answer = await get('/front-api/auth/login/', { method: 'POST' });
    expect([answer.status, await answer.text()]).toEqual([201, '{"a":1}']);
    expect(answer.headers.getSetCookie()).toEqual([
      'refresh=a; Path=/front-api/; HttpOnly; Secure; SameSite=Lax',
      'session=1; path=/',
      'domain=kept; Path=/',
    ]);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.headers.get('x-hop')).toBeNull();
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('that leads elsewhere is passed through, not followed', async () => {
    const { get, backend } = await before((_, response) =>
      response.writeHead(302, { Location: 'https://bank.example/pay?x=1' }).end(),
    );
    const answer = await get('/api/v1/pay/', { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://bank.example/pay?x=1']);
    expect(backend.seen.length).toBe(1);
  });

  test('without a body has none', async () => {
    const { get } = await before(({ method }, response) => {
      if (method === 'HEAD') response.setHeader('content-length', 7);
      response.writeHead(method === 'DELETE' ? 204 : 304).end();
    });
    expect((await get('/api/v1/verify/1/', { method: 'DELETE' })).status).toBe(204);
    expect((await get('/api/v1/calculator/')).status).toBe(304);
    expect(await (await get('/api/v1/calculator/', { method: 'HEAD' })).text()).toBe('');
  });

  test('flows as it comes, compressed as it was', async () => {
    let finish = () => {};
    const { get } = await before((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"first":');
      finish = () => response.end('1}');
    });
    const answer = await get('/api/v1/calculator/');
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('{"first":');
    finish();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('1}');
    const zipped = await before((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' });
      response.end(gzipSync('{"a":1}'));
    });
    const small = await zipped.get('/api/v1/calculator/', { headers: { 'accept-encoding': 'gzip' } });
    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(await small.json()).toEqual({ a: 1 });
  });

  test('may be read by a partner’s page whatever the backend says', async () => {
    const { get } = await before((_, response) => {
      response.setHeader('Access-Control-Allow-Origin', 'https://backend.example');
      response.end('{}');
    });
    const answer = await get('/api/v1/calculator/', { headers: { origin: 'https://shop.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const asked = await get('/api/v1/claim/', {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });
});
