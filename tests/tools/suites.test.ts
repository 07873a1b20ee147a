import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runSuites, selectSuites, suites, type Suite } from '../../tools/suites.ts';
import { readRepositoryFile } from './support/documents.ts';

const createSuite = (name: string, runsAlone?: true): Suite => ({
  name,
  runner: 'vitest',
  ...(runsAlone && { runsAlone }),
});

/** Runs the suites and records which ones were running whenever one started. */
async function recordOverlaps(list: readonly Suite[], isStopped = () => false) {
  const running = new Set<string>();
  const overlaps: string[] = [];
  const results = await runSuites(
    list,
    async ({ name }) => {
      running.add(name);
      overlaps.push([...running].join('+'));
      await new Promise(resolve => setTimeout(resolve, 5));
      running.delete(name);
      return name;
    },
    isStopped,
  );
  return { results, overlaps };
}

test('runs two suites at a time and returns their results in the given order', async () => {
  const { results, overlaps } = await recordOverlaps(['a', 'b', 'c', 'd'].map(name => createSuite(name)));
  expect(results).toEqual(['a', 'b', 'c', 'd']);
  expect(overlaps.slice(0, 2)).toEqual(['a', 'a+b']);
  expect(overlaps.every(names => names.split('+').length <= 2)).toBe(true);
});

test('runs a suite that measures time alone, after all others', async () => {
  const list = [createSuite('timed', true), createSuite('a'), createSuite('b')];
  const { results, overlaps } = await recordOverlaps(list);
  expect(results).toEqual(['timed', 'a', 'b']);
  expect(overlaps.at(-1)).toBe('timed');
});

test('starts no further suite after an interruption', async () => {
  let isStopped = false;
  const started: string[] = [];
  await runSuites(
    ['a', 'b', 'c'].map(name => createSuite(name)),
    async ({ name }) => {
      started.push(name);
      isStopped = true;
    },
    () => isStopped,
  );
  expect(started).toEqual(['a']);
});

test('suite names are unique', () => {
  expect(new Set(suites.map(({ name }) => name)).size).toBe(suites.length);
});

test('runs some suites only if they are named; CI and the check name all of them', () => {
  const onRequest = suites.filter(suite => suite.onRequest).map(({ name }) => name);
  expect(onRequest).toEqual(['postgres', 'processes', 'account', 'layout', 'regtest', 'engines', 'package']);
  expect(selectSuites([]).filter(suite => suite.onRequest)).toEqual([]);
  expect(selectSuites(['core', 'postgres']).map(({ name }) => name)).toEqual(['postgres', 'core']);
  const command = `npm test -- ${onRequest.join(' ')}`;
  for (const file of ['.ci/run', 'package.json']) expect(readRepositoryFile(file)).toContain(command);
});

test('shared modules register hooks only in a function that each test file calls', () => {
  const setupFiles = /testingLibrary/;
  const files = globSync('tests/**/support/**/*.ts').filter(file => !setupFiles.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(file => /^(?:before|after)(?:Each|All)\(/m.test(readRepositoryFile(file)))).toEqual([]);
});
