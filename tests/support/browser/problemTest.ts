import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
} from '@playwright/test';

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
  /** Collects the problems of every tab of a context. */
  watchContext: (context: BrowserContext) => Promise<void>;
  /**
   * Opens a tab in another context, which has no cookies and no storage, by default of the same browser. It is watched,
   * and closed after the test.
   */
  openOtherBrowser: (options?: BrowserContextOptions, launchedBrowser?: Browser) => Promise<Page>;
}

/** The text of a console error. The browser says which request has failed only beside its text. */
function describeConsoleError(message: ConsoleMessage): string {
  const isFailedRequest = message.text().startsWith('Failed to load resource');
  return isFailedRequest ? `${message.text()}: ${message.location().url}` : message.text();
}

/** Adds the console errors and uncaught errors of every tab of a context to `problems`. */
export function watchProblems(context: BrowserContext, problems: string[]): void {
  context.on('console', message => {
    if (message.type() === 'error') problems.push(describeConsoleError(message));
  });
  context.on('weberror', error => problems.push(String(error.error())));
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
export const test = base.extend<ProblemFixtures & { allowedPatterns: RegExp[]; problemCheck: void }>({
  // Playwright requires a destructured first argument.
  // oxlint-disable-next-line no-empty-pattern
  allowedPatterns: async ({}, provide) => provide([]),
  // oxlint-disable-next-line no-empty-pattern
  problems: async ({}, provide) => provide([]),
  watchContext: ({ problems }, provide) => provide(async context => watchProblems(context, problems)),
  problemCheck: [
    async ({ context, watchContext, problems, allowedPatterns }, provide) => {
      await watchContext(context);
      await provide();
      const isUnexpected = (text: string) => !allowedPatterns.some(pattern => pattern.test(text));
      expect(problems.filter(isUnexpected), 'problems that the test does not expect').toEqual([]);
    },
    { auto: true },
  ],
  async openOtherBrowser({ browser, watchContext }, provide) {
    const contexts: BrowserContext[] = [];
    await provide(async (options, launchedBrowser = browser) => {
      // oxlint-disable-next-line no-restricted-properties
      const context = await launchedBrowser.newContext(options);
      contexts.push(context);
      await watchContext(context);
      return context.newPage();
    });
    await Promise.all(contexts.map(context => context.close()));
  },
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
