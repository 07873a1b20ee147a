import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled, root, findNode } from '../../tools/install.mjs';
import { createTemporaryFolder, writeFiles } from './support/temporaryFolder.ts';

const lock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages });
const part = { version: '1.0.0', integrity: 'sha512-a' };

test('this checkout counts as installed', () => {
  expect(isInstalled(root)).toBe(true);
});

test.for([
  ['nothing is installed', undefined, false],
  ['all packages are installed', lock({ 'node_modules/a': part }), true],
  ['a package is missing', lock({}), false],
  ['a package has another version', lock({ 'node_modules/a': { ...part, version: '1.0.1' } }), false],
  [
    'a package has another integrity hash',
    lock({ 'node_modules/a': { ...part, integrity: 'sha512-b' } }),
    false,
  ],
  ['the list of installed packages is truncated', '{"packages": {', false],
] as const)('isInstalled when %s', ([, have, expected]) => {
  const path = createTemporaryFolder({ 'package-lock.json': lock({ '': {}, 'node_modules/a': part }) });
  if (have !== undefined) writeFiles(path, { 'node_modules/.package-lock.json': have });
  expect(isInstalled(path)).toBe(expected);
});

test('an optional package for another platform may be missing', () => {
  const path = createTemporaryFolder({
    'package-lock.json': lock({
      '': {},
      'node_modules/a': part,
      'node_modules/b': { ...part, optional: true },
    }),
    'node_modules/.package-lock.json': lock({ 'node_modules/a': part }),
  });
  expect(isInstalled(path)).toBe(true);
});

test('without a pinned Node for this platform accepts the current one from version 24 on', () => {
  const path = createTemporaryFolder();
  expect(findNode(path, '24.0.0')).toBe(process.execPath);
  expect(findNode(path, '22.18.0')).toBeUndefined();
});

test('prefers the pinned Node to the current one', () => {
  const path = createTemporaryFolder();
  const bin = join(path, `node_modules/node-${process.platform}-${process.arch}/bin`);
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), '');
  expect(findNode(path, '26.0.0')).toBe(join(bin, 'node'));
});
