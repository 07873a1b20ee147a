import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { routePaths } from '#site/routePaths.ts';
import { OFFLINE_PRELOAD } from '#tests/support/browser/formProblems.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import type { AccountExchange } from '../../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../../support/siteTest.ts';
import { openShopOwner, startShopExchange } from './support/shopOwner.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startShopExchange();
});
test.afterAll(() => exchange.close());

const locateRows = (page: Page) => page.getByRole('table', { name: /^Заявки/ }).locator('tbody tr');

test('the history shows claims without their clients, filtered by the address', async ({
  page,
  allowProblems,
  expectRepeatedProblems,
}) => {
  allowProblems(OFFLINE_PRELOAD);
  const owner = await openShopOwner(page, exchange);
  await page.goto(exchange.origin + routePaths.shopHistory);
  await expect(page.getByRole('heading', { name: 'Заявок пока нет' })).toBeVisible();
  await expect(page.getByRole('search')).toHaveCount(0);
  const completed = await owner.bringClaim('blog', '1200.50');
  await owner.bringClaim('mail');
  await owner.complete(completed);
  await owner.waitUntilCounted(2, 1);
  await page.reload();
  await expect(locateRows(page)).toHaveCount(2);
  await expect(page.getByText('2\u00a0заявки')).toBeVisible();
  await page.locator('#main').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Пропустить меню' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
  const row = locateRows(page).filter({ hasText: `${owner.code}.blog` });
  await expect(row).toContainText(/1\s200,50\sUSDT/);
  await expect(row).toContainText('Выполнена');
  // A fifth of the profit.
  await expect(row.locator('.history-income')).toContainText(/^\d,\d{2,4}\s\$/);
  await expect(page.getByLabel('Код', { exact: true }).locator('option')).toHaveText([
    'Все коды',
    new RegExp(`^${owner.code}`),
  ]);
  const text = await page.getByRole('table').textContent();
  expect(text).not.toMatch(/@|2200/);

  await page.getByLabel('Статус', { exact: true }).selectOption('completed');
  await expect(locateRows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?status=completed$/);
  await page.goBack();
  await expect(locateRows(page)).toHaveCount(2);
  await page.getByRole('searchbox').fill('mail');
  await expect(page).toHaveURL(/\?sub=mail$/);
  await expect(locateRows(page)).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('mail');
  await page.getByRole('link', { name: 'Сбросить' }).press('Enter');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await row.getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`\\?code=${owner.code}&sub=blog$`));
  await expect(locateRows(page)).toHaveCount(1);
  await page.goto(`${exchange.origin}${routePaths.shopHistory}?sub=nothing&status=moon&page=4`);
  await expect(page.getByRole('heading', { name: /^Ничего не\sнашли/ })).toBeVisible();
  await page.getByRole('link', { name: 'Сбросить фильтр' }).press('Enter');
  await expect(locateRows(page)).toHaveCount(2);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.goBack();

  await page.context().setOffline(true);
  await page.getByLabel('Статус', { exact: true }).selectOption('completed');
  await expect(page.getByRole('button', { name: 'Повторить', exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: /^Ничего не\sнашли/ })).toBeVisible();
  await expectRepeatedProblems(
    /ERR_INTERNET_DISCONNECTED: .*\/me\/shop\/history\/\?page=1&(status=completed&)?sub=nothing&size=20$/,
  );
});

test('a long history has pages', async ({ page }) => {
  const owner = await openShopOwner(page, exchange);
  for (let count = 0; count < 21; count++) await owner.bringClaim('', `${100 + count}`);
  await page.goto(exchange.origin + routePaths.shopHistory);
  await expect(locateRows(page)).toHaveCount(20);
  await page
    .getByRole('navigation', { name: 'Страницы' })
    .getByRole('link', { name: 'Следующая страница' })
    .press('Enter');
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(locateRows(page)).toHaveCount(1);
  await page.goto(`${exchange.origin}${routePaths.shopHistory}?page=9`);
  await expect(page).toHaveURL(/\?page=2$/);
});

for (const { name, ...viewport } of [...SCREENS, { name: 'small phone', width: 320, height: 640 }]) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the history has no accessibility violation', async ({ page }) => {
      const owner = await openShopOwner(page, exchange);
      await owner.bringClaim('a'.repeat(40), '5000');
      await page.goto(`${exchange.origin}${routePaths.shopHistory}?date_from=2020-01-01`);
      await expect(locateRows(page)).toHaveCount(1);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  });
}

test('own exchanges are marked in the history, and named beside the figures that leave them out', async ({
  page,
}) => {
  const owner = await openShopOwner(page, exchange);
  await owner.complete(await owner.createOwnClaim());
  await owner.complete(await owner.bringClaim('blog'));
  await owner.waitUntilCounted(1, 1);
  await page.goto(exchange.origin + routePaths.shopHistory);
  await expect(page.getByText('своя заявка не считается')).toBeVisible();
  await expect(locateRows(page)).toHaveCount(2);
  await page.goto(exchange.origin + routePaths.shopStatistics);
  await expect(page.getByText(/Свои заявки не\sсчитаются: 1\sзаявка на\s300\s\$\./)).toBeVisible();
  await expect(page.locator('.statistics-totals')).toContainText('100,0\u00a0%');
  await page.goto(exchange.origin + routePaths.referral);
  const line = page.getByRole('listitem').filter({ hasText: 'Не начислено' });
  await line.locator('summary').press('Enter');
  await expect(line.locator('tfoot')).toHaveText(/^Не\sначислено: собственный обмен0\s\$$/);
  await expect(line.locator('tbody')).toContainText(/300,00\sUSDT/);
  await expect(line.locator('tbody')).toContainText(/рынка 1\sUSDT = \d+,\d\d\s₽/);
});

test('the history and the ledger name an accrual that waits for the client', async ({ page }) => {
  const owner = await openShopOwner(page, exchange);
  const claim = await owner.createApiClaim();
  await owner.complete(claim);
  await owner.waitUntilCounted(1, 1);
  for (const path of [routePaths.shopHistory, routePaths.referral]) {
    await page.goto(exchange.origin + path);
    await expect(page.getByText(/^ждёт клиента$/i)).toBeVisible();
    for (const size of [{ width: 320, height: 640 }, ...SCREENS]) {
      await page.setViewportSize({ width: size.width, height: size.height });
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, size.width, overflow]).toEqual([path, size.width, 0]);
    }
  }
  const line = page.getByRole('listitem').filter({ hasText: 'Ждёт клиента' });
  await line.locator('summary').press('Enter');
  await expect(line).toContainText('Начислим, когда клиент откроет страницу заявки');
  await expect(line.locator('.ledger-sum')).toContainText(/^\d,\d{2,4}\s\$/);
  await expect(line.getByRole('rowheader', { name: /^Начислим, округлив вниз/ })).toBeVisible();
  await owner.openClaim(claim);
  await page.reload();
  await expect(page.getByText('Ждёт клиента')).toHaveCount(0);
  await expect(page.locator('.ledger-status').getByText('Ожидает')).toBeVisible();
});
