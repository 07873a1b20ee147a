import { connect as connectHttp2 } from 'node:http2';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createCertificate } from '#tests/bench/line/certificate.ts';
import { createDelayedDirection } from '#tests/bench/line/delayedDirection.ts';
import { startHttp2Front } from '#tests/bench/line/http2Front.ts';
import { createSlowLine } from '#tests/bench/line/slowLine.ts';
import { createFakeClock } from '#tests/support/fakeClock.ts';

const cleanups: (() => unknown)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});

test('a direction delays bytes, shares its bandwidth and keeps the order', async () => {
  const clock = createFakeClock(0);
  const direction = createDelayedDirection(clock, { bytesPerSecond: 1000, delayMs: 75 });
  const arrivals: [name: string, at: number][] = [];
  const record = (name: string) => () => void arrivals.push([name, clock.now()]);
  const sendFirst = direction.addConnection();
  const sendSecond = direction.addConnection(500);
  sendFirst(100, record('a'));
  sendFirst(50, record('b'));
  sendSecond(50, record('after the handshake'));
  sendFirst(0, record('end'));
  await clock.advance(1000);
  expect(arrivals).toEqual([
    ['a', 175],
    ['b', 225],
    ['end', 275],
    ['after the handshake', 575],
  ]);
  sendFirst(10, record('later'));
  await clock.advance(100);
  expect(arrivals.at(-1)).toEqual(['later', 1085]);
});

const ROUND_TRIP_MS = 60;

/** Starts a plain server that echoes requests, its front, and the line to it. */
async function openLine() {
  const server = createServer((request, response) => {
    response.writeHead(201, { 'content-type': 'text/plain', 'keep-alive': 'timeout=5' });
    response.write(`${request.method} ${request.url} ${request.headers.host} `);
    response.write(`${request.headers['x-forwarded-proto']} ${request.headers['x-forwarded-for']} `);
    request.pipe(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const certificate = await createCertificate('exchange.test');
  const front = await startHttp2Front(certificate, (server.address() as AddressInfo).port);
  const line = createSlowLine({
    roundTripMs: ROUND_TRIP_MS,
    downloadBytesPerSecond: 1e9,
    uploadBytesPerSecond: 1e9,
  });
  const port = await line.openPort(front.port);
  cleanups.push(() => server.close().closeAllConnections(), front.close, port.close);
  return { port, certificate };
}

test('serves HTTP/2 over TLS 1.3; handshakes and requests pay round trips', async () => {
  const { port, certificate } = await openLine();
  const beganAt = performance.now();
  const session = connectHttp2(`https://exchange.test:${port.port}`, {
    lookup: (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    ca: certificate.cert,
  });
  cleanups.push(() => session.destroy());
  const send = async (body: string) => {
    const stream = session.request({ ':method': 'POST', ':path': '/a?b=1' });
    stream.end(body);
    let status = 0;
    stream.on('response', headers => (status = Number(headers[':status'])));
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    return [status, Buffer.concat(parts).toString()];
  };
  const body = 'x'.repeat(20_000);
  expect(await send(body)).toEqual([201, `POST /a?b=1 exchange.test:${port.port} https 192.0.2.1 ${body}`]);
  // TCP, TLS, request. Timers may run up to a millisecond early.
  expect(performance.now() - beganAt).toBeGreaterThan(3 * ROUND_TRIP_MS - 5);
  const secondAt = performance.now();
  expect((await send(''))[0]).toBe(201);
  expect(performance.now() - secondAt).toBeGreaterThan(ROUND_TRIP_MS - 3);
  expect(port.takeConnectionCount()).toBe(1);
  expect(port.takeConnectionCount()).toBe(0);
});

test('the certificate is trusted only by those who get it', async () => {
  const { port, certificate } = await openLine();
  const handshake = (options: { ca?: string }) =>
    new Promise<string>(resolve => {
      const socket = connectTls({
        host: '127.0.0.1',
        port: port.port,
        servername: 'exchange.test',
        ALPNProtocols: ['h2'],
        ...options,
      });
      cleanups.push(() => socket.destroy());
      socket.on('secureConnect', () => resolve(`${socket.getProtocol()} ${socket.alpnProtocol}`));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
  expect(await handshake({ ca: certificate.cert })).toBe('TLSv1.3 h2');
  expect(await handshake({})).toMatch(/SELF_SIGNED/);
});
