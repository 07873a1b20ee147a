import { expect, openHomeForm, test } from '../support/siteTest.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form has the icons of its pair', async ({ page }) => {
    await page.goto('/?cur_from=ETH&cur_to=TCSBRUB');
    const icons = page.locator('.chip .coin');
    await expect(icons.first().locator('path')).toHaveCount(6);
    await expect(icons.last()).toHaveText('ТБ');
  });
});

test('popular pairs, reserves and the form show the same icons', async ({ page }) => {
  await openHomeForm(page, '/?cur_from=BTC&cur_to=TCSBRUB');
  const readIcon = async (place: string, key: string, content: string) => {
    const icon = page.locator(place).locator(`[data-icon=${key}]`).first();
    await icon.scrollIntoViewIfNeeded();
    await expect(icon.locator(content)).toHaveCount(1);
    return icon.innerHTML();
  };
  for (const [key, content, corner] of [
    ['btc', 'path', 16],
    ['tbank', 'text', 9],
  ] as const) {
    const icon = await readIcon('exchange-widget', key, content);
    expect(icon).toContain(`rx="${corner}"`);
    expect(await readIcon('.rates-table', key, content)).toBe(icon);
    expect(await readIcon('.reserves-list', key, content)).toBe(icon);
  }
});

test('until the currencies are known, only the space of their icons is there', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  await page.route('**/market/**', async route => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  for (const place of ['.rates-table', '.reserves-list']) {
    await expect(page.locator(place)).toHaveAttribute('aria-busy', 'true');
    await expect(page.locator(`${place} .coin`).first()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  }
  const spaces = await page.locator('.rates-table .coin').first().boundingBox();
  release();
  await expect(page.locator('.rates-table svg.coin')).toHaveCount(10);
  const icons = await page.locator('.rates-table .coin').first().boundingBox();
  expect([icons?.x, icons?.width, icons?.height]).toEqual([spaces?.x, spaces?.width, spaces?.height]);
});
