import { readFileSync } from 'node:fs';
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

test('without figures the page leads to the links; with them it shows, compares and saves them', async ({
  page,
}) => {
  const owner = await openShopOwner(page, exchange);
  await page.goto(exchange.origin + routePaths.shopStatistics);
  await expect(page.getByRole('heading', { name: 'Переходов пока нет' })).toBeVisible();
  await page.getByRole('link', { name: 'Собрать ссылку' }).click();
  await expect(page).toHaveURL(exchange.origin + routePaths.shopLinks);

  const first = await owner.bringClaim('blog', '1200.50');
  await owner.bringClaim('mail');
  await owner.complete(first);
  await owner.waitUntilCounted(2, 1);
  await page.goto(exchange.origin + routePaths.shopStatistics);
  const totals = page.locator('.statistics-totals');
  // One Tether is one dollar.
  await expect(totals).toContainText(/Оборот за\s.*1\s200,50\s\$/);
  await expect(totals).toContainText('1из\u00a02\u00a0созданных');
  await expect(totals).toContainText('50,0\u00a0%');
  await expect(page.getByText(/^Данные на/)).toBeVisible();
  // The chart is a picture of the table's rows.
  const chart = page.locator('.turnover-chart');
  await expect(chart.locator('canvas')).toHaveCount(2);
  await expect(chart).toHaveAttribute('aria-hidden', 'true');
  const rows = page.getByRole('region', { name: 'Таблица по дням' }).locator('tbody tr');
  await expect(rows.first()).toContainText(/1\s200,50\s\$/);
  await expect(page.locator('.chart-readout')).toContainText(/оборот 1\s200,50\s\$/);
  // Claims came without a click: there is no path.
  const path = page.getByRole('region', { name: 'Путь' });
  await expect(path).toHaveCount(0);
  await owner.click();
  await expect(async () => {
    await page.reload();
    await expect(path.getByRole('listitem').filter({ hasText: 'Завершили обмен' })).toContainText('1');
  }).toPass();

  const sources = page.getByRole('region', { name: 'Откуда' });
  await expect(sources.getByRole('listitem')).toHaveCount(1);
  await expect(sources.getByRole('listitem')).toContainText(owner.code);
  await sources.getByRole('link', { name: 'Метки' }).press('Enter');
  await expect(page).toHaveURL(/\?by=sub$/);
  await expect(sources.getByRole('listitem').first()).toContainText('blog');
  // The click had no mark.
  await expect(sources.getByRole('listitem')).toHaveCount(3);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Скачать CSV\s?: метки$/ }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.join('\n')).toContain('blog');
});

test('the period is in the address: tabs, own dates, steps and Back', async ({ page }) => {
  const owner = await openShopOwner(page, exchange);
  await owner.bringClaim();
  await owner.waitUntilCounted(1, 0);
  await page.goto(exchange.origin + routePaths.shopStatistics);
  const periods = page.getByRole('navigation', { name: 'Период' });
  await periods.getByRole('link', { name: 'Год' }).click();
  await expect(page).toHaveURL(/\?period=year$/);
  await expect(page.getByText('Оборот за 12 месяцев')).toBeVisible();
  const table = page.getByRole('region', { name: /^Таблица/ });
  // Eleven empty months are one row.
  await expect(table.locator('tbody tr')).toHaveCount(2);
  await page.getByLabel('Шаг').selectOption('week');
  await expect(page).toHaveURL(/\?period=year&group=week$/);
  await expect(table).toHaveAccessibleName('Таблица по неделям');
  await periods.getByRole('link', { name: 'Неделя' }).click();
  await expect(table.locator('tbody tr')).toHaveCount(2);
  await expect(table.locator('.empty-period')).toContainText(/ничего не\sбыло$/);
  await page.goBack();
  await expect(page).toHaveURL(/group=week$/);
  await periods.getByRole('link', { name: 'Даты' }).click();
  // A typed day counts when it is complete; each digit of it is another valid day.
  const from = page.getByLabel('С', { exact: true });
  await from.focus();
  await page.keyboard.type('01012026', { delay: 30 });
  await expect(from).toHaveValue('2026-01-01');
  await expect(page).not.toHaveURL(/2026-01-0/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?date_from=2026-01-01&/);
  await expect(from).toBeFocused();
  await page.keyboard.type('01012100');
  await page.keyboard.press('Enter');
  await expect(from).toHaveAccessibleDescription(/^Не\sпозже \d/);
  await expect(page).toHaveURL(/\?date_from=2026-01-01&/);
  await from.fill('2026-01-10');
  await page.getByLabel('По', { exact: true }).fill('2026-01-12');
  await expect(page).toHaveURL(/\?date_from=2026-01-10&date_to=2026-01-12$/);
  await expect(page.getByRole('heading', { name: /^За\sэтот период переходов нет/ })).toBeVisible();
  await page.getByRole('link', { name: 'Показать год' }).press('Enter');
  await expect(page).toHaveURL(/\?period=year$/);
  await expect(periods.getByRole('link', { name: 'Неделя' })).toBeFocused();
  await expect(page.getByText(/^Статистика за\s12\sмесяцев$/)).toHaveRole('status');
  await expect(table.locator('tbody tr')).toHaveCount(2);
  await page.goto(`${exchange.origin}${routePaths.shopStatistics}?period=century&by=moon`);
  await expect(periods.getByRole('link', { name: 'Месяц' })).toHaveAttribute('aria-current', 'true');
});

test('without a network the figures stay, and others say what failed', async ({
  page,
  context,
  allowProblems,
  expectRepeatedProblems,
}) => {
  allowProblems(OFFLINE_PRELOAD);
  const owner = await openShopOwner(page, exchange);
  await owner.bringClaim();
  await owner.waitUntilCounted(1, 0);
  await page.goto(exchange.origin + routePaths.shopStatistics);
  await expect(page.locator('.turnover-chart canvas')).toHaveCount(2);
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Скачать CSV\s?: по/ }).click();
  await expect(page.getByRole('alert')).toContainText(/^Нет связи/);
  await page.getByRole('navigation', { name: 'Период' }).getByRole('link', { name: 'Неделя' }).click();
  await expect(page.getByRole('button', { name: 'Повторить', exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('.turnover-chart canvas')).toHaveCount(2);
  await expectRepeatedProblems(
    /ERR_INTERNET_DISCONNECTED: .*\/shop\/statistics\/\?.*&group=day$/,
    /ERR_INTERNET_DISCONNECTED: .*\/shop\/statistics\/\?.*&by=link$/,
  );
});

test('the chart follows the pointer and the width, and is printed dark on white', async ({ page }) => {
  const owner = await openShopOwner(page, exchange);
  const claim = await owner.bringClaim();
  await owner.complete(claim);
  await owner.waitUntilCounted(1, 1);
  await page.goto(`${exchange.origin}${routePaths.shopStatistics}?period=week`);
  const plot = page.locator('.turnover-chart .u-over').first();
  const readout = page.locator('.chart-readout');
  const last = await readout.textContent();
  await plot.hover({ position: { x: 8, y: 40 } });
  await expect(readout).not.toHaveText(last ?? '');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(readout).toHaveText(last ?? '');
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const getOverhang = () =>
      page.evaluate(() => {
        const chart = document.querySelector('.turnover-chart');
        const canvas = chart?.querySelector('canvas');
        return Math.round((canvas?.getBoundingClientRect().width ?? 0) - (chart?.clientWidth ?? 0));
      });
    await expect.poll(getOverhang).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(17, 21, 10)');
  await expect(page.getByRole('navigation', { name: 'Кабинет' })).toBeHidden();
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the statistics have no accessibility violation', async ({ page }) => {
      const owner = await openShopOwner(page, exchange);
      await page.goto(exchange.origin + routePaths.shopStatistics);
      await expect(page.getByRole('heading', { name: 'Переходов пока нет' })).toBeVisible();
      await expectAccessible(page);
      await owner.complete(await owner.bringClaim('blog'));
      await owner.waitUntilCounted(1, 1);
      await page.reload();
      await expect(page.locator('.turnover-chart canvas')).toHaveCount(2);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  });
}
