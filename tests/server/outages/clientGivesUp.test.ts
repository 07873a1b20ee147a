import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startHttpServer } from '#server/platform/http/httpServer.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createTestServer } from '../../support/testServer.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('a client that gives up while it sends is no error of the server or its database', async () => {
  const testServer = await createTestServer({ LOG_LEVEL: 'info' });
  cleanups.push(testServer.close);
  const port = await findFreePort();
  const server = await startHttpServer(testServer.app, { host: '127.0.0.1', port });
  cleanups.push(() => server.stop(0));
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /api/v1/claim/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"email":',
  );
  await new Promise(resolve => setTimeout(resolve, 300));
  socket.destroy();
  await expect.poll(testServer.log).toContain('the client gave up');
  const lines = testServer
    .log()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { level: string; status?: number });
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  await expect.poll(() => testServer.log()).toContain('"status":499');
});
