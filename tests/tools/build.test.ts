import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest, refresh, stale, type Build } from '../../tools/build.ts';
import { folder, write } from './folder.ts';

const build: Build = { mode: 'site', inputs: ['core', 'package.json'], output: 'dist/site/index.html' };
const sources = { 'core/a.ts': 'a', 'core/deep/b.ts': 'b', 'package.json': '{}' };

async function built(): Promise<string> {
  const path = folder(sources);
  await refresh(path, build, async () => write(path, { [build.output]: 'page' }));
  return path;
}

test('a first build is due, and then no more', async () => {
  expect(stale(folder(sources), build)).toBe(true);
  expect(stale(await built(), build)).toBe(false);
});

test.for([
  ['a file deep inside changes', { 'core/deep/b.ts': 'c' }],
  ['a file is new', { 'core/new.ts': '' }],
  ['a file outside the folders changes', { 'package.json': '{"a":1}' }],
] as const)('it is due again when %s', async ([, files]) => {
  const path = await built();
  write(path, files);
  expect(stale(path, build)).toBe(true);
});

test('it is due again when a source or the output has gone', async () => {
  const first = await built();
  rmSync(join(first, 'core/a.ts'));
  expect(stale(first, build)).toBe(true);
  const second = await built();
  rmSync(join(second, build.output));
  expect(stale(second, build)).toBe(true);
});

test('files that the build is not made of change nothing', async () => {
  const path = await built();
  write(path, { 'server/main.ts': '1', 'README.md': '2' });
  expect(stale(path, build)).toBe(false);
});

test('a build that fails stays due, even over an older good one', async () => {
  const path = await built();
  write(path, { 'core/a.ts': 'broken' });
  await expect(refresh(path, build, () => Promise.reject(new Error('syntax')))).rejects.toThrow('syntax');
  write(path, { 'core/a.ts': 'a' });
  expect(stale(path, build)).toBe(true);
});

test('an edit during the build leaves it due', async () => {
  const path = folder(sources);
  await refresh(path, build, async () => write(path, { [build.output]: 'page', 'core/a.ts': 'edited' }));
  expect(stale(path, build)).toBe(true);
});

test('text that moves from one file to another is seen', () => {
  const one = folder({ 'core/a.ts': 'xy', 'core/b.ts': '' });
  const other = folder({ 'core/a.ts': 'x', 'core/b.ts': 'y' });
  expect(digest(one, ['core'])).not.toBe(digest(other, ['core']));
});
