import { expect, test } from 'vitest';
import { formatResultTable, listFailures, parseTestReport, type SuiteResult } from '../../tools/report.ts';

const good: SuiteResult = { name: 'core', seconds: 1.26, code: 0, passed: 3, failed: 0, skipped: 0 };

test.for<[string, Partial<SuiteResult>, string[], string[]]>([
  ['all passed', {}, [], []],
  ['a test failed', { failed: 1, code: 1 }, ['core: failed'], ['core: failed']],
  ['the runner crashed', { code: 2 }, ['core: failed'], ['core: failed']],
  ['a test was skipped', { skipped: 2 }, [], ['core: 2 tests skipped, which CI does not accept']],
  [
    'the suite was skipped',
    { skipReason: 'no Chromium' },
    [],
    ['core: skipped (no Chromium), which CI does not accept'],
  ],
  ['there was no test', { passed: 0 }, [], ['core: no test ran']],
])('lists the failures when %s', ([, change, locally, underCi]) => {
  const result = { ...good, ...change };
  expect(listFailures([result], false)).toEqual(locally);
  expect(listFailures([result], true)).toEqual(underCi);
});

test('parses the reports of Vitest and Playwright', () => {
  expect(
    parseTestReport({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }),
  ).toEqual({
    passed: 5,
    failed: 1,
    skipped: 3,
  });
  expect(parseTestReport({ stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 } })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
  });
});

test('formats one line per suite and the wall time', () => {
  const lines = formatResultTable(
    [good, { name: 'site', seconds: 2.5, code: 0, skipReason: 'no Chromium' }],
    3.1,
  ).split('\n');
  expect(lines).toEqual([
    'suite      seconds',
    'core           1.3  3 passed, 0 failed, 0 skipped',
    'site           2.5  skipped: no Chromium',
    'wall time      3.1',
  ]);
});
