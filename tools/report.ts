/**
 * How many tests of a suite passed, failed and were skipped; `failures` has a text for each failed test, `retried` one for
 * each that passed at its second try.
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

/** Tests of a Vitest report, with file, name and the messages of their errors without the stack. */
const describeVitestTests = (file: Record<string, unknown>, tests: readonly Record<string, unknown>[]) =>
  tests.map(({ fullName, failureMessages }) => {
    const messages = toArray(failureMessages).map(String);
    return `${file.name}: ${fullName}\n${messages.join('\n').replace(/\n\s+at .*/g, '')}`;
  });

/** The failed tests of a Vitest report. */
function listVitestFailures(report: Record<string, unknown>): string[] {
  return toRecords(report.testResults).flatMap(file => {
    const failed = toRecords(file.assertionResults).filter(({ status }) => status === 'failed');
    // A file that cannot be imported has no results of its own.
    if (failed.length === 0 && file.status === 'failed') return [`${file.name}: ${file.message}`];
    return describeVitestTests(file, failed);
  });
}

/** The tests of a Vitest report that passed after a failure. */
const listVitestRetries = (report: Record<string, unknown>) =>
  toRecords(report.testResults).flatMap(file =>
    describeVitestTests(
      file,
      toRecords(file.assertionResults).filter(
        ({ status, failureMessages }) => status === 'passed' && toArray(failureMessages).length > 0,
      ),
    ),
  );

/** The tests that `select` chooses of a Playwright suite and its nested suites: file, line, name and errors. */
function listPlaywrightTests(
  suite: Record<string, unknown>,
  select: (spec: Record<string, unknown>) => boolean,
): string[] {
  return [
    ...toRecords(suite.specs)
      .filter(select)
      .map(({ file, line, title, tests }) => {
        const results = toRecords(tests).flatMap(one => toRecords(one.results));
        const messages = results.flatMap(result => toRecords(result.errors).map(({ message }) => message));
        return `${file}:${line}: ${title}\n${messages.join('\n')}`;
      }),
    ...toRecords(suite.suites).flatMap(nested => listPlaywrightTests(nested, select)),
  ];
}
const isFailed = ({ ok }: Record<string, unknown>) => ok === false;
const isFlaky = ({ tests }: Record<string, unknown>) =>
  toRecords(tests).some(({ status }) => status === 'flaky');

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
      failures: listPlaywrightTests(fields, isFailed),
      retried: listPlaywrightTests(fields, isFlaky),
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

/** The tests that passed at their second try, with the error of the first: they need mending, but do not fail the run. */
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
