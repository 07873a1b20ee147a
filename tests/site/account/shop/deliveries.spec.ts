import type { Webhook } from '#core/contract/account/shopWebhooks.ts';
import { openWebhookReceiver } from '#tests/server/shop/support/webhookReceiver.ts';
import { startAccountExchange, type AccountExchange } from '../../auth/support/accountExchange.ts';
import { expect, test } from '../../support/siteTest.ts';
import { logInNewAccount } from '../support/logInNewAccount.ts';

const WEBHOOKS = '/api/v1/users/me/shop/webhooks/';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange({ WEBHOOK_PRIVATE: 'on' });
});
test.afterAll(() => exchange.close());

test('the deliveries have pages that keep the focus, and say why they are not refreshed', async ({
  page,
  expectProblems,
}) => {
  await using receiver = await openWebhookReceiver();
  const { send } = await logInNewAccount(page, exchange);
  const created = await send(WEBHOOKS, { url: receiver.url, mode: 'test', events: ['claim.status'] });
  const { id } = (await created.json()) as Webhook;
  for (let count = 0; count < 11; count++) await send(`${WEBHOOKS}${id}/test/`, {});
  await page.goto(`${exchange.origin}/account/shop/api`);
  await page.getByRole('button', { name: 'Доставки' }).click();
  const rows = page.getByRole('list', { name: 'Доставки' }).getByRole('listitem');
  await expect(rows).toHaveCount(10);
  const pages = page.getByRole('group', { name: 'Страницы' });
  await expect(pages).toContainText('1–10 из 11');
  await pages.getByRole('button', { name: 'Следующая страница' }).press('Enter');
  await expect(rows).toHaveCount(1);
  // The pressed button is gone on the last page.
  await expect(pages.getByRole('button', { name: 'Страница 2' })).toBeFocused();
  await expect(pages.getByRole('button', { name: 'Страница 2' })).toHaveAttribute('aria-current', 'page');
  await expect(rows).toContainText(/Доставлено, код\s204/);
  await rows.getByRole('button', { name: /^Отправить ещё раз/ }).press('Enter');
  await expect(rows).toHaveCount(10);
  await expect(pages).toContainText('1–10 из 12');

  const requests: string[] = [];
  await page.route('**/deliveries/**', route => {
    requests.push(route.request().url());
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '60' },
      json: { detail: '', code: 'too_many_requests' },
    });
  });
  const failure = page.getByRole('status').filter({ hasText: 'Список на' });
  await expect(failure).toContainText('Список на');
  await expect(rows).toHaveCount(10);
  await page.unrouteAll();
  await failure.getByRole('button', { name: 'Повторить' }).click();
  await expect(failure).toBeHidden();
  expect(requests).toHaveLength(1);
  await expectProblems(/429 .*\/deliveries\/\?page=1&size=10$/);
});
