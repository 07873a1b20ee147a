import type { Page } from '@playwright/test';
import { routePaths } from '#site/routePaths.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { createAccountVisitor } from './support/accountVisitor.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

const ACCOUNT_CLAIMS = '**/api/v1/users/me/claims/**';
const pageHeading = (page: Page) => page.getByRole('heading', { level: 1 });
const open = (page: Page, path: string) => page.goto(exchange.origin + path);

/** Lets the browser store a guest's claim: the link of its e-mail. */
async function openGuestClaim(page: Page): Promise<string> {
  const claim = await exchange.createClaim('LTC', 'SBERRUB', '3');
  const id = claim.split('#')[0] ?? '';
  await open(page, `/claim/${claim}`);
  await expect(page).toHaveURL(`${exchange.origin}/claim/${id}`);
  return id;
}

for (const { name, ...viewport } of SCREENS)
  test.describe(name, () => {
    test.use({ viewport });

    test('the account’s latest open claim opens in a browser without one', async ({ page }) => {
      const anna = await createAccountVisitor(exchange);
      await anna.createClaim('LTC', 'SBERRUB');
      const latest = await anna.createClaim('USDTTRC20', 'SBERRUB');
      const cancelled = await anna.createClaim('LTC', 'SBERRUB');
      await anna.cancelClaim(cancelled);
      await anna.openPage(page, routePaths.dashboard);
      await open(page, '/');
      await page.getByRole('link', { name: 'Вернуться к заявке' }).click();
      await expect(page).toHaveURL(`${exchange.origin}/claim/${latest.id}`);
      await expect(page.getByRole('region', { name: 'Оплата заявки' })).toContainText('USDT');
      for (const [path, heading] of [
        [routePaths.success, 'Ждём подтверждения оплаты'],
        [routePaths.fail, 'Оплата не прошла'],
      ] as const) {
        await open(page, path);
        await expect(pageHeading(page)).toHaveText(heading);
        await expect(page.locator('main')).toContainText(latest.number);
        await expectAccessible(page);
      }
      await page.getByRole('link', { name: 'Вернуться к оплате' }).press('Enter');
      await expect(page).toHaveURL(`${exchange.origin}/claim/${latest.id}`);
    });
  });

test('the later one wins, if the browser and the account both have an open claim', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  const older = await openGuestClaim(page);
  await open(page, '/claim');
  await expect(page).toHaveURL(`${exchange.origin}/claim/${older}`);
  const { id } = await anna.createClaim('LTC', 'SBERRUB');
  await anna.openPage(page, routePaths.dashboard);
  await open(page, '/claim');
  await expect(page).toHaveURL(`${exchange.origin}/claim/${id}`);
  const newer = await openGuestClaim(page);
  await open(page, '/claim');
  await expect(page).toHaveURL(`${exchange.origin}/claim/${newer}`);
});

test('the browser’s claim opens while the account does not answer', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  const saved = await openGuestClaim(page);
  await anna.createClaim('LTC', 'SBERRUB');
  await anna.openPage(page, routePaths.dashboard);
  await expect(page.getByRole('region', { name: 'Открытые заявки' })).toBeVisible();
  // Never answered.
  await page.route(ACCOUNT_CLAIMS, () => undefined);
  await open(page, '/claim');
  await expect(page).toHaveURL(`${exchange.origin}/claim/${saved}`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a slow answer is waited for', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  const { id } = await anna.createClaim('LTC', 'SBERRUB');
  await anna.openPage(page, routePaths.dashboard);
  await expect(page.getByRole('region', { name: 'Открытые заявки' })).toBeVisible();
  let answer = () => {};
  const isAsked = new Promise<void>(resolve => {
    void page.route(ACCOUNT_CLAIMS, async route => {
      resolve();
      await new Promise<void>(send => (answer = send));
      await route.continue();
    });
  });
  await page.goto(`${exchange.origin}/claim/success`);
  await isAsked;
  await expect(pageHeading(page)).toHaveText('Узнаём статус заявки');
  answer();
  await expect(page.getByRole('link', { name: 'Открыть заявку' })).toHaveAttribute('href', `/claim/${id}`);
});

test('without an answer the account’s list shows the error, and the merchant’s page asks again', async ({
  page,
  expectRepeatedProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const { id } = await anna.createClaim('LTC', 'SBERRUB');
  await anna.openPage(page, routePaths.safety);
  await page.route(ACCOUNT_CLAIMS, route => route.abort());
  await open(page, '/claim');
  await expect(page).toHaveURL(`${exchange.origin}/account/applications?status=open`);
  await expect(page.getByRole('alert')).toContainText('Нет связи');
  await open(page, '/claim/success');
  await expect(pageHeading(page)).toHaveText('Нет связи с сервером');
  await expectAccessible(page);
  await page.unroute(ACCOUNT_CLAIMS);
  await expect(page.getByRole('link', { name: 'Открыть заявку' })).toHaveAttribute('href', `/claim/${id}`);
  await expectRepeatedProblems(
    /ERR_FAILED: .*\/me\/claims\/\?page=1&status=open$/,
    /ERR_FAILED: .*\/me\/claims\/\?page=1&status=open&size=20$/,
  );
});

test('a session that has ended is a guest’s visit', async ({ page, expectProblems }) => {
  const anna = await createAccountVisitor(exchange);
  await anna.createClaim('LTC', 'SBERRUB');
  await anna.openPage(page, routePaths.safety);
  await exchange.runOperator('user', anna.email, 'sessions');
  await open(page, '/claim');
  await expect(page).toHaveURL(`${exchange.origin}/`);
  const message = page.getByRole('dialog');
  await expect(message).toContainText('В этом браузере нет незавершённой заявки');
  await expect(message).toContainText('войдите в аккаунт');
  await page.keyboard.press('Escape');
  await expect(message).toHaveCount(0);
  await open(page, '/claim/fail');
  await expect(pageHeading(page)).toHaveText('Заявки в этом браузере нет');
  await expectProblems(/401 .*\/auth\/refresh\/$/);
});

test('an account without an open claim is told so', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  await anna.openPage(page, routePaths.dashboard);
  await open(page, '/claim');
  await expect(page.getByRole('dialog')).toContainText('ни в этом браузере, ни в кабинете');
  await open(page, '/claim/success');
  await expect(pageHeading(page)).toHaveText('Заявки нет ни в этом браузере, ни в кабинете');
});

test('a guest loads no code and sends no request for the account’s claims', async ({ page }) => {
  const urls: string[] = [];
  page.on('request', request => urls.push(new URL(request.url()).pathname));
  for (const path of ['/claim', '/claim/success']) {
    await open(page, path);
    await expect(pageHeading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(urls.length).toBeGreaterThan(5);
  expect(urls.filter(url => /front-api|\/users\/|Session|AccountClaims|accountApi/.test(url))).toEqual([]);
});
