import { findBuiltPath } from '#tests/support/browser/builtPath.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, test } from '../support/siteTest.ts';
import { createAccountVisitor } from './support/accountVisitor.ts';
import {
  APPLICATIONS,
  fillClaimForm,
  locateOffer,
  locateRow,
  locateRows,
} from './support/applicationsPage.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

test('a claim made while logged in is the account’s, on a second device without its secret', async ({
  page,
  openOtherBrowser,
}) => {
  const anna = await createAccountVisitor(exchange);
  await anna.openPage(page, '/account/dashboard');
  await page.goto(`${exchange.origin}/?cur_from=LTC&cur_to=SBERRUB`);
  await fillClaimForm(page, '2,5');
  const response = page.waitForResponse(
    answer => answer.url().endsWith('/api/v1/claim/') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  const { id, number } = (await (await response).json()) as { id: string; number: string };

  const phone = await openOtherBrowser();
  const guest = await openOtherBrowser();
  await guest.goto(`${exchange.origin}/claim/${id}`);
  await expect(guest.getByRole('region', { name: 'Статус заявки' })).toContainText('ещё не оплачена');
  await anna.openPage(phone, APPLICATIONS);
  await locateRow(phone, number)
    .getByRole('link', { name: `№ ${number}`, exact: true })
    .click();
  const payment = phone.getByRole('region', { name: 'Оплата заявки' });
  await expect(payment).toContainText('2,5 LTC');
  await expect(phone.getByRole('complementary', { name: 'О заявке' })).toContainText(number);
  await phone.reload();
  await expect(payment).toContainText('2,5 LTC');
  // A logout hides it at once.
  const other = await phone.context().newPage();
  await other.goto(`${exchange.origin}/account/dashboard`);
  await phone.bringToFront();
  await other.getByRole('button', { name: 'Выйти' }).click();
  await expect(other).toHaveURL(`${exchange.origin}/`);
  await expect(phone.getByRole('region', { name: 'Статус заявки' })).toContainText('ещё не оплачена');
  await expect(phone.getByText('2,5 LTC')).toHaveCount(0);
  await anna.openPage(other, `/claim/${id}`);
  await other.getByRole('button', { name: 'Отменить заявку' }).click();
  await other.getByRole('button', { name: 'Да, отменить' }).click();
  await expect(other.getByRole('region', { name: 'Статус заявки' })).toContainText(
    CLAIM_STATUS_RULES.cancelled.label,
  );
});

test('a session that is over is said before the claim, which a guest can create', async ({
  page,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  await anna.openPage(page, '/account/dashboard');
  await page.goto(`${exchange.origin}/?cur_from=LTC&cur_to=SBERRUB`);
  const email = await fillClaimForm(page, '2,6');
  // Ended elsewhere: this browser still has its cookies.
  await exchange.runOperator('user', anna.email, 'sessions');
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  const failed = page.getByRole('region', { name: 'Заявка не создана' });
  await expect(failed).toContainText(/Вход устарел/);
  await failed.getByRole('button', { name: /^Создать без\sвхода/ }).click();
  await expect(page.getByRole('region', { name: 'Оплата заявки' })).toContainText('2,6 LTC');
  expect(await exchange.countClaims(email)).toBe(1);
  await expectProblems(/401 .*\/api\/v1\/claim\/$/, /401 .*\/auth\/refresh\/$/);
});

test('claims of a guest in this browser are added by one press', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const claims = [
    await exchange.createClaim('LTC', 'SBERRUB', '2.71'),
    await exchange.createClaim('TON', 'SBERRUB', '51'),
  ];
  for (const claim of claims) {
    await page.goto(`${exchange.origin}/claim/${claim}`);
    await expect(page).toHaveURL(`${exchange.origin}/claim/${claim.split('#')[0]}`);
  }
  await anna.openPage(page, '/account/dashboard');
  await expect(locateOffer(page)).toContainText('2\u00a0заявки');
  await page.goto(`${exchange.origin}${APPLICATIONS}`);
  await expect(page.getByRole('heading', { name: 'Заявок пока нет' })).toBeVisible();
  await locateOffer(page).getByRole('button', { name: 'Добавить в кабинет' }).press('Enter');
  await expect(locateRows(page)).toHaveCount(2);
  await expect(locateOffer(page)).toContainText('добавлено: 2\u00a0заявки');
  await expect(locateOffer(page).getByText(/добавлено/)).toBeFocused();
  await page.reload();
  await expect(locateRows(page)).toHaveCount(2);
  await expect(locateOffer(page)).toHaveCount(0);

  // Of another account, in another browser: refused, and said by number.
  const boris = await createAccountVisitor(exchange);
  const other = await openOtherBrowser();
  await other.goto(`${exchange.origin}/claim/${claims[0]}`);
  await expect(other).not.toHaveURL(/#/);
  await boris.openPage(other, APPLICATIONS);
  await locateOffer(other).getByRole('button', { name: 'Добавить в кабинет' }).click();
  await expect(locateOffer(other)).toContainText(/заявка в\sдругом кабинете/);
  await expectProblems(/404 .*\/me\/claims\/attach\/$/);
});

test('a dismissed offer does not come back', async ({ page }) => {
  const anna = await createAccountVisitor(exchange);
  await page.goto(`${exchange.origin}/claim/${await exchange.createClaim('LTC', 'SBERRUB', '2.72')}`);
  await expect(page).not.toHaveURL(/#/);
  await anna.openPage(page, APPLICATIONS);
  await locateOffer(page)
    .getByRole('button', { name: /^Не\sдобавлять/ })
    .click();
  await expect(locateOffer(page)).toHaveCount(0);
  const list = page.waitForResponse(response => response.url().includes('/me/claims/'));
  await page.reload();
  await list;
  await expect(page.getByRole('heading', { name: 'Заявок пока нет' })).toBeVisible();
  await expect(locateOffer(page)).toHaveCount(0);
});

test('the widget on a partner’s page stays a guest’s', async ({ page, context }) => {
  const anna = await createAccountVisitor(exchange);
  await anna.openPage(page, '/account/dashboard');
  // The same host, so that even the readable cookie is there.
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="ru"><title>Партнёр</title><link rel="icon" href="data:,">
      <script src="${exchange.origin}/widget/exchange-widget.js" async crossorigin></script>
      <exchange-widget cur_from="LTC" cur_to="SBERRUB"></exchange-widget>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const partner = await context.newPage();
  const requests: { url: string; authorization: string | undefined }[] = [];
  partner.on('request', request =>
    requests.push({ url: request.url(), authorization: request.headers()['authorization'] }),
  );
  await partner.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await fillClaimForm(partner, '2,8');
  await partner.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(partner.getByRole('region', { name: 'Оплата заявки' })).toContainText('2,8 LTC');
  expect(requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  const sessionCode = findBuiltPath('site/shell/session/createBrowserSession.ts');
  const ofAccounts = requests.filter(
    ({ url }) => url.endsWith(sessionCode) || /front-api|\/users\//.test(url),
  );
  expect(ofAccounts).toEqual([]);
  await partner.close();
  server.close();
  await page.goto(`${exchange.origin}${APPLICATIONS}`);
  await expect(page.getByRole('heading', { name: 'Заявок пока нет' })).toBeVisible();
});
