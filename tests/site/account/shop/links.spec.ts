import type { Page } from '@playwright/test';
import { routePaths } from '#site/routePaths.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import type { AccountExchange } from '../../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../../support/siteTest.ts';
import { openShopOwner, startShopExchange } from './support/shopOwner.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startShopExchange();
});
test.afterAll(() => exchange.close());

/** A select whose label is around it: its text has the options, too. */
const locateSelect = (page: Page, label: string) =>
  page.locator('.fields label', { hasText: new RegExp(`^${label}`) }).locator('select');

test('a link is built, saved, deleted and brought back; it opens the form with its pair', async ({
  page,
}) => {
  const owner = await openShopOwner(page, exchange);
  await page.goto(exchange.origin + routePaths.shopLinks);
  const link = page.getByRole('textbox', { name: 'Ссылка', exact: true });
  await expect(link).toHaveText(`${exchange.origin}/?ref=${owner.code}`);
  await locateSelect(page, 'Отдать').selectOption('BTC');
  await locateSelect(page, 'Получить').selectOption('SBERRUB');
  await page.getByLabel('Сумма').fill('0,5');
  const readTop = (field = link) => field.evaluate(element => element.getBoundingClientRect().top);
  const top = await readTop();
  // The place of an error text does not stretch the field beside it.
  expect(await readTop(locateSelect(page, 'Код партнёра'))).toBe(await readTop(page.getByLabel('Сумма')));
  await page.getByLabel('Метка').fill('мой блог');
  await expect(page.getByLabel('Метка')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/^Только латинские буквы/)).toBeVisible();
  expect(await readTop()).toBe(top);
  await page.getByRole('button', { name: 'Сохранить ссылку' }).press('Enter');
  await expect(page.getByLabel('Метка')).toBeFocused();
  await page.getByLabel('Метка').fill('blog');
  const url = `${exchange.origin}/?ref=${owner.code}.blog&cur_from=BTC&cur_to=SBERRUB&amount=0.5`;
  await expect(link).toHaveText(url);
  await page.locator('summary', { hasText: 'QR-код' }).click();
  await expect(page.getByRole('img', { name: `QR-код ссылки ${url}` })).toBeVisible();
  await page.getByLabel('Название, видите только вы').fill('Статья');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('list', { name: 'Сохранённые ссылки' }).getByRole('listitem');
  await expect(saved).toHaveCount(1);
  await expect(saved).toContainText('Статья');
  // The message is about the link that was saved, not about a later one.
  const savedMessage = page.getByText(/^Сохранена, она в\sсписке ниже\.$/);
  await expect(savedMessage).toBeVisible();
  await page.getByLabel('Название, видите только вы').fill('Другая');
  await expect(savedMessage).toHaveCount(0);
  // The server builds the same address.
  await expect(saved.locator('code')).toHaveText(url);
  await page.getByRole('button', { name: 'Удалить: Статья' }).press('Enter');
  await expect(saved).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Вернуть' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saved).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Сохранённые ссылки' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: /^Ссылка снова в\sсписке\.$/ })).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Скопировать: Статья' })).toBeFocused();
  await page.reload();
  await expect(saved.locator('code')).toHaveText(url);
  await page.goto(url);
  await expect(page.getByRole('button', { name: /^Вы\sотдаёте:/ })).toContainText('BTC');
});

test('the form is shown as it is coded; colours that cannot be read are refused', async ({ page }) => {
  const owner = await openShopOwner(page, exchange);
  await page.goto(exchange.origin + routePaths.shopLinks);
  const code = page.getByRole('textbox', { name: 'Код для вставки' });
  await expect(code).toContainText(`<exchange-widget rid="${owner.code}" theme="dark">`);
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('input[name=fromSumma]')).not.toHaveValue('');
  await locateSelect(page, 'Отдать').selectOption('LTC');
  await expect(widget).toHaveAttribute('cur_from', 'LTC');
  await page.getByLabel('Метка').fill('shop');
  await locateSelect(page, 'Тема').selectOption('light');
  await page.getByLabel('560').check();
  await expect(code).toContainText(`cur_from="LTC" rid="${owner.code}.shop" theme="light"`);
  await expect(code).toContainText('max-width: 560px;');
  // Looking at it is no click of a client.
  await expect(widget).not.toHaveAttribute('rid');

  await page.getByLabel('Кнопка').fill('#5a6a10');
  const notice = page.locator('.refused-colors');
  await expect(notice).toContainText(/Контраст надписи на\s+кнопке \d,\d+, нужно от\s+4,5/);
  await expect(code).not.toContainText('--exchange-accent');
  await notice.getByRole('button', { name: 'Поставить #ffffff' }).click();
  await expect(notice).toHaveCount(0);
  await expect(code).toContainText('--exchange-accent: #5a6a10;');
  await expect(code).toContainText('--exchange-on-accent: #ffffff;');
  await expect(widget.locator('button[type=submit]').first()).toHaveCSS(
    'background-color',
    'rgb(90, 106, 16)',
  );
  await page.getByRole('button', { name: 'Сбросить цвет: Кнопка', exact: true }).click();
  await page.getByRole('button', { name: /^Сбросить цвет: Надпись на\s+кнопке$/ }).click();
  await expect(code).not.toContainText('--exchange-');
  await locateSelect(page, 'Рамка').selectOption('none');
  await expect(code).toContainText('--exchange-border: 0;');
});

test('the shop has a name and a site', async ({ page, expectProblems, expectRepeatedProblems }) => {
  await openShopOwner(page, exchange);
  await page.goto(exchange.origin + routePaths.shopLinks);
  const form = page.getByRole('form', { name: 'Магазин' });
  await form.getByLabel('Название').fill('Лавка');
  await form.getByLabel('Сайт').fill('shop');
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(form.getByLabel('Сайт')).toHaveAccessibleDescription(/https:\/\//);
  await form.getByLabel('Сайт').fill('https://shop.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Сохранено.')).toBeVisible();
  await form.getByLabel('Название').press('!');
  await expect(page.getByText('Сохранено.')).toHaveCount(0);
  await page.route('**/api/v1/users/me/shop/**', route => route.abort());
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(/Список на\s\d\d:\d\d\./)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByText(/Список на/)).toHaveCount(0);
  await page.reload();
  await expect(form.getByLabel('Название')).toHaveValue('Лавка');
  await expectProblems(/400 .*\/me\/shop\/$/);
  await expectRepeatedProblems(/ERR_FAILED: .*\/me\/shop\/links\/$/, /ERR_FAILED: .*\/me\/shop\/$/);
});

for (const { name, ...viewport } of [...SCREENS, { name: 'small phone', width: 320, height: 640 }]) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the links have no accessibility violation', async ({ page }) => {
      const owner = await openShopOwner(page, exchange);
      await owner.send('/api/v1/users/me/shop/links/', { code: owner.code, sub: 'a'.repeat(40) });
      await page.goto(exchange.origin + routePaths.shopLinks);
      await page.getByLabel('Фон').fill('#ffffff');
      await expect(page.locator('.refused-colors')).toBeVisible();
      await expect(page.locator('exchange-widget input[name=fromSumma]')).not.toHaveValue('');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  });
}
