import { expectAccessible } from '#tests/support/accessibility.ts';
import { routePaths } from '#site/routePaths.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { logInNewAccount, type OpenedAccount } from './support/logInNewAccount.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

/** Gives a claim that was created as a guest to the account. Returns `id#secret`. */
async function createOwnClaim(
  account: OpenedAccount,
  from: string,
  to: string,
  amount: string,
): Promise<string> {
  const claim = await exchange.createClaim(from, to, amount);
  const [id = '', secret = ''] = claim.split('#');
  const response = await account.send(
    '/api/v1/users/me/claims/attach/',
    { id },
    { 'x-claim-secret': secret },
  );
  expect(response.status).toBe(204);
  return claim;
}

const complete = (claim: string) =>
  exchange.moveClaim(claim, ['confirming', 'aml', 'paid', 'payout', 'completed']);

test('the dashboard shows open claims, the turnover and the way to the next discount', async ({ page }) => {
  const account = await logInNewAccount(page, exchange);
  const paid = await createOwnClaim(account, 'USDTTRC20', 'SBERRUB', '1200.50');
  await complete(paid);
  const open = await createOwnClaim(account, 'USDTTRC20', 'SBERRUB', '100');
  await page.goto(exchange.origin + routePaths.dashboard);
  const openClaims = page.getByRole('region', { name: 'Открытые заявки' });
  await expect(openClaims).toContainText(/Оплатите до\s(\d+\s[а-я]+,\s)?\d\d:\d\d/);
  await expect(page.locator('.button.primary')).toHaveText(['Оплатить']);
  await expect(openClaims).toContainText('100,00 USDT на');
  await expect(openClaims).toContainText('Ждёт оплаты');
  // One Tether is one dollar.
  await expect(page.locator('.totals')).toContainText(/1\s200,50\s\$/);
  await expect(page.locator('.totals')).toContainText(/0,05\s%/);
  await expect(page.locator('.totals')).toContainText(/до\s0,1\s% ещё 3\s799,50\s\$/);
  // Nothing was exchanged by a cancelled claim.
  const amounts = page.getByRole('table').locator('tr[data-exchange]').filter({ hasText: '1\u00a0200,50' });
  await expect(amounts).toHaveAttribute('data-exchange', 'true');
  await expect(page.getByRole('columnheader', { name: 'Отдаёте' })).toBeVisible();
  const saved = page.getByRole('region', { name: /^Карты и\sкошельки/ });
  await expect(saved.getByText(/^Сохранённые не\sпридётся/)).toBeVisible();
  await account.send('/api/v1/users/me/requisites/', {
    currency: 'SBERRUB',
    values: { card: '2200000000000004', fio: 'Анна Смирнова' },
  });
  await page.reload();
  await expect(saved.getByRole('listitem')).toContainText(/2200\s••••\s0004Сбербанк/);
  await expect(saved.getByRole('link', { name: /^Подтвердить: Сбербанк/ })).toBeVisible();
  await openClaims.getByRole('link', { name: /^Оплатить/ }).click();
  await expect(page).toHaveURL(`${exchange.origin}/claim/${open.split('#')[0]}`);
});

test('a direction opens the filled form, with the account’s course', async ({ page }) => {
  const account = await logInNewAccount(page, exchange);
  await complete(await createOwnClaim(account, 'LTC', 'SBERRUB', '20'));
  await page.goto(exchange.origin + routePaths.dashboard);
  const pair = page.getByRole('region', { name: 'Ваши направления' }).getByRole('link');
  await expect(pair).toContainText('Litecoin на Сбербанк');
  await expect(pair).toContainText(/скидка\s0,05\s%/);
  await pair.click();
  await expect(page).toHaveURL(/cur_from=LTC&cur_to=SBERRUB/);
  await expect(page.locator('.course-bar')).toContainText(/скидка\s0,05\s%/);

  // A page that is opened anew begins with the course of guests, which is in its HTML.
  const isOfAccount = (url: string, authorization: string | undefined) =>
    url.includes('/calculator/course/') && authorization?.startsWith('Bearer ');
  const priced = page.waitForRequest(
    request => isOfAccount(request.url(), request.headers().authorization) ?? false,
  );
  await page.reload();
  await priced;
  await expect(page.locator('.course-bar')).toContainText(/скидка\s0,05\s%/);

  // After a logout in another tab the next course is a guest's.
  const other = await page.context().newPage();
  await other.goto(exchange.origin + routePaths.dashboard);
  await other.getByRole('button', { name: 'Выйти' }).click();
  await expect(other).toHaveURL(`${exchange.origin}/`);
  await page.bringToFront();
  await page.reload();
  await expect(page.locator('.course-bar')).toContainText('LTC');
  await expect(page.locator('.course-bar')).not.toContainText('скидка');
});

test('a promocode is kept and used in the form with one press', async ({ page, expectProblems }) => {
  await logInNewAccount(page, exchange);
  await page.goto(exchange.origin + routePaths.promocodes);
  await expect(page.getByText('Здесь пока нет промокодов')).toBeVisible();
  const input = page.getByLabel('Промокод', { exact: true });
  await input.fill('НЕТ');
  await input.press('Enter');
  await expect(page.getByText(/^Такого промокода нет/)).toBeVisible();
  await expect(input).toBeFocused();
  // Chromium reports the refusal.
  await expectProblems(/400 .*\/me\/promocodes\/$/);
  await input.fill('start');
  await input.press('Enter');
  await expect(page.getByText(/^Промокод START в\sкабинете/)).toBeVisible();
  const list = page.getByRole('list', { name: 'Мои промокоды' });
  await expect(list).toContainText(/25\s% комиссии обратно, без\sсрока/);
  await list.getByRole('link', { name: /^Обменять с\sпромокодом START/ }).press('Enter');
  await expect(page).toHaveURL(`${exchange.origin}/`);
  const widget = page.locator('exchange-widget');
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await expect(widget.locator('[name=promocode]')).toHaveValue('START');
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('dashboard and promocodes have no accessibility violation and fit the screen', async ({ page }) => {
      const account = await logInNewAccount(page, exchange);
      await complete(await createOwnClaim(account, 'LTC', 'SBERRUB', '20'));
      await createOwnClaim(account, 'USDTTRC20', 'SBERRUB', '100');
      await account.send('/api/v1/users/me/promocodes/', { code: 'START' });
      for (const [path, text] of [
        [routePaths.dashboard, 'Ваши направления'],
        [routePaths.promocodes, 'Обменять'],
      ] as const) {
        await page.goto(exchange.origin + path);
        await expect(page.getByText(text).first()).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      }
    });
  });
}
