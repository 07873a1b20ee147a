import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { createPostgresSchema, type TestDatabase } from '../../support/postgresSchema.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { REPOSITORY_ROOT } from '../support/operatorCommand.ts';

let folder = '';
const cleanups: (() => unknown)[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'razmen-start-'))));
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts `node server/main.ts` and collects its output. */
async function spawnServer(databaseUrl: string) {
  const port = String(await findFreePort());
  const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl, ACCOUNT_KEY: TEST_ACCOUNT_KEY, PORT: port };
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: REPOSITORY_ROOT,
    env: { ...childEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  cleanups.push(() => void child.kill('SIGKILL'));
  return {
    child,
    getOutput: () => output,
    isHealthy: () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  };
}

/** Forwards connections on a port to the database, as its host does after an outage. */
async function forwardToDatabase(port: number, target: URL): Promise<void> {
  const server: Server = createServer(socket => {
    const upstream = connect(Number(target.port), target.hostname);
    socket.pipe(upstream).pipe(socket);
    for (const side of [socket, upstream]) side.on('error', () => side.destroy());
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
}

test('an unreachable PostgreSQL is waited for, its password is not printed, and SIGTERM ends the wait', async () => {
  const port = await findFreePort();
  const { child, getOutput } = await spawnServer(`postgres://me:hunter2@127.0.0.1:${port}/exchange`);
  await expect.poll(getOutput).toContain('the connection is refused. Waiting for it.');
  await new Promise(resolve => setTimeout(resolve, 2_500));
  expect(child.exitCode).toBeNull();
  expect(getOutput().trim().split('\n')).toHaveLength(1);
  expect(getOutput()).not.toContain('hunter2');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

forEachDatabase((_, dialect) => {
  if (dialect === 'sqlite') return;
  test('a server starts when its database becomes reachable, and at once fails for one that it may not use', async () => {
    const schema: TestDatabase = await createPostgresSchema();
    cleanups.push(schema.remove);
    const target = new URL(schema.env.DATABASE_URL ?? '');
    const url = new URL(target);
    url.port = String(await findFreePort());
    const waiting = await spawnServer(url.href);
    await expect.poll(waiting.getOutput).toContain('Waiting for it.');
    expect(await waiting.isHealthy()).toBe(false);
    await forwardToDatabase(Number(url.port), target);
    await expect.poll(waiting.isHealthy, { timeout: 20_000 }).toBe(true);
    waiting.child.kill('SIGTERM');
    await once(waiting.child, 'exit');
    target.pathname = '/no_such_database';
    const refused = await spawnServer(target.href);
    expect(await once(refused.child, 'exit')).toEqual([1, null]);
    expect(refused.getOutput().trim().split('\n')).toHaveLength(1);
    expect(refused.getOutput()).toContain('no_such_database');
  });
});
