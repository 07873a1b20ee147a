import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '#server/platform/startError.ts';
import { lockDataDir } from '#server/platform/dataDirLock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-lock-'));
});
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that holds the lock until it is killed. It keeps a reference, or the lock would be collected. */
async function startLockHolder() {
  const code = `const { lockDataDir } = await import('#server/platform/dataDirLock.ts'); const lock = lockDataDir(${JSON.stringify(folder)}); console.log('held'); setInterval(() => lock, 1000)`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('refuses a second server with a line that names the folder', () => {
  const lock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(StartError);
  expect(() => lockDataDir(folder)).toThrow(`The data folder ${folder} is used by another server.`);
  lock.release();
});

test('fails with its path if the folder cannot be created', () => {
  expect(() => lockDataDir('/proc/razmen/data')).toThrow(/\/proc\/razmen\/data cannot be used/);
});

test('locks a released folder again', () => {
  lockDataDir(folder).release();
  const secondLock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(StartError);
  secondLock.release();
});

test('creates a missing folder', () => {
  const lock = lockDataDir(join(folder, 'a/b'));
  expect(() => lockDataDir(join(folder, 'a/b'))).toThrow(StartError);
  lock.release();
});

test('a lock is released when its process is killed', async () => {
  for (let round = 0; round < 3; round++) {
    const child = await startLockHolder();
    expect(() => lockDataDir(folder)).toThrow(StartError);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataDir(folder).release();
  }
});

test('fails in one line if the path is a file', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => lockDataDir(file)).toThrow(`The data folder ${file} cannot be used: `);
});
