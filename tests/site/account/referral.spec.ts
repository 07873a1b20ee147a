import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, test } from '../support/siteTest.ts';
import { openAccountPage } from './support/accountPage.ts';
import { createPartnerAccount } from './support/partnerAccount.ts';
import { createRichPartner, expectUsable } from './support/richPartner.ts';

const REFERRAL = '/account/referral';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

/** Expects the button and a banner of each size that is loaded, with the partner's link in their code. */
async function expectBanners(page: Page, link: string): Promise<void> {
  const section = page.getByRole('region', { name: /^Баннеры и\sкнопка$/ });
  await expect(section.getByRole('link', { name: /^Обменять на\sРазмене$/ })).toHaveAttribute('href', link);
  for (const theme of ['dark', 'light']) {
    if (theme === 'light') await section.getByRole('button', { name: 'Светлые' }).click();
    const images = section.getByRole('img');
    await expect(images).toHaveCount(5);
    for (const [index, size] of ['728×90', '468×60', '300×250', '240×400', '88×31'].entries()) {
      const [width = 0, height = 0] = size.split('×').map(Number);
      const image = images.nth(index);
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]))
        .toEqual([width, height]);
      await expect(section.getByRole('textbox', { name: `Баннер ${size}` })).toHaveText(
        `<a href="${link}" target="_blank" rel="noopener"><img src="${exchange.origin}/banners/${width}x${height}-${theme}.svg" width="${width}" height="${height}" alt="Размен: обмен криптовалюты на рубли"></a>`,
      );
    }
  }
  const response = await page.request.get(`${exchange.origin}/banners/468x60-dark.svg`);
  expect(response.headers()).toMatchObject({
    'content-type': 'image/svg+xml',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

test('a new partner sees the link, how it works, and an empty history', async ({
  page,
  expectRepeatedProblems,
}) => {
  const partner = await createPartnerAccount(exchange);
  await page.route('**/api/v1/users/me/refferal/', route => route.abort());
  await openAccountPage(exchange, page, partner.email, REFERRAL);
  const alert = page.getByRole('alert').filter({ hasText: 'Нет связи' });
  await expect(alert).toBeVisible();
  await page.unrouteAll();
  await expectRepeatedProblems(/ERR_FAILED: .*\/me\/refferal\/$/);
  await alert.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByRole('textbox', { name: 'Ссылка' })).toHaveText(
    `${exchange.origin}/?ref=${partner.code}`,
  );
  await expect(page.getByRole('img', { name: /^QR-код ссылки/ })).toBeVisible();
  await expectBanners(page, `${exchange.origin}/?ref=${partner.code}`);
  await expect(
    page.getByRole('main').getByRole('list').filter({ hasText: 'Получайте' }).getByRole('listitem'),
  ).toHaveCount(5);
  await expect(page.getByText(/^Здесь появятся начисления/)).toBeVisible();
  await expect(page.getByText(/^До\sнаименьшей суммы вывода не\sхватает 20\s\$/)).toBeVisible();
  await expect(page.locator('.account-heading').getByRole('link', { name: 'Вывод' })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Скопировать: Код' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(partner.code);

  await page.getByRole('textbox', { name: 'Название, если хотите' }).fill('Канал');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Код [A-Z2-9]{8}\sсоздан\.$/)).toBeVisible();
  const nextLabel = page.getByRole('textbox', { name: 'Название, если хотите' });
  await expect(nextLabel).toHaveValue('');
  await expect(nextLabel).toBeFocused();
  const codes = page.getByRole('list', { name: 'Мои коды' }).getByRole('listitem');
  await expect(codes).toHaveCount(2);
  await expect(codes.nth(1)).toContainText('Канал');
  await codes.nth(1).getByRole('button', { name: 'Скопировать ссылку: Канал' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/\?ref=[A-Z2-9]{8}$/);
});

test('the history is filtered in the address, opens to its reckoning, and is saved as CSV', async ({
  page,
}) => {
  const partner = await createRichPartner(exchange);
  await openAccountPage(exchange, page, partner.email, REFERRAL);
  const money = page.getByRole('main').locator('dl').first();
  await expect(money).toContainText(/Доступно44,55\s\$/);
  await expect(money).toContainText(/Ожидает0,30\s\$/);
  // Without a requisite nothing can be withdrawn.
  await expect(page.getByText(/^Сохраните реквизит, на\sкоторый выплачиваем/)).toBeVisible();
  await expect(page.locator('.account-heading').getByRole('link', { name: 'Вывод' })).toBeVisible();
  await partner.saveWallet();
  await partner.openWallets();
  await page.reload();
  await expect(page.getByRole('link', { name: /^Вывести 44,55\s\$$/ })).toBeVisible();
  // A job counts the claims every few seconds.
  await expect(async () => {
    await page.reload();
    await expect(money).toContainText(/Обмены по\sссылкам22\sзаявки/, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  const rows = page.getByRole('list', { name: 'Строки истории' }).locator('> li');
  await expect(rows).toHaveCount(3);
  await expectUsable(page);

  await page.getByLabel('Состояние').selectOption('void');
  await expect(page).toHaveURL(/\?status=void$/);
  await expect(rows).toHaveCount(1);
  await rows.locator('summary').press('Enter');
  await expect(rows).toContainText(/Ваш собственный обмен/);
  await page.goBack();
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Состояние').selectOption('available');
  await expect(rows).toHaveCount(1);
  await rows.locator('summary').press('Enter');
  await expect(rows).toContainText(`${partner.code}.telegram`);
  const reckoning = rows.getByRole('table', { name: 'Как посчитано' });
  await expect(reckoning.getByRole('row').filter({ hasText: 'Клиент отдал' })).toContainText(
    /9\s000,00\sUSDT$/,
  );
  await expect(reckoning.getByRole('row').filter({ hasText: 'Ваша доля 99' })).toContainText(/44,55\d*\s\$/);
  await expect(reckoning.getByRole('row').last()).toContainText(/44,55\s\$/);
  await expectUsable(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^razmen-partner-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/;Начисление;Доступно;44,5500;/);
  await page.getByRole('link', { name: 'Сбросить' }).click();
  await expect(rows).toHaveCount(3);

  // An old link to a page that the history no longer has.
  await page.goto(`${exchange.origin}${REFERRAL}?kind=accrual&page=9`);
  await expect(page).toHaveURL(/\?kind=accrual$/);
  await expect(rows).toHaveCount(3);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Скачать CSV' })).toBeHidden();
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background).toBe('rgb(255, 255, 255)');
});
