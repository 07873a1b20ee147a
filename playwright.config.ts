import { defineConfig } from '@playwright/test';
import { launch } from './tools/browser.ts';

const ci = Boolean(process.env.CI);

/** The real built server on 4310; partners' pages come from 4311, another origin. */
export default defineConfig({
  outputDir: 'test-results',
  reporter: 'list',
  retries: ci ? 1 : 0,
  workers: 2,
  forbidOnly: ci,
  timeout: 30_000,
  use: {
    baseURL: 'http://127.0.0.1:4310',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    trace: 'retain-on-failure',
    launchOptions: launch,
  },
  projects: [
    { name: 'widget', testDir: 'tests/widget' },
    { name: 'site', testDir: 'tests/site' },
  ],
  webServer: [
    {
      command: 'node tools/testserver.ts 4310',
      url: 'http://127.0.0.1:4310/healthz',
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      command: 'node tools/static.ts 4311',
      url: 'http://127.0.0.1:4311/',
      reuseExistingServer: false,
    },
  ],
});
