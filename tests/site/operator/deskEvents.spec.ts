import type { Page } from '@playwright/test';
import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const { exchange, test } = createDeskTest('file');

const EVENTS = '**/api/v1/operator/events/';

/** Less than the polling, which is every 10 s without a stream and every 30 s with one. */
const AT_ONCE = { timeout: 6_000 };

const waitForStream = (page: Page) => page.waitForResponse(EVENTS);

test('changes by clients, colleagues and commands appear at once on «Сегодня», in the list and on the claim', async ({
  page,
  openDesk,
}) => {
  const anna = await createAccountVisitor(exchange);
  const opened = waitForStream(page);
  await openDesk('support');
  expect((await opened).headers()['content-type']).toBe('text/event-stream');

  const claim = await anna.createClaim('SBERRUB', 'LTC', '7000');
  const pay = ['claim', claim.id, '--amount', '7000', '--reference', 'A-1'];
  await exchange.runOperator(...pay);
  await expect(page.getByRole('link', { name: claim.number })).toBeVisible(AT_ONCE);
  await expect(page).toHaveTitle(/^Сегодня/);

  await page.keyboard.press('c');
  await expect(page.getByRole('link', { name: claim.number })).toBeVisible();
  const later = await anna.createClaim('TON', 'SBERRUB', '52');
  await expect(page.getByRole('link', { name: later.number })).toBeVisible(AT_ONCE);

  await page.getByRole('link', { name: claim.number }).click();
  await expect(page.getByText('Оплачена', { exact: true }).first()).toBeVisible();
  await exchange.runOperator('claim', claim.id, 'payout');
  await expect(page.getByText('Выплачиваем', { exact: true }).first()).toBeVisible(AT_ONCE);
});

test('without the stream the desk polls, and connects again when the page is shown again', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  await page.route(EVENTS, route => route.fulfill({ status: 404, json: {} }));
  await openDesk('support');
  await expectProblems(/404 .*\/events\/$/);
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7100');
  await exchange.runOperator('claim', claim.id, '--amount', '7100', '--reference', 'A-2');
  await expect(page.getByRole('link', { name: claim.number })).toBeVisible({ timeout: 15_000 });

  await page.unroute(EVENTS);
  const reopened = waitForStream(page);
  await page.evaluate(() => {
    for (const hidden of [true, false]) {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
  expect((await reopened).status()).toBe(200);
});
