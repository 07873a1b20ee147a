import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { limitBody } from '#server/platform/http/request/bodyLimits.ts';
import { startHttpServer, type ConnectionTimeouts } from '#server/platform/http/httpServer.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a server that reads no body at /refused and at most 1 kB of others. Returns a function that connects to it. */
async function startServer(timeouts?: ConnectionTimeouts) {
  const port = await findFreePort();
  const app = new Hono()
    .post('/refused', c => c.text('refused', 404))
    .post('/limited', limitBody(1_024), async c => c.text(await c.req.text()))
    .onError(() => new Response(null, { status: 499 }));
  const server = await startHttpServer(app, { host: '127.0.0.1', port }, timeouts);
  cleanups.push(() => server.stop(0));
  return () => openConnection(port);
}

/** Opens a connection, and records what it receives and when it ends. */
async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1');
  cleanups.push(() => socket.destroy());
  await once(socket, 'connect');
  const startedAt = performance.now();
  const connection = { socket, received: '', openMs: 0 };
  socket.on('error', () => {});
  socket.on('data', data => (connection.received += data.toString()));
  socket.once('close', () => (connection.openMs = performance.now() - startedAt));
  return connection;
}

/** Sends a piece every 200 ms until the connection ends. */
async function sendSlowly(socket: Socket, piece: string) {
  for (; !socket.destroyed; await wait(200)) socket.write(piece);
}

test('a client that sends no headers, or only slowly, is cut off after ten seconds', async () => {
  const openClient = await startServer();
  const [silent, slow] = [await openClient(), await openClient()];
  slow.socket.write('GET / HTTP/1.1\r\n');
  await sendSlowly(slow.socket, 'X-A: b\r\n');
  await expect.poll(() => silent.socket.destroyed).toBe(true);
  for (const { openMs } of [silent, slow]) {
    expect(openMs).toBeGreaterThan(9_000);
    expect(openMs).toBeLessThan(14_000);
  }
});

test('a client that sends its body too slowly is cut off', async () => {
  const openClient = await startServer({ headersMs: 500, requestMs: 1_000 });
  const { socket } = await openClient();
  socket.write('POST /limited HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
  await sendSlowly(socket, 'x');
});

const BODY_BYTES = 8 * 1024 * 1024;

test.each(['/refused', '/limited'])(
  'a client sends its whole body after the refusal of %s, and uses the connection again',
  async path => {
    const openClient = await startServer();
    const client = await openClient();
    client.socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
    await expect.poll(() => client.received).toMatch(/^HTTP\/1\.1 4/);
    for (let part = 0; part < 16; part++) {
      client.socket.write(Buffer.alloc(BODY_BYTES / 16));
      await wait(60);
    }
    client.socket.write('POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    await expect.poll(() => client.received.match(/HTTP\/1\.1 4/g)).toHaveLength(2);
  },
);

test('a body without a declared size is refused beyond its limit, and cut off if it never ends', async () => {
  const openClient = await startServer();
  const client = await openClient();
  const closed = new Promise(resolve => client.socket.once('close', resolve));
  client.socket.write('POST /limited HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000), Buffer.from('\r\n')]);
  let sentChunks = 0;
  for (; !client.socket.destroyed && sentChunks < 200; sentChunks++)
    await Promise.race([new Promise(resolve => client.socket.write(chunk, resolve)), closed]);
  expect(client.received).toMatch(/^HTTP\/1\.1 413 /);
  expect(sentChunks).toBeGreaterThan(16);
  expect(sentChunks).toBeLessThan(100);
});
