import { DUCK_SPEECH, NOT_FOUND_HEADING } from '#site/shell/errors/errorPageText.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('an unknown address returns 404 and links to the home page', async ({ page, expectProblems }) => {
      const response = await page.goto('/no/such/page');
      expect(response?.status()).toBe(404);
      await expect(page).toHaveTitle('404 · Размен');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND_HEADING);
      await expect(page.getByRole('img', { name: DUCK_SPEECH })).toBeVisible();
      await expect(page.getByText('404', { exact: true })).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('link', { name: 'На главную', exact: true }).click();
      await expect(page).toHaveURL('/');
      await expect(page).toHaveTitle('Обмен криптовалюты на рубли · Размен');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Меняйте крипту на рубли');
      await expect(page.locator('main')).toBeFocused();
      await expectProblems(/404 .*\/no\/such\/page$/);
    });
  });
}
