import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { describe, expect, test } from 'vitest';
import { webApp, SCRIPT_CHUNK, BUILT_FILES, fetchPage, webHost } from '../support/builtPages.ts';

describe('requests', () => {
  test('returns 304 for a matching ETag in any encoding', async () => {
    await webHost.compressFiles();
    for (const coding of ['identity', 'gzip', 'br']) {
      const first = await fetchPage('/assets/main-BY7dX2fa.js', { 'accept-encoding': coding });
      const tag = first.headers.get('etag') ?? '';
      const again = await fetchPage('/assets/main-BY7dX2fa.js', { 'if-none-match': `"x", W/${tag}` });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('cache-control')).toContain('immutable');
    }
    expect((await fetchPage('/', { 'if-none-match': '"other"' })).status).toBe(200);
    const unknown = await fetchPage('/unknown');
    expect((await fetchPage('/unknown', { 'if-none-match': unknown.headers.get('etag') ?? '' })).status).toBe(
      404,
    );
  });

  test('compresses by Accept-Encoding', async () => {
    await webHost.compressFiles();
    const ask = async (accept: string) => {
      const answer = await fetchPage('/assets/main-BY7dX2fa.js', { 'accept-encoding': accept });
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      const body = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-length')).toBe(String(body.length));
      return { coding: answer.headers.get('content-encoding'), body, tag: answer.headers.get('etag') };
    };
    const plain = await ask('br;q=0, identity');
    const br = await ask('gzip, deflate, br, zstd');
    const gzip = await ask('gzip');
    expect([plain.coding, br.coding, gzip.coding]).toEqual([null, 'br', 'gzip']);
    expect(plain.body.toString()).toBe(SCRIPT_CHUNK);
    expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT_CHUNK);
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT_CHUNK);
    expect(br.body.length).toBeLessThan(plain.body.length / 4);
    expect(new Set([plain.tag, br.tag, gzip.tag]).size).toBe(3);
  });

  test('HEAD returns the headers of GET', async () => {
    const head = await webApp.request('/', { method: 'HEAD' });
    const whole = await fetchPage('/');
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s is not for pages', async method => {
    const answer = await webApp.request('/', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test('refuses path traversal', async () => {
    const server = serve({ fetch: webApp.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise(resolve => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    // Straight onto the wire: a URL parser would tidy the path up first.
    const requestRaw = (path: string) =>
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
            expect(await requestRaw(`/${folder}${up}/${target}`)).not.toContain('outside');
        }
      }
      expect(await requestRaw('/%')).toBe(BUILT_FILES['dist/site/404.html']);
      expect(await requestRaw('//secret.txt')).toBe(BUILT_FILES['dist/site/404.html']);
    } finally {
      await new Promise(resolve => server.close(resolve));
    }
  });
});
