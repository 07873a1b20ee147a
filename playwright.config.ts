import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tools/programs/chromiumLaunchOptions.ts';

const ci = Boolean(process.env.CI);

/** With different values of TEST_PORT two checkouts can be tested at the same time. */
const port = Number(process.env.TEST_PORT ?? 4310);
const origin = `http://127.0.0.1:${port}`;

/** Every state at every width, and with other system fonts. */
const layoutTests = /ayout\.spec\.ts$/;

/** Claims, logins and the pages behind them. A suite of their own, because `npm test` would take too long. */
const accountTests =
  /(?:site[\\/](?:account|auth|claim|operator)|widget[\\/]claim)[\\/].*(?<!ayout)\.spec\.ts$/;

/** The real server with the built site, on 4310. Partner pages are served from the next port, which is another origin. */
export default defineConfig({
  outputDir: 'test-results',
  reporter: 'list',
  retries: ci ? 1 : 0,
  workers: 2,
  forbidOnly: ci,
  // Timeouts fail only a test that hangs: CI may be busy, and three times slower than a developer's machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // Shorter than the test's timeout, so that the error names the missing element.
    actionTimeout: 60_000,
    // Tracing every test takes a third of the time. `--trace on` traces on demand.
    trace: 'on-first-retry',
    launchOptions: chromiumLaunchOptions,
  },
  projects: [
    { name: 'widget', testDir: 'tests/widget', testIgnore: [layoutTests, accountTests] },
    { name: 'site', testDir: 'tests/site', testIgnore: [layoutTests, accountTests] },
    { name: 'account', testDir: 'tests', testMatch: accountTests },
    { name: 'layout', testDir: 'tests', testMatch: layoutTests },
    { name: 'regtest', testDir: 'tests/regtest' },
  ],
  webServer: [
    {
      command: `node tests/support/browser/browserTestServer.ts ${port}`,
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
