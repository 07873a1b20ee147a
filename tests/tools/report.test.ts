import { expect, test } from 'vitest';
import {
  formatResultTable,
  listFailures,
  listRetries,
  parseTestReport,
  type SuiteResult,
} from '../../tools/report.ts';

const good: SuiteResult = { name: 'core', seconds: 1.26, code: 0, passed: 3, failed: 0, skipped: 0 };

test.for<[string, Partial<SuiteResult>, string[], string[]]>([
  ['all passed', {}, [], []],
  ['a test failed', { failed: 1, code: 1 }, ['core: failed'], ['core: failed']],
  [
    'a failed test is known',
    { code: 1, failures: ['a.ts: adds'] },
    ['core: failed', 'a.ts: adds'],
    ['core: failed', 'a.ts: adds'],
  ],
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
    failures: [],
    retried: [],
  });
  expect(parseTestReport({ stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 } })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
    failures: [],
    retried: [],
  });
});

test('names the failed tests of a Vitest report, without stacks', () => {
  const testResults = [
    {
      name: '/tests/sum.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        {
          status: 'failed',
          fullName: 'sums adds twice',
          failureMessages: ['AssertionError: expected 1 to be 2\n    at /tests/sum.test.ts:3:1\n    at run'],
        },
      ],
    },
    { name: '/tests/typo.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    { name: '/tests/good.test.ts', status: 'passed', message: '', assertionResults: [] },
  ];
  expect(parseTestReport({ numFailedTests: 1, testResults }).failures).toEqual([
    '/tests/sum.test.ts: sums adds twice\nAssertionError: expected 1 to be 2',
    '/tests/typo.test.ts: Cannot find module',
  ]);
});

test('names the tests that passed at their second try, with the first error', () => {
  const testResults = [
    {
      name: '/tests/sum.test.ts',
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        { status: 'passed', fullName: 'waits', failureMessages: ['Error: too slow'] },
        { status: 'failed', fullName: 'fails', failureMessages: ['Error'] },
      ],
    },
  ];
  const results = [{ errors: [{ message: 'Error: no button' }] }, { errors: [] }];
  const flaky = {
    file: 'a.spec.ts',
    line: 4,
    title: 'opens',
    ok: true,
    tests: [{ status: 'flaky', results }],
  };
  const passed = { file: 'a.spec.ts', line: 9, title: 'closes', ok: true, tests: [{ status: 'expected' }] };
  const suites = [{ specs: [passed], suites: [{ specs: [flaky], suites: [] }] }];
  const reports = { server: { testResults }, site: { stats: { flaky: 1 }, suites } };
  const suiteResults = Object.entries(reports).map(([name, report]) => ({
    name,
    seconds: 1,
    code: 0,
    ...parseTestReport(report),
  }));
  expect(listRetries(suiteResults)).toEqual([
    'server: passed at its second try: /tests/sum.test.ts: waits\nError: too slow',
    'site: passed at its second try: a.spec.ts:4: opens\nError: no button',
  ]);
});

test('names the failed tests of a Playwright report, also in nested suites', () => {
  const results = [{ errors: [{ message: 'Error: not visible' }] }];
  const failed = { file: 'a.spec.ts', line: 4, title: 'opens', ok: false, tests: [{ results }] };
  const passed = { file: 'a.spec.ts', line: 9, title: 'closes', ok: true, tests: [{ results: [] }] };
  const suites = [{ specs: [passed], suites: [{ specs: [failed], suites: [] }] }];
  expect(parseTestReport({ stats: { unexpected: 1 }, suites }).failures).toEqual([
    'a.spec.ts:4: opens\nError: not visible',
  ]);
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
