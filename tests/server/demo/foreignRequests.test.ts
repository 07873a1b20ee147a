import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from '#server/platform/http/httpServer.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createTestServer, type TestServer } from '../../support/testServer.ts';

let demo: TestServer;
let server: HttpServer;
let port = 0;
beforeAll(async () => {
  demo = await createTestServer({ OPERATOR: 'demo' });
  port = await findFreePort();
  server = await startHttpServer(demo.app, { host: '127.0.0.1', port });
});
afterAll(async () => {
  await server.stop(0);
  await demo.close();
});

/** Sends the lines of a request over a connection of its own. Returns status line, headers and body. */
async function sendLines(...lines: string[]): Promise<{ status: number; text: string }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (data: string) => (text += data));
  socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}`);
  await once(socket, 'close');
  return { status: Number(text.split(' ')[1]), text };
}

/** Requests a path with this Host. */
const requestAs = (host: string, path = '/livez', ...headers: string[]) =>
  sendLines(`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers);

describe('a demo', () => {
  test('answers every loopback name of this machine', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'LocalHost', 'localhost.', '[::1]', '127.8.8.8'])
      for (const name of [host, `${host}:${port}`, `${host}:5173`])
        expect([name, (await requestAs(name)).status]).toEqual([name, 200]);
  });

  test('refuses the name of another machine, which stops DNS rebinding', async () => {
    for (const name of [
      'exchange.example',
      'localhost.exchange.example',
      '127.0.0.1.exchange.example',
      'exchange.example:3000',
      '192.168.1.10',
      '0.0.0.0',
      '[2001:db8::1]',
      '[::]',
    ])
      expect([name, (await requestAs(name)).status]).toEqual([name, 403]);
    // Not a host name at all: no page is served either.
    for (const name of ['', 'user@127.0.0.1', '127.0.0.1:port', '127.0.0.1@exchange.example', '127.1'])
      expect([400, 403]).toContain((await requestAs(name)).status);
    expect((await sendLines('GET /livez HTTP/1.1')).status).toBe(400);
    const absolute = await sendLines('GET http://exchange.example/livez HTTP/1.1', 'Host: 127.0.0.1');
    expect(absolute.status).toBe(403);
    const hidden = await sendLines('GET http://127.0.0.1/livez HTTP/1.1', 'Host: exchange.example');
    expect(hidden.status).toBe(403);
  });

  test('refuses what a proxy has passed on', async () => {
    for (const header of [
      'X-Forwarded-For: 203.0.113.7',
      'x-forwarded-host: exchange.example',
      'X-Forwarded-Proto: https',
      'X-Forwarded-For:',
      'Forwarded: for=203.0.113.7',
      'Via: 1.1 proxy',
      'X-Real-IP: 203.0.113.7',
      'X-Client-IP: 203.0.113.7',
      'True-Client-IP: 203.0.113.7',
      'CF-Connecting-IP: 203.0.113.7',
    ])
      expect([header, (await requestAs('127.0.0.1', '/livez', header)).status]).toEqual([header, 403]);
    // nginx without proxy_set_header and proxy_http_version.
    expect((await sendLines('GET /livez HTTP/1.0', 'Host: 127.0.0.1:3000')).status).toBe(403);
  });

  test('refuses every path and method, says why, and how to open an exchange for others', async () => {
    const requests: [method: string, path: string][] = [
      ['GET', '/'],
      ['GET', '/healthz'],
      ['GET', '/rates.xml'],
      ['GET', '/widget/exchange-widget.js'],
      ['GET', '/merchant/pay/'],
      ['GET', '/api/openapi.json'],
      ['GET', '/api/v1/calculator/'],
      ['OPTIONS', '/api/v1/claim/'],
      ['POST', '/api/v1/claim/'],
      ['POST', '/api/v1/simulator/claim/'],
      ['POST', '/front-api/auth/refresh/'],
      ['GET', '/unknown'],
    ];
    for (const [method, path] of requests) {
      const response = await demo.app.request(path, { method, headers: { host: 'exchange.example' } });
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 403]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      for (const part of ['Это демонстрация', 'OPERATOR=manual', 'PUBLIC_ORIGIN', 'TRUST_PROXY'])
        expect(text).toContain(part);
      if (path.includes('api/')) expect(JSON.parse(text)).toMatchObject({ code: 'demo_is_local' });
      else expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    }
  });

  test('serves widgets on pages of other origins and other ports', async () => {
    const headers = ['Origin: http://localhost:4311', 'Sec-Fetch-Site: same-site'];
    const { status, text } = await requestAs(`127.0.0.1:${port}`, '/api/v1/calculator/', ...headers);
    expect(status).toBe(200);
    expect(text.toLowerCase()).toContain('access-control-allow-origin: *');
  });
});

test('another server answers every name, and through proxies', async () => {
  const manual = await createTestServer({ OPERATOR: 'manual' });
  try {
    const headers = { host: 'exchange.example', 'x-forwarded-for': '203.0.113.7', via: '1.1 proxy' };
    expect((await manual.get('/api/v1/calculator/', headers)).status).toBe(200);
  } finally {
    await manual.close();
  }
});
