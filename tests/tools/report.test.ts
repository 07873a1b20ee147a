import { expect, test } from 'vitest';
import { counts, table, verdict, type Outcome } from '../../tools/report.ts';

const good: Outcome = { name: 'core', seconds: 1.26, code: 0, passed: 3, failed: 0, skipped: 0 };

test.for<[string, Partial<Outcome>, string[], string[]]>([
  ['all passed', {}, [], []],
  ['a test failed', { failed: 1, code: 1 }, ['core: failed'], ['core: failed']],
  ['the runner broke', { code: 2 }, ['core: failed'], ['core: failed']],
  ['a test was skipped', { skipped: 2 }, [], ['core: 2 tests skipped, which CI does not accept']],
  [
    'it was not run',
    { reason: 'no Chromium' },
    [],
    ['core: skipped (no Chromium), which CI does not accept'],
  ],
  ['no test was there', { passed: 0 }, [], ['core: no test ran']],
])('when %s', ([, change, locally, underCi]) => {
  const outcome = { ...good, ...change };
  expect(verdict([outcome], false)).toEqual(locally);
  expect(verdict([outcome], true)).toEqual(underCi);
});

test('it reads what Vitest and Playwright write', () => {
  expect(counts({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 3,
  });
  expect(counts({ stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 } })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
  });
});

test('the table has a line a suite, and the sum of the seconds', () => {
  const lines = table([good, { name: 'site', seconds: 2.5, code: 0, reason: 'no Chromium' }]).split('\n');
  expect(lines).toEqual([
    'suite      seconds',
    'core           1.3  3 passed, 0 failed, 0 skipped',
    'site           2.5  skipped: no Chromium',
    'all            3.8',
  ]);
});
