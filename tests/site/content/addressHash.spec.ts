import { expect, test } from '../support/siteTest.ts';

for (const [path, heading] of [
  ['/faq', 'Вопросы'],
  ['/', 'Меняйте крипту на рубли'],
] as const)
  test(`shows ${path} with a malformed hash, also after the hash changes`, async ({ page }) => {
    const title = page.getByRole('heading', { level: 1 });
    await page.goto(`${path}#%E0%A4%A`);
    await page.waitForLoadState('networkidle');
    await expect(title).toHaveText(heading);
    await page.evaluate(() => void (location.hash = '#%'));
    await page.waitForLoadState('networkidle');
    await expect(title).toHaveText(heading);
  });
