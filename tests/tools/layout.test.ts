import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../tools/install.mjs';

const MAX_FILES_IN_FOLDER = 20;
const MAX_LINES = 300;

/** Code and style sheets of the repository, new files included. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => ['.ts', '.tsx', '.css', '.mjs'].includes(extname(file)))
  // git also lists files that are deleted but not committed yet.
  .filter(file => existsSync(join(root, file)));

test('a folder has at most 20 code files', () => {
  expect(files.length).toBeGreaterThan(500);
  const counts = new Map<string, number>();
  // Migrations are a numbered list that only grows.
  for (const file of files.filter(name => !/\/\d{3}-[^/]+$/.test(name)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER)).toEqual([]);
});

test('a code file has at most 300 lines', () => {
  const long = files.filter(
    file => readFileSync(join(root, file), 'utf8').split('\n').length - 1 > MAX_LINES,
  );
  expect(long).toEqual([]);
});

test('files and folders are named after a subject', () => {
  const vague = /^(utils?|helpers?|commons?|misc|shared|index)$/;
  const names = files
    // The package's entry, and the style sheet of the gallery's index.html.
    .filter(file => !['package/index.ts', 'examples/gallery/index.css'].includes(file))
    .flatMap(file => [basename(file, extname(file)), ...dirname(file).split('/')]);
  expect([...new Set(names)].filter(name => vague.test(name))).toEqual([]);
});
