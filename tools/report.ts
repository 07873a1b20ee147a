/**
 * How many tests of a suite passed, failed and were skipped; `failures` has a text for each failed test, `retried` the name
 * of each one that passed at its second try.
 */
type TestCounts = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  retried: string[];
};

/** The result of a suite: the runner's exit code; `skipReason` if it did not run. */
export type SuiteResult = {
  name: string;
  seconds: number;
  code: number;
  skipReason?: string;
} & Partial<TestCounts>;

const toNumber = (value: unknown) => (typeof value === 'number' ? value : 0);
const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const toRecords = (value: unknown) => toArray(value).map(toRecord);

/** The failed tests of a Vitest report: file, name and error message, without the stack. */
function listVitestFailures(report: Record<string, unknown>): string[] {
  return toRecords(report.testResults).flatMap(file => {
    const failed = toRecords(file.assertionResults).filter(({ status }) => status === 'failed');
    // A file that cannot be imported has no results of its own.
    if (failed.length === 0 && file.status === 'failed') return [`${file.name}: ${file.message}`];
    return failed.map(({ fullName, failureMessages }) => {
      const messages = toArray(failureMessages).map(String);
      return `${file.name}: ${fullName}\n${messages.join('\n').replace(/\n\s+at .*/g, '')}`;
    });
  });
}

/** The tests of a Vitest report that passed after a failure: file and name. */
function listVitestRetries(report: Record<string, unknown>): string[] {
  return toRecords(report.testResults).flatMap(file =>
    toRecords(file.assertionResults)
      .filter(({ status, failureMessages }) => status === 'passed' && toArray(failureMessages).length > 0)
      .map(({ fullName }) => `${file.name}: ${fullName}`),
  );
}

/** The flaky tests of a Playwright suite and its nested suites: file, line and name. */
function listPlaywrightRetries(suite: Record<string, unknown>): string[] {
  const flaky = toRecords(suite.specs).filter(({ tests }) =>
    toRecords(tests).some(({ status }) => status === 'flaky'),
  );
  return [
    ...flaky.map(({ file, line, title }) => `${file}:${line}: ${title}`),
    ...toRecords(suite.suites).flatMap(listPlaywrightRetries),
  ];
}

/** The failed tests of a Playwright suite and its nested suites: file, line, name and errors. */
function listPlaywrightFailures(suite: Record<string, unknown>): string[] {
  const failed = toRecords(suite.specs).filter(({ ok }) => ok === false);
  return [
    ...failed.map(({ file, line, title, tests }) => {
      const results = toRecords(tests).flatMap(one => toRecords(one.results));
      const messages = results.flatMap(result => toRecords(result.errors).map(({ message }) => message));
      return `${file}:${line}: ${title}\n${messages.join('\n')}`;
    }),
    ...toRecords(suite.suites).flatMap(listPlaywrightFailures),
  ];
}

/** Reads the JSON report of Vitest or Playwright. */
export function parseTestReport(report: unknown): TestCounts {
  const fields = toRecord(report);
  const stats = toRecord(fields.stats);
  if (fields.stats) {
    // A flaky test failed once, then passed.
    return {
      passed: toNumber(stats.expected) + toNumber(stats.flaky),
      failed: toNumber(stats.unexpected),
      skipped: toNumber(stats.skipped),
      failures: listPlaywrightFailures(fields),
      retried: listPlaywrightRetries(fields),
    };
  }
  return {
    passed: toNumber(fields.numPassedTests),
    failed: toNumber(fields.numFailedTests),
    skipped: toNumber(fields.numPendingTests) + toNumber(fields.numTodoTests),
    failures: listVitestFailures(fields),
    retried: listVitestRetries(fields),
  };
}

/** One line per suite: name, seconds, counts. The last line has `wallSeconds`, since suites run in parallel. */
export function formatResultTable(results: readonly SuiteResult[], wallSeconds: number): string {
  const rows = results.map(({ name, seconds, code, skipReason, passed = 0, failed = 0, skipped = 0 }) => [
    name,
    seconds.toFixed(1),
    skipReason
      ? `skipped: ${skipReason}`
      : `${passed} passed, ${failed} failed, ${skipped} skipped${code ? `, exit ${code}` : ''}`,
  ]);
  return [['suite', 'seconds', ''], ...rows, ['wall time', wallSeconds.toFixed(1), '']]
    .map(([name = '', seconds = '', text = '']) =>
      `${name.padEnd(10)}${seconds.padStart(8)}  ${text}`.trimEnd(),
    )
    .join('\n');
}

/** The tests that passed at their second try, a line each: they need mending, but do not fail the run. */
export function listRetries(results: readonly SuiteResult[]): string[] {
  return results.flatMap(({ name, retried = [] }) =>
    retried.map(test => `${name}: passed at its second try: ${test}`),
  );
}

/**
 * Reasons why the run failed: a line each, and below it the failed tests with their errors. Under CI a skipped suite, a
 * skipped test and an empty suite fail as well.
 */
export function listFailures(results: readonly SuiteResult[], isCi: boolean): string[] {
  return results.flatMap(({ name, code, skipReason, passed, failed, skipped, failures = [] }) => {
    if (code !== 0 || failed) return [`${name}: failed`, ...failures];
    if (!isCi) return [];
    if (skipReason) return [`${name}: skipped (${skipReason}), which CI does not accept`];
    if (skipped) return [`${name}: ${skipped} tests skipped, which CI does not accept`];
    return passed ? [] : [`${name}: no test ran`];
  });
}
