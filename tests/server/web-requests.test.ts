import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { describe, expect, test } from 'vitest';
import { app, chunk, files, get, host } from './pages.ts';

describe('requests', () => {
  test('what the client has already is not sent again, in whichever coding it came', async () => {
    await host.compress();
    for (const coding of ['identity', 'gzip', 'br']) {
      const first = await get('/assets/main-BY7dX2fa.js', { 'accept-encoding': coding });
      const tag = first.headers.get('etag') ?? '';
      const again = await get('/assets/main-BY7dX2fa.js', { 'if-none-match': `"x", W/${tag}` });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('cache-control')).toContain('immutable');
    }
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
    const unknown = await get('/unknown');
    expect((await get('/unknown', { 'if-none-match': unknown.headers.get('etag') ?? '' })).status).toBe(404);
  });

  test('compressed for whoever takes it', async () => {
    await host.compress();
    const ask = async (accept: string) => {
      const answer = await get('/assets/main-BY7dX2fa.js', { 'accept-encoding': accept });
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      const body = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-length')).toBe(String(body.length));
      return { coding: answer.headers.get('content-encoding'), body, tag: answer.headers.get('etag') };
    };
    const plain = await ask('br;q=0, identity');
    const br = await ask('gzip, deflate, br, zstd');
    const gzip = await ask('gzip');
    expect([plain.coding, br.coding, gzip.coding]).toEqual([null, 'br', 'gzip']);
    expect(plain.body.toString()).toBe(chunk);
    expect(brotliDecompressSync(br.body).toString()).toBe(chunk);
    expect(gunzipSync(gzip.body).toString()).toBe(chunk);
    expect(br.body.length).toBeLessThan(plain.body.length / 4);
    expect(new Set([plain.tag, br.tag, gzip.tag]).size).toBe(3);
  });

  test('HEAD says what GET would, without the body', async () => {
    const head = await app.request('/', { method: 'HEAD' });
    const whole = await get('/');
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s is not for pages', async method => {
    const answer = await app.request('/', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test('no way leads out of the folders', async () => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise(resolve => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    // Straight onto the wire: a URL parser would tidy the path up first.
    const raw = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, path }, answer => {
          let body = '';
          answer.on('data', part => (body += part)).on('end', () => resolve(body));
        });
        call.on('error', reject).end();
      });
    try {
      for (const up of ['..', '%2e%2e', '..%2f..', '%2e%2e%2f', '..\\', '%5c..', '%00..', '....//']) {
        for (const folder of ['', 'widget/', 'examples/', 'assets/']) {
          for (const target of ['secret.txt', '../secret.txt', '%2fsecret.txt'])
            expect(await raw(`/${folder}${up}/${target}`)).not.toContain('outside');
        }
      }
      expect(await raw('/%')).toBe(files['dist/site/404.html']);
      expect(await raw('//secret.txt')).toBe(files['dist/site/404.html']);
    } finally {
      await new Promise(resolve => server.close(resolve));
    }
  });
});
