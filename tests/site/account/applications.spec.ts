import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { getStatusLabel } from '#site/claim/claimStatusText.ts';
import { OFFLINE_PRELOAD } from '#tests/support/browser/formProblems.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { createAccountVisitor } from './support/accountVisitor.ts';
import { APPLICATIONS, locateOffer, locateRow, locateRows } from './support/applicationsPage.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

const locateFilter = (page: Page, name: string) => page.getByRole('search').getByLabel(name, { exact: true });

/** The path with the query of the page that is open. */
const getAddress = (page: Page) => page.url().slice(exchange.origin.length);

test('an account without claims shows the way to the form', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  await anna.openPage(page, APPLICATIONS);
  await expect(page.getByRole('heading', { name: 'Заявок пока нет' })).toBeVisible();
  await expect(page.getByRole('search')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Обменять' }).click();
  await expect(page).toHaveURL(`${exchange.origin}/`);
});

test('filters are in the address: Back, a reload and a shared link show the same', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  const cancelled = await anna.createClaim('LTC', 'SBERRUB', '2');
  await anna.cancelClaim(cancelled);
  const open = await anna.createClaim('TON', 'SBERRUB', '50');
  await anna.openPage(page, APPLICATIONS);
  await expect(locateRows(page)).toHaveCount(2);

  await locateFilter(page, 'Статус').selectOption('open');
  await expect(locateRows(page)).toHaveCount(1);
  await expect(locateRow(page, open.number)).toContainText(getStatusLabel(open.status));
  await locateFilter(page, 'Отдаёте').selectOption('LTC');
  await expect(page.getByRole('heading', { name: /^Ничего не\sнашли/ })).toBeVisible();
  expect(getAddress(page)).toBe(`${APPLICATIONS}?status=open&cur_from=LTC`);
  await page.goBack();
  await expect(locateRow(page, open.number)).toBeVisible();
  await page.reload();
  await expect(locateFilter(page, 'Статус')).toHaveValue('open');
  await expect(locateRows(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Сбросить' }).click();
  await expect(locateRows(page)).toHaveCount(2);
  expect(getAddress(page)).toBe(APPLICATIONS);

  await page.goto(`${exchange.origin}${APPLICATIONS}?status=cancelled&cur_to=sberrub&date_from=2020-01-01`);
  await expect(locateRow(page, cancelled.number)).toBeVisible();
  await expect(locateRows(page)).toHaveCount(1);
  await expect(locateFilter(page, 'Получаете')).toHaveValue('SBERRUB');
  await expect(page.getByLabel('С', { exact: true })).toHaveValue('2020-01-01');
});

test('the search waits for the end of typing, and is one step back', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  const first = await anna.createClaim('LTC', 'SBERRUB', '2');
  await anna.createClaim('TON', 'SBERRUB', '50');
  await anna.openPage(page, APPLICATIONS);
  await expect(locateRows(page)).toHaveCount(2);
  const searches: string[] = [];
  page.on('request', request => {
    const search = new URL(request.url()).searchParams.get('search');
    if (search !== null && request.url().includes('/me/claims/')) searches.push(search);
  });
  const field = page.getByRole('searchbox');
  await field.pressSequentially(first.number, { delay: 10 });
  await expect(locateRows(page)).toHaveCount(1);
  await expect(locateRow(page, first.number)).toBeVisible();
  expect(searches).toEqual([first.number]);
  await field.fill('нет такой');
  await expect(page.getByText(/^По\sзапросу «нет такой» заявок нет/)).toBeVisible();
  await page.goBack();
  await expect(locateRows(page)).toHaveCount(2);
  await expect(field).toHaveValue('');
});

test('a list of several pages has links to them', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  const numbers: string[] = [];
  for (let count = 0; count < 21; count++)
    numbers.push((await anna.createClaim('LTC', 'SBERRUB', `${2 + count / 100}`)).number);
  await anna.openPage(page, APPLICATIONS);
  await expect(locateRows(page)).toHaveCount(20);
  await expect(page.getByText('21\u00a0заявка')).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Страницы' });
  await pages.getByRole('link', { name: 'Следующая страница' }).click();
  await expect(locateRows(page)).toHaveCount(1);
  await expect(locateRow(page, numbers[0] ?? '')).toBeVisible();
  expect(getAddress(page)).toBe(`${APPLICATIONS}?page=2`);
  await expect(pages.getByRole('link', { name: 'Страница 2' })).toHaveAttribute('aria-current', 'page');
  await expect(pages).toContainText('21–21 из 21');
  await page.goto(`${exchange.origin}${APPLICATIONS}?page=9`);
  await expect(page).toHaveURL(`${exchange.origin}${APPLICATIONS}?page=2`);
  await expect(locateRows(page)).toHaveCount(1);
});

test('the CSV has exactly the filtered list', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  const { number } = await anna.createClaim('LTC', 'SBERRUB', '2');
  await anna.createClaim('TON', 'SBERRUB', '50');
  await anna.openPage(page, `${APPLICATIONS}?cur_from=LTC`);
  await expect(locateRows(page)).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^razmen-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(number);
});

test('without a network the list stays, and another one loads when it is back', async ({
  page,
  context,
  allowProblems,
  expectRepeatedProblems,
}) => {
  allowProblems(OFFLINE_PRELOAD);
  const anna = await createAccountVisitor(exchange);
  await anna.createClaim('LTC', 'SBERRUB', '2');
  await anna.openPage(page, APPLICATIONS);
  await expect(locateRows(page)).toHaveCount(1);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  await expect(page.getByRole('alert')).toContainText(/^Нет связи/);
  await expect(locateRows(page)).toHaveCount(1);
  await locateFilter(page, 'Статус').selectOption('open');
  await expect(page.getByRole('button', { name: 'Повторить', exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(locateRows(page)).toHaveCount(1);
  await expectRepeatedProblems(/ERR_INTERNET_DISCONNECTED: .*\/me\/claims\/\?page=1&status=open&size=20$/);
});

test('a claim is repeated by keyboard, once, at the live course', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('LTC', 'SBERRUB', '2');
  await anna.cancelClaim(claim);
  await anna.openPage(page, APPLICATIONS);
  const button = locateRow(page, claim.number).getByRole('button', { name: /^Повторить заявку/ });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Повторить заявку № ${claim.number}` });
  const sent = dialog.getByLabel('Вы отдаёте');
  await expect(sent).toHaveValue('2');
  await expect(dialog).toContainText('Курс сейчас');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.press('Enter');
  await sent.fill('0,01');
  await expect(sent).toHaveAccessibleDescription(/^Меньше минимума/);
  await dialog.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(sent).toHaveAttribute('aria-invalid', 'true');
  await sent.fill('3');
  const creations: string[] = [];
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().includes('/me/claims/'))
      creations.push(request.headers()['idempotency-key'] ?? '');
  });
  await dialog.getByRole('button', { name: 'Создать заявку' }).dblclick();
  await expect(page).toHaveURL(/\/claim\/[\w-]+$/);
  await expect(page.getByRole('region', { name: 'Оплата заявки' })).toContainText('3 LTC');
  expect(creations).toHaveLength(1);
  await page.goto(`${exchange.origin}${APPLICATIONS}`);
  await expect(locateRows(page)).toHaveCount(2);
});

test('on a small phone a row has two lines, and names and masks stay whole', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  const cancelled = await anna.createClaim('USDTTRC20', 'TCSBRUB', '1200.5');
  await anna.cancelClaim(cancelled);
  const open = await anna.createClaim('TCSBRUB', 'USDTTRC20', '7000');
  await anna.openPage(page, APPLICATIONS);
  await expect(locateRows(page)).toHaveCount(2);
  const readColor = (number: string) =>
    locateRow(page, number)
      .locator('.claim-received')
      .evaluate(cell => getComputedStyle(cell.firstElementChild ?? cell).color);
  expect(await readColor(cancelled.number)).not.toBe(await readColor(open.number));
  for (const width of [1440, 780, 390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width]);
    const brokenTexts = await page
      .locator('.list-table .nowrap:visible')
      .evaluateAll(texts =>
        texts.flatMap(text => (text.getClientRects().length > 1 ? [text.textContent] : [])),
      );
    expect([width, brokenTexts]).toEqual([width, []]);
    if (width > 760) continue;
    const heights = await locateRows(page).evaluateAll(rows => rows.map(row => row.clientHeight));
    expect(Math.max(...heights)).toBeLessThanOrEqual(82);
  }
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the list, its dialogue and its offer have no accessibility violation', async ({ page }) => {
      const anna = await createAccountVisitor(exchange);
      const claim = await anna.createClaim('LTC', 'SBERRUB', '2');
      await anna.cancelClaim(claim);
      await anna.createClaim('SBERRUB', 'BTC', '5000');
      await page.goto(`${exchange.origin}/claim/${await exchange.createClaim('TON', 'SBERRUB', '52')}`);
      await expect(page).not.toHaveURL(/#/);
      await anna.openPage(page, `${APPLICATIONS}?date_from=2020-01-01`);
      await expect(locateRows(page)).toHaveCount(2);
      await expect(locateOffer(page)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      await locateRow(page, claim.number)
        .getByRole('button', { name: /^Повторить заявку/ })
        .click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel('Вы отдаёте')).toHaveValue('2');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.goto(`${exchange.origin}${APPLICATIONS}?search=нет`);
      await expect(page.getByRole('heading', { name: /^Ничего не\sнашли/ })).toBeVisible();
      await expectAccessible(page);
    });

    test('the menu leads to the claims', async ({ page }) => {
      const anna = await createAccountVisitor(exchange);
      await anna.openPage(page, '/account/dashboard');
      if (viewport.width < 900) {
        await page.getByRole('button', { name: 'Меню' }).click();
        await page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: 'Заявки' }).click();
      } else
        await page.getByRole('navigation', { name: 'Кабинет' }).getByRole('link', { name: 'Заявки' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Заявки' })).toBeVisible();
      await expect(page).toHaveURL(exchange.origin + APPLICATIONS);
    });
  });
}
