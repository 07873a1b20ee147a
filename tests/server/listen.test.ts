import { Agent, request } from 'node:http';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { StartError } from '#server/platform/startError.ts';
import { startHttpServer } from '#server/platform/http/httpServer.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';

const host = '127.0.0.1';

/** An app whose response to /slow waits for `release`. */
function createSlowApp() {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  let markReceived = () => {};
  const requestReceived = new Promise<void>(resolve => (markReceived = resolve));
  const app = new Hono()
    .get('/', c => c.text('quick'))
    .get('/slow', async c => {
      markReceived();
      await released;
      return c.text('whole');
    });
  return { app, release, requestReceived };
}

test('stop() finishes running requests and closes idle connections', async () => {
  const port = await findFreePort();
  const { app, release, requestReceived } = createSlowApp();
  const server = await startHttpServer(app, { host, port });
  const agent = new Agent({ keepAlive: true });
  const get = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const call = request({ host, port, path, agent }, async response => {
        let body = '';
        for await (const part of response) body += part;
        resolve(body);
      });
      call.on('error', reject).end();
    });
  expect(await get('/')).toBe('quick');
  const running = get('/slow');
  await requestReceived;
  const stopped = server.stop(10_000);
  await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow('fetch failed');
  const began = performance.now();
  release();
  expect(await running).toBe('whole');
  await stopped;
  // Node would keep the idle connection for five seconds.
  expect(performance.now() - began).toBeLessThan(2_000);
  agent.destroy();
});

test('stop() aborts a request after the timeout', async () => {
  const port = await findFreePort();
  const { app, requestReceived } = createSlowApp();
  const server = await startHttpServer(app, { host, port });
  const running = fetch(`http://${host}:${port}/slow`).then(
    () => 'answered',
    () => 'cut',
  );
  await requestReceived;
  await server.stop(100);
  expect(await running).toBe('cut');
});

test('fails in one line for a used port and a foreign address', async () => {
  const port = await findFreePort();
  const server = await startHttpServer(new Hono(), { host, port });
  const secondStart = startHttpServer(new Hono(), { host, port });
  await expect(secondStart).rejects.toThrow(StartError);
  await expect(secondStart).rejects.toThrow(`Cannot listen on ${host}:${port}: the port is already in use.`);
  await expect(startHttpServer(new Hono(), { host: '192.0.2.1', port })).rejects.toThrow('no such address');
  await server.stop(100);
});
