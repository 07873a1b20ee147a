import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAccountKeyFile, readAccountKeyFile } from '#server/platform/keys/accountKeyFile.ts';
import { StartError } from '#server/platform/startError.ts';

let folder = '';
const path = () => join(folder, 'account.key');

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'razmen-key-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a created key is random, readable by its owner only, and read back', () => {
  expect(readAccountKeyFile(folder)).toBeNull();
  const key = createAccountKeyFile(folder);
  expect(key).toHaveLength(32);
  expect(readAccountKeyFile(folder)).toEqual(key);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(readFileSync(path(), 'utf8')).toMatch(/^[\w-]{43}\n$/);
  expect(readdirSync(folder)).toEqual(['account.key']);
});

test('an existing key is kept', () => {
  const key = createAccountKeyFile(folder);
  expect(createAccountKeyFile(folder)).toEqual(key);
});

test('a damaged key is refused and kept', () => {
  writeFileSync(path(), 'half a k');
  for (const run of [readAccountKeyFile, createAccountKeyFile]) expect(() => run(folder)).toThrow(StartError);
  expect(readFileSync(path(), 'utf8')).toBe('half a k');
});

test('a folder that cannot be written is a start error of one line', () => {
  expect(() => createAccountKeyFile(join(folder, 'missing'))).toThrow(/^[^\n]*cannot be written[^\n]*$/);
});
