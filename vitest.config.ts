import { globSync, readFileSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './tools/programs/chromiumLaunchOptions.ts';

/** Timeouts fail only a test that hangs: CI may be busy, and three times slower than a developer's machine. */
const timeouts = { testTimeout: 90_000, hookTimeout: 90_000, expect: { poll: { timeout: 30_000 } } };
const node = { ...timeouts, environment: 'node' as const };

/**
 * The files of a worker share their modules: to import the program for each file takes as long as its tests. So a module
 * of `support/` registers hooks only in a function that the file calls.
 */
const sharedModules = { ...node, isolate: false };

/** Runs around every test of the server. */
const serverSetup = ['tests/server/setup/restoreTimers.ts'];

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
      { test: { ...sharedModules, name: 'core', include: ['tests/core/**/*.test.ts'] } },
      {
        test: {
          ...sharedModules,
          name: 'server',
          setupFiles: serverSetup,
          include: ['tests/server/**/*.test.ts'],
          exclude: [postgresTests, ...processTests],
          retry,
        },
      },
      {
        test: {
          ...node,
          name: 'processes',
          setupFiles: serverSetup,
          include: processTests,
          exclude: [postgresTests],
          retry,
        },
      },
      {
        test: {
          ...sharedModules,
          name: 'postgres',
          setupFiles: serverSetup,
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
