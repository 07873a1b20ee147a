/** How many tests of a suite passed, failed and were skipped. */
type TestCounts = { passed: number; failed: number; skipped: number };

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
    };
  }
  return {
    passed: toNumber(fields.numPassedTests),
    failed: toNumber(fields.numFailedTests),
    skipped: toNumber(fields.numPendingTests) + toNumber(fields.numTodoTests),
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

/** Reasons why the run failed, one line each. Under CI a skipped suite, a skipped test and an empty suite fail as well. */
export function listFailures(results: readonly SuiteResult[], isCi: boolean): string[] {
  return results.flatMap(({ name, code, skipReason, passed, failed, skipped }) => {
    if (code !== 0 || failed) return [`${name}: failed`];
    if (!isCi) return [];
    if (skipReason) return [`${name}: skipped (${skipReason}), which CI does not accept`];
    if (skipped) return [`${name}: ${skipped} tests skipped, which CI does not accept`];
    return passed ? [] : [`${name}: no test ran`];
  });
}
