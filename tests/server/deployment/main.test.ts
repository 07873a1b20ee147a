import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { createServerProcess } from '../../support/serverProcess.ts';

const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

let folder = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-main-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `node server/main.ts` until it exits. Returns code, output and duration in milliseconds. */
async function runToExit(env: Record<string, string>) {
  const began = performance.now();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: repositoryRoot,
    env: { ...childEnvironment, DATA_DIR: folder, OPERATOR: 'manual', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err, ms: performance.now() - began };
}

/** Starts a server on a free port with its data in the test's folder. */
async function startServer(env: Record<string, string> = {}) {
  const server = await createServerProcess({ DATA_DIR: folder, OPERATOR: 'manual', ...env });
  await server.start();
  return { ...server, port: new URL(server.origin).port };
}

describe('a failed start prints one line and exits with 1', () => {
  test('for a wrong setting', async () => {
    const { code, out, err } = await runToExit({ PORT: '99999' });
    expect(code).toBe(1);
    expect(err).toBe('PORT is “99999”; allowed: a whole number from 1 to 65535\n');
    expect(out).toBe('');
    expect(existsSync(join(folder, 'exchange.db'))).toBe(false);
  });

  test.each([
    ['is not a database', 'this is a letter to a friend, not a database'.repeat(40)],
    ['is corrupt', `SQLite format 3\0${'x'.repeat(8000)}`],
  ])('for a file that %s, and leaves it unchanged', async (_, content) => {
    const file = join(folder, 'exchange.db');
    writeFileSync(file, content);
    const { code, err } = await runToExit({ PORT: '4350' });
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  test('for a second server on the data folder, while the first keeps running', async () => {
    const first = await startServer();
    const { code, err } = await runToExit({ PORT: '4350' });
    expect(code).toBe(1);
    expect(err).toBe(
      `The data folder ${folder} is used by another server. Stop that server, or set another DATA_DIR.\n`,
    );
    expect((await fetch(`${first.origin}/healthz`)).status).toBe(200);
    await first.stop();
  });

  test('for a used port, and releases the folder', async () => {
    const first = await startServer();
    const otherFolder = join(folder, 'other');
    const { code, err } = await runToExit({ PORT: first.port, DATA_DIR: otherFolder });
    expect(code).toBe(1);
    expect(err).toBe(
      `Cannot listen on 127.0.0.1:${first.port}: the port is already in use. Set PORT or HOST.\n`,
    );
    await first.kill();
    const second = await startServer({ DATA_DIR: otherFolder });
    await second.stop();
  });
});

describe('a running server', () => {
  test('prints its addresses and exits with 0 on SIGINT', async () => {
    const port = '4351';
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: repositoryRoot,
      env: { ...childEnvironment, DATA_DIR: folder, OPERATOR: 'manual', PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let out = '';
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    while (!out.includes('openapi.json')) await once(child.stdout, 'data');
    for (const part of ['/', '/widget/exchange-widget.js', '/examples/', '/api/openapi.json'])
      expect(out).toContain(`http://127.0.0.1:${port}${part}`);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('finishes a running request on stop and releases the lock', async () => {
    const server = await startServer();
    const body = JSON.stringify({ email: 'not an e-mail' });
    const call = request(`${server.origin}/api/v1/claim/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' },
    });
    call.flushHeaders();
    await once(call, 'continue');
    const stopped = server.stop();
    // The body is sent after the signal.
    call.write(body.slice(0, 5));
    await new Promise(resolve => setTimeout(resolve, 300));
    call.end(body.slice(5));
    const [response] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
    expect(response.statusCode).toBe(400);
    response.resume();
    await stopped;
    const restarted = await startServer();
    await restarted.stop();
  });

  test('starts on its folder after kill -9', async () => {
    for (let round = 0; round < 2; round++) {
      const server = await startServer();
      await server.kill();
    }
    const server = await startServer();
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    await server.stop();
  });
});
