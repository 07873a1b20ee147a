import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';

test('a demo shows a banner on every page, a real exchange none', async ({ page }) => {
  const banner = page.getByText('Демонстрация: деньги не\u00a0настоящие, заявки двигаются сами');
  const folder = mkdtempSync(join(tmpdir(), 'razmen-demo-'));
  const server = await createServerProcess({ DATA_DIR: folder, OPERATOR: 'demo', LOG_LEVEL: 'warn' });
  try {
    await server.start();
    for (const { width, height } of SCREENS) {
      await page.setViewportSize({ width, height });
      for (const path of ['/', '/rules', '/claim/success']) {
        await page.goto(server.origin + path);
        await expect(banner).toBeInViewport();
        await expectAccessible(page);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    // Ends pending requests before the server stops.
    await page.goto('about:blank');
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  const settingsResponse = page.waitForResponse(
    response => new URL(response.url()).pathname === '/api/v1/calculator/settings/',
  );
  await page.goto('/rules');
  expect(((await (await settingsResponse).json()) as { demo: boolean }).demo).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
