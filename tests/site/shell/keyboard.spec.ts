import { expect, openHomeForm, test } from '../support/siteTest.ts';

test('works by keyboard alone: skips the header, chooses a currency and types an amount', async ({
  page,
}) => {
  const form = await openHomeForm(page, '/?cur_from=TON&cur_to=SBPRUB');
  const toSumma = page.locator('exchange-widget [name=toSumma]');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'К содержанию' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(form.fromSumma).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('40');
  await page.keyboard.press('Tab');
  await expect(form.from).toBeFocused();
  const roubles = await toSumma.inputValue();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Найти валюту' })).toBeFocused();
  await page.keyboard.type('LTC');
  await page.keyboard.press('Enter');
  await expect(form.from).toHaveAccessibleName(/LTC/);
  await expect(form.from).toBeFocused();
  // 40 TON say nothing about LTC, so the roubles stay.
  await expect(form.fromSumma).not.toHaveValue('40');
  await expect(toSumma).toHaveValue(roubles);
  await expect(page).toHaveURL(/cur_from=LTC&cur_to=SBPRUB/);
});

test('header links scroll to their section, focus it and keep the pair', async ({ page }) => {
  const form = await openHomeForm(page, '/?cur_from=ETH&cur_to=TBRUB');
  const nav = page.getByRole('navigation', { name: 'Основная' });
  await expect(nav.getByRole('link', { name: 'Обмен' })).toHaveAttribute('aria-current', 'page');
  await nav.getByRole('link', { name: 'Резервы' }).press('Enter');
  await expect(page).toHaveURL('/?cur_from=ETH&cur_to=TBRUB#reserves');
  await expect(page.locator('#reserves')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Резервы' })).toBeInViewport();
  await nav.getByRole('link', { name: 'Как это работает' }).press('Enter');
  await expect(page.locator('#how')).toBeFocused();
  await expect(form.from).toHaveAccessibleName(/ETH/);
  await nav.getByRole('link', { name: 'Контакты' }).press('Enter');
  await expect(page).toHaveURL('/contacts');
  await expect(page.locator('main')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu traps the focus and closes on Escape and on a choice', async ({ page }) => {
    await openHomeForm(page, '/');
    const button = page.getByRole('button', { name: 'Меню' });
    await button.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('navigation', { name: 'Меню' });
    await expect(menu).toBeVisible();
    await expect(page.getByRole('button', { name: 'Закрыть меню' })).toHaveAttribute('aria-expanded', 'true');
    await expect(page.locator('main')).toHaveAttribute('inert', '');
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name: 'Обмен' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await button.press('Enter');
    await menu.getByRole('link', { name: 'Как это работает' }).press('Enter');
    await expect(menu).toBeHidden();
    await expect(page.locator('#how')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Как проходит обмен' })).toBeInViewport();
  });
});
