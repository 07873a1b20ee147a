import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { StartError } from '#server/startError.ts';
import { startHttpServer } from '#server/http/httpServer.ts';

const host = '127.0.0.1';

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** An app whose answer to /slow waits for `let go`. */
function createSlowApp() {
  let go = () => {};
  const gate = new Promise<void>(resolve => (go = resolve));
  let arrived = () => {};
  const inside = new Promise<void>(resolve => (arrived = resolve));
  const app = new Hono()
    .get('/', c => c.text('quick'))
    .get('/slow', async c => {
      arrived();
      await gate;
      return c.text('whole');
    });
  return { app, go, inside };
}

test('stop() finishes running requests and closes idle connections', async () => {
  const port = await findFreePort();
  const { app, go, inside } = createSlowApp();
  const server = await startHttpServer(app, { host, port });
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const call = request({ host, port, path, agent }, async answer => {
        let body = '';
        for await (const part of answer) body += part;
        resolve(body);
      });
      call.on('error', reject).end();
    });
  expect(await ask('/')).toBe('quick');
  const running = ask('/slow');
  await inside;
  const stopped = server.stop(10_000);
  await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow('fetch failed');
  const began = performance.now();
  go();
  expect(await running).toBe('whole');
  await stopped;
  // Node would keep the idle connection for five seconds.
  expect(performance.now() - began).toBeLessThan(2_000);
  agent.destroy();
});

test('stop() aborts a request after the timeout', async () => {
  const port = await findFreePort();
  const { app, inside } = createSlowApp();
  const server = await startHttpServer(app, { host, port });
  const running = fetch(`http://${host}:${port}/slow`).then(
    () => 'answered',
    () => 'cut',
  );
  await inside;
  await server.stop(100);
  expect(await running).toBe('cut');
});

test('a used port and a foreign address fail with one line', async () => {
  const port = await findFreePort();
  const server = await startHttpServer(new Hono(), { host, port });
  const again = startHttpServer(new Hono(), { host, port });
  await expect(again).rejects.toThrow(StartError);
  await expect(again).rejects.toThrow(`Cannot listen on ${host}:${port}: another program listens there.`);
  await expect(startHttpServer(new Hono(), { host: '192.0.2.1', port })).rejects.toThrow('no such address');
  await server.stop(100);
});
