import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launch } from './tools/browser.ts';

const node = { environment: 'node' as const, testTimeout: 20_000, hookTimeout: 30_000 };

/** A project a room: `vitest run --project core`, or just a path. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    // The machine that counts has two cores.
    maxWorkers: 2,
    projects: [
      { test: { ...node, name: 'core', include: ['tests/core/**/*.test.ts'] } },
      { test: { ...node, name: 'server', include: ['tests/server/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...node, name: 'tools', include: ['tests/tools/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          ...node,
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          testTimeout: 60_000,
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        test: {
          ...node,
          name: 'package',
          include: ['tests/package/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'hooks', environment: 'happy-dom', include: ['tests/hooks/**/*.test.{ts,tsx}'] } },
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
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launch }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
