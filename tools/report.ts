/** How many tests of a suite passed, failed and were skipped. */
type Counts = { passed: number; failed: number; skipped: number };

/** What became of a suite: the runner's exit code, and `reason` when it was not run at all. */
export type Outcome = { name: string; seconds: number; code: number; reason?: string } & Partial<Counts>;

const number = (value: unknown) => (typeof value === 'number' ? value : 0);
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** Reads the JSON report of Vitest or of Playwright. */
export function counts(report: unknown): Counts {
  const all = record(report);
  const stats = record(all.stats);
  if (all.stats) {
    // A flaky test failed once and then passed.
    return {
      passed: number(stats.expected) + number(stats.flaky),
      failed: number(stats.unexpected),
      skipped: number(stats.skipped),
    };
  }
  return {
    passed: number(all.numPassedTests),
    failed: number(all.numFailedTests),
    skipped: number(all.numPendingTests) + number(all.numTodoTests),
  };
}

/** A line a suite: name, seconds, counts. */
export function table(outcomes: readonly Outcome[]): string {
  const total = outcomes.reduce((sum, { seconds }) => sum + seconds, 0);
  const cells = outcomes.map(({ name, seconds, code, reason, passed = 0, failed = 0, skipped = 0 }) => [
    name,
    seconds.toFixed(1),
    reason
      ? `skipped: ${reason}`
      : `${passed} passed, ${failed} failed, ${skipped} skipped${code ? `, exit ${code}` : ''}`,
  ]);
  return [['suite', 'seconds', ''], ...cells, ['all', total.toFixed(1), '']]
    .map(([name = '', seconds = '', text = '']) =>
      `${name.padEnd(10)}${seconds.padStart(8)}  ${text}`.trimEnd(),
    )
    .join('\n');
}

/** Why the run counts as failed, a line each; under CI a skipped suite, a skipped test and an empty suite fail too. */
export function verdict(outcomes: readonly Outcome[], ci: boolean): string[] {
  return outcomes.flatMap(({ name, code, reason, passed, failed, skipped }) => {
    if (code !== 0 || failed) return [`${name}: failed`];
    if (!ci) return [];
    if (reason) return [`${name}: skipped (${reason}), which CI does not accept`];
    if (skipped) return [`${name}: ${skipped} tests skipped, which CI does not accept`];
    return passed ? [] : [`${name}: no test ran`];
  });
}
