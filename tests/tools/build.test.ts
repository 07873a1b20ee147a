import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { computeDigest, isStale, runBuild, type Build } from '../../tools/build.ts';
import { createTemporaryFolder, writeFiles } from './support/temporaryFolder.ts';

const build: Build = { mode: 'site', inputs: ['core', 'package.json'], output: 'dist/site/index.html' };
const sources = { 'core/a.ts': 'a', 'core/deep/b.ts': 'b', 'package.json': '{}' };

async function createBuiltFolder(): Promise<string> {
  const path = createTemporaryFolder(sources);
  await runBuild(path, build, async () => writeFiles(path, { [build.output]: 'page' }));
  return path;
}

test('is stale until the first build', async () => {
  expect(isStale(createTemporaryFolder(sources), build)).toBe(true);
  expect(isStale(await createBuiltFolder(), build)).toBe(false);
});

test.for([
  ['a file deep inside changes', { 'core/deep/b.ts': 'c' }],
  ['a file is new', { 'core/new.ts': '' }],
  ['a file outside the folders changes', { 'package.json': '{"a":1}' }],
] as const)('is stale again when %s', async ([, files]) => {
  const path = await createBuiltFolder();
  writeFiles(path, files);
  expect(isStale(path, build)).toBe(true);
});

test('is stale again when a source or the output was deleted', async () => {
  const first = await createBuiltFolder();
  rmSync(join(first, 'core/a.ts'));
  expect(isStale(first, build)).toBe(true);
  const second = await createBuiltFolder();
  rmSync(join(second, build.output));
  expect(isStale(second, build)).toBe(true);
});

test('ignores files that are not inputs of the build', async () => {
  const path = await createBuiltFolder();
  writeFiles(path, { 'server/main.ts': '1', 'README.md': '2' });
  expect(isStale(path, build)).toBe(false);
});

test('stays stale after a failed build, even with an older successful one', async () => {
  const path = await createBuiltFolder();
  writeFiles(path, { 'core/a.ts': 'broken' });
  await expect(runBuild(path, build, () => Promise.reject(new Error('syntax')))).rejects.toThrow('syntax');
  writeFiles(path, { 'core/a.ts': 'a' });
  expect(isStale(path, build)).toBe(true);
});

test('stays stale after an edit during the build', async () => {
  const path = createTemporaryFolder(sources);
  await runBuild(path, build, async () =>
    writeFiles(path, { [build.output]: 'page', 'core/a.ts': 'edited' }),
  );
  expect(isStale(path, build)).toBe(true);
});

test('detects text moved between files', () => {
  const first = createTemporaryFolder({ 'core/a.ts': 'xy', 'core/b.ts': '' });
  const other = createTemporaryFolder({ 'core/a.ts': 'x', 'core/b.ts': 'y' });
  expect(computeDigest(first, ['core'])).not.toBe(computeDigest(other, ['core']));
});
