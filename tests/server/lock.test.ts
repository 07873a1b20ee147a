import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '#server/startError.ts';
import { lockDataDir } from '#server/dataDirLock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-lock-'));
});
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A process of its own that holds the folder until it is killed; a lock that nobody refers to would be collected. */
async function startLockHolder() {
  const code = `const { lockDataDir } = await import('#server/dataDirLock.ts'); const lock = lockDataDir(${JSON.stringify(folder)}); console.log('held'); setInterval(() => lock, 1000)`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('a second server on the folder is refused by a line that names it', () => {
  const lock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(StartError);
  expect(() => lockDataDir(folder)).toThrow(`Another server already runs on this data folder: ${folder}`);
  lock.release();
});

test('a folder that no folder can be made in is refused at once', () => {
  expect(() => lockDataDir('/proc/razmen/data')).toThrow(/\/proc\/razmen\/data cannot be used/);
});

test('a folder that was released can be taken again', () => {
  lockDataDir(folder).release();
  const again = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(StartError);
  again.release();
});

test('a missing folder is made', () => {
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

test('a folder that cannot be created fails with one line', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => lockDataDir(file)).toThrow(`The data folder ${file} cannot be used: `);
});
