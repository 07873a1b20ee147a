import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessibility.ts';
import {
  ACCOUNT_PASSWORD,
  startAccountExchange,
  type AccountExchange,
} from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { openAccountPage } from './support/accountPage.ts';
import { createPartnerAccount } from './support/partnerAccount.ts';

const REFERRAL = '/account/referral';
const WITHDRAWAL = '/account/shop/withdrawal';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

/** A partner with 44.55 USD that can be withdrawn, 0.30 USD that wait, and an exchange of its own. */
async function createRichPartner() {
  const partner = await createPartnerAccount(exchange);
  await exchange.saveSetting('referral_percent', '99');
  await exchange.saveSetting('referral_hold_hours', '0');
  await partner.completeClaim({ fromSumma: '9000', sub: 'telegram' });
  await exchange.saveSetting('referral_percent', '20');
  await exchange.saveSetting('referral_hold_hours', '72');
  await partner.completeClaim({ fromSumma: '300' });
  await partner.completeClaim({ fromSumma: '200', email: partner.email });
  return partner;
}

/** Expects no violation, and nothing beside the screen, on both screens of the design and at 320 px. */
async function expectUsable(page: Page): Promise<void> {
  for (const size of [{ width: 320, height: 640 }, ...SCREENS]) {
    await page.setViewportSize({ width: size.width, height: size.height });
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([size.width, overflow]).toEqual([size.width, 0]);
  }
}

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

test('a new partner sees the link, how it works, and an empty history', async ({ page, problems }) => {
  const partner = await createPartnerAccount(exchange);
  await page.route('**/api/v1/users/me/refferal/', route => route.abort());
  await openAccountPage(exchange, page, partner.email, REFERRAL);
  const alert = page.getByRole('alert').filter({ hasText: 'Нет связи' });
  await expect(alert).toBeVisible();
  await page.unrouteAll();
  problems.length = 0;
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
  await expect(page.getByText(/^Код [A-Z2-9]{8} создан\.$/)).toBeVisible();
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
  const partner = await createRichPartner();
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

test('a withdrawal says what is missing, asks for the password, and shows its status', async ({
  page,
  problems,
}) => {
  const partner = await createRichPartner();
  await openAccountPage(exchange, page, partner.email, WITHDRAWAL);
  await expect(page.getByText(/^Сохраните реквизит, на\sкоторый выплачиваем: USDT\sTRC20/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Способы вывода' }).getByRole('listitem')).toHaveCount(3);
  await partner.saveWallet();
  await page.reload();
  await expect(page.getByText(/^Вывод на\sваш реквизит откроется/)).toBeVisible();
  await expectUsable(page);
  // There is money that the saved wallet has to wait for, and that keeps the account.
  await page.goto(`${exchange.origin}/account/wallets`);
  await expect(page.getByText(/^Вывод со\sсчёта сюда откроется/)).toBeVisible();
  await page.goto(`${exchange.origin}/account/dashboard`);
  await expect(page.locator('.totals')).toContainText(/Партнёрский счёт44,55\s\$/);
  await page.goto(`${exchange.origin}/account/settings/delete`);
  await page.getByRole('checkbox', { name: /^Понимаю/ }).check();
  await page.getByRole('button', { name: /^Удалить через 7/ }).click();
  await page.getByRole('link', { name: 'Вывести деньги' }).click();
  await expect(page).toHaveURL(`${exchange.origin}${WITHDRAWAL}`);
  problems.length = 0;
  await partner.openWallets();
  await page.reload();

  const form = page.getByRole('form', { name: 'Новый вывод' });
  const sum = form.getByLabel('Сумма, $');
  const send = form.getByRole('button', { name: 'Вывести' });
  await expect(form.getByLabel('Реквизит')).toContainText(/USDT\sTRC20, TJRab…pRTv8/);
  await expect(form).toContainText(/1\s\$\s= 1,00\sUSDT, комиссия 1,50\s\$/);
  await sum.fill('44,56');
  await send.click();
  await expect(sum).toHaveAccessibleDescription(/Доступно\s44,55\s\$/);
  await expect(sum).toBeFocused();
  await sum.fill('5');
  await send.click();
  await expect(sum).toHaveAccessibleDescription(/Выведите от\s20\s\$/);
  await expect(send).toHaveText('Вывести');
  await form.getByRole('button', { name: /^Всё: 44,55\s\$$/ }).click();
  await expect(sum).toHaveValue('44,55');
  await expect(sum).toHaveAttribute('aria-invalid', 'false');
  await expect(form).toContainText(/Придёт 43,05\sUSDT\. 1\s\$\s= 1,00\sUSDT, комиссия 1,50\s\$/);
  await sum.fill('25,5');
  await expect(send).toHaveText(/^Вывести 25,50\s\$ на\sTJRab…pRTv8$/);
  await expectUsable(page);

  // Another page of the list that cannot be loaded leaves the form as it is.
  await page.route('**/refferal/withdrawal/?page=2*', route => route.abort());
  await page.evaluate(() => {
    history.pushState(null, '', '?page=2');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const list = page.getByRole('region', { name: 'Мои выводы' });
  await expect(list.getByRole('alert')).toBeVisible();
  await expect(sum).toHaveValue('25,5');
  await expectUsable(page);
  await page.unrouteAll();
  await list.getByRole('button', { name: 'Повторить' }).click();
  // There is no second page.
  await expect(page).toHaveURL(exchange.origin + WITHDRAWAL);
  await expect(list).toContainText(/Вы ещё ничего не\sвыводили/);
  await expect(sum).toHaveValue('25,5');
  problems.length = 0;

  await page.route('**/api/v1/users/me/refferal/withdrawal/', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: { detail: 'Подтвердите', code: 'confirm_required', methods: ['password'] },
        })
      : route.fallback(),
  );
  await send.click();
  const password = form.getByLabel('Пароль', { exact: true });
  await expect(password).toBeFocused();
  await page.unrouteAll();
  await password.fill(ACCOUNT_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Вывод на\s25,50\s\$ запрошен/)).toBeVisible();
  // What is left is less than the smallest withdrawal.
  await expect(page.getByText(/0,95\s\$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Новый вывод' })).toBeFocused();
  const rows = page.getByRole('list', { name: 'Мои выводы' }).getByRole('listitem');
  await expect(rows).toContainText(/25,50\s\$.*24,00\sUSDT.*В\sобработке/);
  await expectUsable(page);
  // The console names the refused request.
  problems.length = 0;

  // From a sum on, without a request.
  const auto = page.getByRole('region', { name: 'Автоматический вывод' });
  await auto.getByRole('button', { name: 'Включить автоматический вывод' }).click();
  await expect(auto.getByLabel('Реквизит')).toBeFocused();
  const from = auto.getByLabel('Выводить от суммы, $');
  await from.fill('5');
  await auto.getByRole('button', { name: 'Включить' }).click();
  await expect(from).toHaveAccessibleDescription(/Выведите от\s20\s\$/);
  await from.fill('100,5');
  await expectUsable(page);
  await page.keyboard.press('Enter');
  await expect(auto.getByText('Автоматический вывод включён.')).toBeFocused();
  await expect(auto).toContainText(
    /Когда наберётся 100,50\s\$, выведем всё доступное: USDT\sTRC20, TJRab…pRTv8/,
  );
  await auto.getByRole('button', { name: 'Выключить' }).click();
  await auto.getByRole('form').getByRole('button', { name: 'Выключить' }).click();
  await expect(auto.getByText('Автоматический вывод выключен.')).toBeFocused();
  await expect(auto.getByRole('button')).toHaveText(['Включить автоматический вывод']);

  // The partner changes their mind.
  await rows.getByRole('button', { name: /^Отменить вывод 25,50\s\$$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Отменить вывод 25,50\s\$$/ });
  await expect(dialog).toContainText(/USDT\sTRC20 TJRab…pRTv8/);
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Отменить вывод' }).click();
  await expect(page.getByText(/^Вывод 25,50\s\$ отменён/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Мои выводы' })).toBeFocused();
  await expect(rows).toContainText(/ОтмененоВы\sотменили вывод/);
  await sum.fill('25,5');
  await send.click();
  await expect(rows).toHaveCount(2);

  const id = /^[\da-f-]{36}/m.exec(await exchange.runOperator('withdrawals'))?.[0] ?? '';
  await expect(rows.first().getByRole('button')).toBeVisible();
  await exchange.runOperator('withdrawal', id, 'begin');
  await page.reload();
  await expect(rows.first()).toContainText(/В\sобработке/);
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await exchange.runOperator('withdrawal', id, 'cancel', '--reason', 'Кошелёк закрыт');
  await page.reload();
  await expect(rows.first()).toContainText(/ОтмененоКошелёк закрыт/);
  await expect(sum).toBeVisible();
});
