import { globSync, readFileSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './tools/programs/chromiumLaunchOptions.ts';

/** Timeouts fail only a test that hangs: CI may be busy, and three times slower than a developer's machine. */
const timeouts = { testTimeout: 90_000, hookTimeout: 90_000, expect: { poll: { timeout: 30_000 } } };
const node = { ...timeouts, environment: 'node' as const };

/** As in a browser: one delay of a busy machine in thousands of tests. The run names what needed it. */
const retry = process.env.CI ? 1 : 0;

/** Tests of the server that need PostgreSQL and no SQLite. */
const postgresTests = 'tests/server/**/*.postgres.test.ts';

/** Paths of the server's tests whose text matches. */
const findServerTests = (pattern: RegExp): string[] =>
  globSync('tests/server/**/*.test.ts').filter(file => pattern.test(readFileSync(file, 'utf8')));

/** Tests of whole server processes: how they start, stop, are killed and survive failures around them. */
const processTests = [
  'tests/server/{deployment,outages}/*.test.ts',
  'tests/server/**/*Crash.test.ts',
  ...findServerTests(/create(Server|Watched)Process/),
];

/** Tests that run on both databases: in the projects `server` and `processes` on SQLite, in `postgres` on PostgreSQL. */
const sharedTests = findServerTests(/forEachDatabase|testedDialect|createCrashDatabase/);

/** One project per suite: `vitest run --project core`, or a path. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    // CI has two cores.
    maxWorkers: 2,
    projects: [
      { test: { ...node, name: 'core', include: ['tests/core/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [postgresTests, ...processTests],
          retry,
        },
      },
      {
        test: {
          ...node,
          name: 'processes',
          include: processTests,
          exclude: [postgresTests],
          retry,
        },
      },
      {
        test: {
          ...node,
          name: 'postgres',
          include: [postgresTests, ...sharedTests],
          env: { TEST_DIALECT: 'postgres' },
          retry,
        },
      },
      { test: { ...node, name: 'tools', include: ['tests/tools/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          retry,
        },
      },
      {
        test: {
          ...node,
          name: 'package',
          include: ['tests/package/*.test.ts'],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'hooks',
          environment: 'happy-dom',
          include: ['tests/hooks/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/hooks/support/testingLibrary.ts'],
        },
      },
      {
        define: { __WIDGET_VERSION__: '"0.0.0"' },
        // Vite must find dependencies before the first test: a later one reloads the page during a test.
        optimizeDeps: {
          entries: [
            'widget/**/*.{ts,tsx}',
            '!widget/build.ts',
            'core/**/*.ts',
            'tests/element/**/*.{ts,tsx}',
          ],
        },
        test: {
          name: 'element',
          include: ['tests/element/**/*.test.{ts,tsx}'],
          ...timeouts,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunchOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
