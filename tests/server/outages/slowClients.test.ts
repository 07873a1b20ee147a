import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { startHttpServer, type ConnectionTimeouts } from '#server/http/httpServer.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a server. Returns a function that connects to it. */
async function startServer(timeouts?: ConnectionTimeouts) {
  const port = await findFreePort();
  const app = new Hono()
    .post('/', async c => c.text(await c.req.text()))
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
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
  await sendSlowly(socket, 'x');
});
