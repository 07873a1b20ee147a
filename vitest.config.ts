import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './tools/programs/chromiumLaunchOptions.ts';

/** Only what hangs may fail by the clock: the machine that counts may be busy, and a third as fast as ours. */
const patient = { testTimeout: 90_000, hookTimeout: 90_000, expect: { poll: { timeout: 30_000 } } };
const node = { ...patient, environment: 'node' as const };

/** A project a room: `vitest run --project core`, or just a path. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    // The machine that counts has two cores.
    maxWorkers: 2,
    projects: [
      { test: { ...node, name: 'core', include: ['tests/core/**/*.test.ts'] } },
      { test: { ...node, name: 'server', include: ['tests/server/**/*.test.ts'] } },
      { test: { ...node, name: 'tools', include: ['tests/tools/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          retry: process.env.CI ? 1 : 0,
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
          ...patient,
          name: 'hooks',
          environment: 'happy-dom',
          include: ['tests/hooks/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/hooks/support/testingLibrary.ts'],
        },
      },
      {
        define: { __WIDGET_VERSION__: '"0.0.0"' },
        // Found before the first test: a dependency met later reloads the page under a running test.
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
          ...patient,
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
