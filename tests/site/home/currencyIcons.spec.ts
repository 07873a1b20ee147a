import { expect, openHomeForm, test } from '../support/siteTest.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form has the icons of its pair', async ({ page }) => {
    await page.goto('/?cur_from=ETH&cur_to=TCSBRUB');
    const icons = page.locator('.chip .coin');
    await expect(icons.first().locator('path').first()).toHaveAttribute('fill', '#627eea');
    await expect(icons.last()).toHaveText('ТБ');
  });
});

test('popular pairs, reserves and the form show the same logo', async ({ page }) => {
  await openHomeForm(page, '/?cur_from=BTC&cur_to=TCSBRUB');
  const readLogo = async (name: string) => {
    const icon = page.locator(name).locator('[data-icon=btc]').first();
    await icon.scrollIntoViewIfNeeded();
    await expect(icon.locator('path').first()).toHaveAttribute('fill', '#f7931a');
    return icon.innerHTML();
  };
  const logo = await readLogo('exchange-widget');
  expect(await readLogo('.rates-table')).toBe(logo);
  expect(await readLogo('.reserves-list')).toBe(logo);
});
