import { expectAccessible } from '#tests/support/accessibility.ts';
import { expect, test } from '../support/siteTest.ts';

test('/docs/api finds a call, opens it with its fields, and a link opens it again', async ({ page }) => {
  await page.goto('/docs/api');
  const calls = page.locator('.api-call');
  await expect.poll(() => calls.count()).toBeGreaterThan(90);

  const search = page.getByRole('searchbox');
  await search.fill('shop_claims_hourly');
  await expect(calls).toHaveCount(1);
  await expect(page.getByText('1\u00a0вызов', { exact: true })).toBeVisible();
  await search.fill('нет-такого');
  await expect(page.getByText(/^Такого в\sописании нет/)).toBeVisible();
  await search.fill('shop_claims_hourly');

  // By keyboard.
  const call = page.getByRole('button', { name: /^POST \/api\/v1\/shop\/claims\/ / });
  await search.press('Tab');
  await expect(call).toBeFocused();
  await call.press('Enter');
  await expect(call).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL('/docs/api#post-api-v1-shop-claims');
  await expect(page.getByText(/^Доступ: Ключ магазина/)).toBeVisible();
  const section = calls.filter({ has: call });
  await expect(section.getByText('fromSumma').first()).toBeVisible();
  await expect(section.getByRole('textbox', { name: 'Пример запроса' })).toContainText(
    /curl -X POST 'http.+\/api\/v1\/shop\/claims\/'/,
  );
  await section.getByText(/^409/).click();
  await expect(section.getByText('course_changed').first()).toBeVisible();

  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  }

  // Closing forgets the address of this visit, and the next one opens the call and moves to it.
  await call.click();
  await expect(call).toHaveAttribute('aria-expanded', 'false');
  await page.reload();
  await expect(call).toHaveAttribute('aria-expanded', 'true');
  await expect(call).toBeFocused();
  await expect(call).toBeInViewport();

  // A section of the contents.
  await page
    .getByRole('navigation', { name: 'Разделы' })
    .getByRole('link', { name: /^Выгрузка/ })
    .click();
  await expect(page.getByRole('heading', { name: /^Выгрузка/ })).toBeInViewport();
});

test('/docs/api shows an error with a retry', async ({ page, expectProblems }) => {
  await page.route('**/api/openapi.json', route => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/docs/api');
  const alert = page.locator('main').getByRole('alert');
  await expect(alert).toBeVisible();
  await expectProblems(/500 .*\/api\/openapi\.json$/);
  await page.unroute('**/api/openapi.json');
  await alert.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.locator('.api-call').first()).toBeVisible();
});
