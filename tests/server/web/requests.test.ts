import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { describe, expect, test } from 'vitest';
import {
  webApp,
  SCRIPT_CHUNK,
  BUILT_FILES,
  fetchPage,
  setUpBuiltPages,
  webHost,
} from '../support/builtPages.ts';

setUpBuiltPages();

describe('requests', () => {
  test('returns 304 for a matching ETag in any encoding', async () => {
    await webHost.compressFiles();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const first = await fetchPage('/assets/main-BY7dX2fa.js', { 'accept-encoding': encoding });
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
    const fetchScript = async (accept: string) => {
      const response = await fetchPage('/assets/main-BY7dX2fa.js', { 'accept-encoding': accept });
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-length')).toBe(String(body.length));
      return { encoding: response.headers.get('content-encoding'), body, tag: response.headers.get('etag') };
    };
    const plain = await fetchScript('br;q=0, identity');
    const br = await fetchScript('gzip, deflate, br, zstd');
    const gzip = await fetchScript('gzip');
    expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([null, 'br', 'gzip']);
    expect(plain.body.toString()).toBe(SCRIPT_CHUNK);
    expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT_CHUNK);
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT_CHUNK);
    expect(br.body.length).toBeLessThan(plain.body.length / 4);
    expect(new Set([plain.tag, br.tag, gzip.tag]).size).toBe(3);
  });

  test('HEAD returns the headers of GET', async () => {
    const head = await webApp.request('/', { method: 'HEAD' });
    const page = await fetchPage('/');
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(page.headers));
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s of a page returns 405', async method => {
    const response = await webApp.request('/', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  test('refuses path traversal', async () => {
    const server = serve({ fetch: webApp.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise(resolve => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    // Sends the raw path, because a URL parser would normalize it.
    const requestRaw = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, path }, response => {
          let body = '';
          response.on('data', part => (body += part)).on('end', () => resolve(body));
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

test('sends the headers of private pages below private folders, unknown paths included', async () => {
  for (const path of ['/claim/0b6f', '/claim/a/b', '/claim']) {
    const { headers } = await fetchPage(path);
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('x-robots-tag'), path).toContain('noindex');
  }
  for (const path of ['/', '/faq', '/claims'])
    expect((await fetchPage(path)).headers.get('x-robots-tag'), path).toBeNull();
});
