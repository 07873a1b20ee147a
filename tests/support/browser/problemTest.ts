import { test as base, expect, type ConsoleMessage } from '@playwright/test';

interface ProblemFixtures {
  /**
   * Console errors and uncaught errors that no test has expected. A failed request is
   * "Failed to load resource: the server responded with a status of 404 (Not Found): http://127.0.0.1/path".
   */
  problems: string[];
  /** Waits until each pattern matches a problem of its own, and removes these. Others that match are unexpected. */
  expectProblems: (...patterns: RegExp[]) => Promise<void>;
  /** Waits until each pattern matches a problem, and removes all that match. For requests that are repeated. */
  expectRepeatedProblems: (...patterns: RegExp[]) => Promise<void>;
  /** Ignores problems that match, from the beginning of the test to its end. For problems that may or may not occur. */
  allowProblems: (...patterns: RegExp[]) => void;
}

/** The text of a console error. The browser says which request has failed only beside its text. */
function describeConsoleError(message: ConsoleMessage): string {
  const isFailedRequest = message.text().startsWith('Failed to load resource');
  return isFailedRequest ? `${message.text()}: ${message.location().url}` : message.text();
}

/** Waits for a problem that matches, and removes it. */
async function takeProblem(problems: string[], pattern: RegExp): Promise<void> {
  await expect
    // The found problems are in the error, if none matches.
    .poll(() => problems.some(text => pattern.test(text)) || [...problems], {
      message: `a problem that matches ${pattern}`,
    })
    .toBe(true);
  problems.splice(
    problems.findIndex(text => pattern.test(text)),
    1,
  );
}

/** A test that fails on a console error or an uncaught error, except those that it names. */
export const test = base.extend<ProblemFixtures & { allowedPatterns: RegExp[] }>({
  // Playwright requires a destructured first argument.
  // oxlint-disable-next-line no-empty-pattern
  allowedPatterns: async ({}, provide) => provide([]),
  problems: [
    async ({ context, allowedPatterns }, provide) => {
      const problems: string[] = [];
      const isUnexpected = (text: string) => !allowedPatterns.some(pattern => pattern.test(text));
      // Of every tab of the test.
      context.on('console', message => {
        if (message.type() === 'error') problems.push(describeConsoleError(message));
      });
      context.on('weberror', error => problems.push(String(error.error())));
      await provide(problems);
      expect(problems.filter(isUnexpected), 'problems that the test does not expect').toEqual([]);
    },
    { auto: true },
  ],
  expectProblems: ({ problems }, provide) =>
    provide(async (...patterns) => {
      for (const pattern of patterns) await takeProblem(problems, pattern);
    }),
  expectRepeatedProblems: ({ problems, expectProblems }, provide) =>
    provide(async (...patterns) => {
      await expectProblems(...patterns);
      const others = problems.filter(text => !patterns.some(pattern => pattern.test(text)));
      problems.splice(0, problems.length, ...others);
    }),
  allowProblems: ({ allowedPatterns }, provide) =>
    provide((...patterns) => void allowedPatterns.push(...patterns)),
});
