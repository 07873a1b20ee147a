import type { Page, Request } from '@playwright/test';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import { QUOTE_LIFETIME_MS } from '#server/exchange/courses/recentCourses.ts';
import {
  expectWidgetAccessible,
  CARD_REQUISITES,
  expect,
  fillRequisites,
  openWidgetForm,
  test,
} from '../support/widgetTest.ts';

/** Waits until a script of the widget is received. */
const waitForScript = async (page: Page, name: string) =>
  (await page.waitForResponse(response => response.url().endsWith(`/${name}.js`))).finished();

const isClaimPost = (request: Request) => request.method() === 'POST' && request.url().endsWith('/claim/');

const BTC_TO_CARD = { cur_from: 'BTC', cur_to: 'SBERRUB' };

/** The course of a page without a connection, and what is loaded for a changed one. */
const OFFLINE_COURSE =
  /ERR_INTERNET_DISCONNECTED: .*\/(calculator\/course\/5\/19\/|ChangedTermsScreen\.js(\?\d)?)$/;

/** Opens the form and fills in the requisites, so that the claim can be created. */
async function openConfirmation(page: Page, address: string, email: string) {
  const widget = await openWidgetForm(page, address);
  await fillRequisites(widget, { ...CARD_REQUISITES, email });
  return widget;
}

test('retries with the same key after a server crash and creates one claim', async ({
  page,
  shop,
  exchangeFixture,
  expectRepeatedProblems,
}) => {
  const email = 'died@example.com';
  const widget = await openConfirmation(page, shop.pageAddress(exchangeFixture.origin, BTC_TO_CARD), email);
  const keys: (string | undefined)[] = [];
  page.on('request', request => isClaimPost(request) && keys.push(request.headers()['idempotency-key']));
  // Loaded with the request. On a slow machine the server would be killed before it has sent them.
  const loaded = Promise.all([
    waitForScript(page, 'ChangedTermsScreen'),
    waitForScript(page, 'ChangedTerms'),
  ]);
  // The server creates the claim, but its response is lost.
  await page.route(
    '**/api/v1/claim/',
    async route => {
      await Promise.all([route.fetch(), loaded]);
      await exchangeFixture.kill();
      await route.abort();
    },
    { times: 1 },
  );
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByText('второй такой же не будет')).toBeVisible();
  await expect(widget.getByRole('button', { name: 'Создаём заявку…' })).toBeVisible();
  await expectWidgetAccessible(page);
  // A fast machine would start the server before the next try.
  await expect.poll(() => keys.length).toBeGreaterThan(1);
  await exchangeFixture.start();
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(await exchangeFixture.countClaims(email)).toBe(1);
  await expectRepeatedProblems(
    /ERR_FAILED: .*\/api\/v1\/claim\/$/,
    /ERR_CONNECTION_REFUSED: .*\/api\/v1\/claim\/$/,
  );
});

test('a reload resumes a pending creation with the same key', async ({
  page,
  shop,
  exchangeFixture,
  expectProblems,
}) => {
  const email = 'reloaded@example.com';
  const widget = await openConfirmation(page, shop.pageAddress(exchangeFixture.origin, BTC_TO_CARD), email);
  const keys: (string | undefined)[] = [];
  page.on('request', request => isClaimPost(request) && keys.push(request.headers()['idempotency-key']));
  await page.route('**/api/v1/claim/', async route => {
    await route.fetch();
    await route.abort();
  });
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByText('второй такой же не будет')).toBeVisible();
  await page.unroute('**/api/v1/claim/');
  await page.reload();
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(keys.length).toBeGreaterThan(1);
  expect(await exchangeFixture.countClaims(email)).toBe(1);
  await expectProblems(/ERR_FAILED: .*\/api\/v1\/claim\/$/);
});

test('creates the claim after being offline at the confirmation', async ({
  page,
  context,
  shop,
  exchangeFixture,
  expectRepeatedProblems,
}) => {
  const email = 'offline@example.com';
  await page.clock.install();
  const widget = await openConfirmation(page, shop.pageAddress(exchangeFixture.origin, BTC_TO_CARD), email);
  await context.setOffline(true);
  await page.clock.runFor(COURSE_POLL_INTERVAL_MS + 5_000);
  const notice = widget.getByText('Нет связи с сервером');
  await expect(notice).toBeVisible();
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByText('Ответа пока нет')).toBeVisible();
  await widget.getByRole('button', { name: 'Назад' }).click();
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByText('Ответа пока нет')).toBeVisible();
  await context.setOffline(false);
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await exchangeFixture.countClaims(email)).toBe(1);
  await expectRepeatedProblems(OFFLINE_COURSE, /ERR_INTERNET_DISCONNECTED: .*\/api\/v1\/claim\/$/);
});

test('refreshes the course and the amounts at the confirmation', async ({ page, shop, exchangeFixture }) => {
  await page.clock.install();
  const widget = await openWidgetForm(
    page,
    shop.pageAddress(exchangeFixture.origin, { cur_from: 'USDTTRC20', cur_to: 'TCSBRUB' }),
  );
  await widget.locator('[name=fromSumma]').fill('1000');
  await fillRequisites(widget, CARD_REQUISITES);
  await exchangeFixture.freezeCourse('USDTTRC20', 'TCSBRUB', '77');
  await expect
    .poll(async () => {
      await page.clock.runFor(COURSE_POLL_INTERVAL_MS + 1_000);
      return widget.locator('.summary').innerText();
    })
    .toContain('77\u00a0000,00\u00a0₽');
});

test('shows one notice while the response to a creation is missing', async ({
  page,
  context,
  shop,
  exchangeFixture,
  expectRepeatedProblems,
}) => {
  await page.clock.install();
  const widget = await openWidgetForm(page, shop.pageAddress(exchangeFixture.origin, BTC_TO_CARD));
  await fillRequisites(widget, { ...CARD_REQUISITES, email: 'one-notice@example.com' });
  await context.setOffline(true);
  await page.clock.runFor(COURSE_POLL_INTERVAL_MS + 5_000);
  const failures = widget.getByText(/Нет связи|Ответа пока нет/);
  await expect(failures).toHaveText(/Нет связи/);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(failures).toHaveText(/Ответа пока нет/);
  await expectRepeatedProblems(OFFLINE_COURSE, /ERR_INTERNET_DISCONNECTED: .*\/api\/v1\/claim\/$/);
});

test('retries a creation that failed without a connection', async ({
  page,
  context,
  shop,
  exchangeFixture,
  expectRepeatedProblems,
}) => {
  const email = 'retried@example.com';
  await page.clock.install();
  const widget = await openConfirmation(page, shop.pageAddress(exchangeFixture.origin, BTC_TO_CARD), email);
  const keys: (string | undefined)[] = [];
  page.on('request', request => isClaimPost(request) && keys.push(request.headers()['idempotency-key']));
  await context.setOffline(true);
  // The quote expires, so a new course is requested before the claim is sent.
  await page.clock.runFor(QUOTE_LIFETIME_MS + COURSE_POLL_INTERVAL_MS);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Заявка не создана' })).toBeVisible();
  await expect(widget.locator('.note')).toHaveText(/Нет связи с\sсервером/);
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Повторить' }).click();
  await expect(widget.getByRole('heading', { name: 'Заявка не создана' })).toBeVisible();
  await expect(widget.locator('.note')).toHaveText(/Нет связи с\sсервером/);
  expect(keys).toEqual([]);
  await context.setOffline(false);
  await expect(widget.locator('.note')).toHaveText(/Связь восстановилась/);
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Повторить' }).dblclick();
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  expect(keys).toHaveLength(1);
  expect(await exchangeFixture.countClaims(email)).toBe(1);
  await expectRepeatedProblems(OFFLINE_COURSE);
});
