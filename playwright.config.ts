import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tools/programs/chromiumLaunchOptions.ts';

const ci = Boolean(process.env.CI);

/** TEST_PORT lets two checkouts be tested at the same time. */
const port = Number(process.env.TEST_PORT ?? 4310);
const origin = `http://127.0.0.1:${port}`;

/** The real built server on 4310; partners' pages come from the next port, another origin. */
export default defineConfig({
  outputDir: 'test-results',
  reporter: 'list',
  retries: ci ? 1 : 0,
  workers: 2,
  forbidOnly: ci,
  // Only what hangs may fail by the clock: the machine that counts may be busy, and a third as fast as ours.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // A click whose target never comes says so before its test ends.
    actionTimeout: 60_000,
    // A trace of every test takes a third of the suites' time; `--trace on` asks for one by hand.
    trace: 'on-first-retry',
    launchOptions: chromiumLaunchOptions,
  },
  projects: [
    { name: 'widget', testDir: 'tests/widget' },
    { name: 'site', testDir: 'tests/site' },
  ],
  webServer: [
    {
      command: `node tools/testServer.ts ${port}`,
      url: `${origin}/healthz`,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      command: `node tools/partnerServer.ts ${port + 1} ${origin}`,
      url: `http://127.0.0.1:${port + 1}/`,
      reuseExistingServer: false,
    },
  ],
});
