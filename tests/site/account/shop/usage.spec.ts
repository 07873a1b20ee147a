import { expectAccessible } from '#tests/support/accessibility.ts';
import { openWebhookReceiver } from '#tests/server/shop/support/webhookReceiver.ts';
import { startAccountExchange, type AccountExchange } from '../../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../../support/siteTest.ts';
import { logInNewAccount } from '../support/logInNewAccount.ts';

const USAGE_PATH = '/account/shop/usage';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange({ WEBHOOK_PRIVATE: 'on' });
});
test.afterAll(() => exchange.close());

test('a test claim walks through its statuses, and each shows the webhook that arrives', async ({ page }) => {
  await using receiver = await openWebhookReceiver();
  const { send } = await logInNewAccount(page, exchange);
  const webhook = { url: receiver.url, mode: 'test', events: ['claim.status', 'accrual.created'] };
  expect((await send('/api/v1/users/me/shop/webhooks/', webhook)).status).toBe(201);
  await page.goto(exchange.origin + USAGE_PATH);
  const section = page.getByRole('region', { name: /^Проверьте без\sденег/ });
  await section.getByRole('button', { name: 'Создать тестовую заявку' }).press('Enter');
  const status = section.getByRole('status');
  await expect(status).toContainText(/^Заявка T[0-9A-F]{8}: .+ на\s.+Ожидает оплаты$/);
  const next = section.getByRole('group', { name: 'Следующий статус' }).getByRole('button');
  await expect(next).toHaveText([
    'Вы сообщили об оплате',
    'Ждём подтверждений сети',
    'Отменена',
    'Время оплаты истекло',
  ]);
  const log = section.getByRole('list', { name: 'Вебхуки заявки' }).getByRole('listitem');
  for (const [index, label] of [
    'Ждём подтверждений сети',
    'AML-проверка',
    'Оплачена',
    'Отправляем средства',
    'Выполнена',
  ].entries()) {
    await next.filter({ hasText: label }).click();
    await expect(status).toContainText(label);
    await expect(log).toHaveCount(label === 'Выполнена' ? 7 : index + 2);
  }
  await expect(status).toBeFocused();
  await expect(log.last()).toContainText('accrual.created');
  await expect(log.nth(5)).toContainText('claim.status: completed');
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(7);
  // The page shows what arrives.
  const shown = await log.locator('pre').allTextContents();
  expect(shown.map(text => JSON.parse(text) as unknown)).toEqual(
    receiver.received.map(({ body }) => JSON.parse(body) as unknown),
  );
  await expectAccessible(page, { except: 'exchange-widget' });
  await section.getByRole('button', { name: 'Создать ещё одну' }).click();
  await expect(log).toHaveCount(1);
});

test('the widget has the courses of the account, and its code is loaded again after a failure', async ({
  page,
  expectRepeatedProblems,
}) => {
  await logInNewAccount(page, exchange);
  await page.route('**/api/v1/users/me/shop/links/', route => route.abort());
  const personalCourse = page.waitForRequest(
    request =>
      /\/(?:course|pair)\//.test(request.url()) &&
      request.headers().authorization?.startsWith('Bearer ') === true,
  );
  await page.goto(exchange.origin + USAGE_PATH);
  const widgetSection = page.getByRole('region', { name: /^Форма на\sвашем сайте/ });
  await expect(widgetSection.getByRole('alert')).toBeVisible();
  await expectAccessible(page, { except: 'exchange-widget' });
  await page.unrouteAll();
  await widgetSection.getByRole('button', { name: 'Повторить' }).press('Enter');
  await expect(widgetSection.getByRole('textbox', { name: 'Код для вставки' })).toHaveText(
    /<exchange-widget cur_from="USDTTRC20" cur_to="SBERRUB" rid="([A-Z2-9]{8})">\s+<a href=".*\?ref=\1&amp;cur_from=/,
  );
  await page.locator('exchange-widget').scrollIntoViewIfNeeded();
  await personalCourse;
  await expectRepeatedProblems(/ERR_FAILED: .*\/me\/shop\/links\/$/);
});

test('shows the live widget and snippets to copy on every screen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logInNewAccount(page, exchange);
  for (const { width, height } of [...SCREENS, { width: 320, height: 640 }]) {
    await page.setViewportSize({ width, height });
    await page.goto(exchange.origin + USAGE_PATH);
    // The script loads a widget that is close to the screen.
    await page.locator('exchange-widget').scrollIntoViewIfNeeded();
    await expect(page.locator('exchange-widget input[name=fromSumma]')).not.toHaveValue('');
    await expect(page.locator('.usage')).toContainText(/rid="[A-Z2-9]{8}"/);
    const box = page.getByRole('group', { name: 'Создать заявку' });
    for (const [language, part] of [
      ['Node', 'fetch('],
      ['PHP', 'curl_init('],
      ['Python', 'urlopen('],
      ['curl', '-H "Idempotency-Key'],
    ] as const) {
      await box.getByRole('button', { name: language, exact: true }).click();
      await expect(box.getByRole('region')).toContainText(part);
    }
    await expectAccessible(page, { except: 'exchange-widget' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  const verify = page.getByRole('group', { name: 'Проверить подпись' });
  await verify.getByRole('button', { name: 'Python', exact: true }).click();
  await verify.getByRole('button', { name: /^Скопировать/ }).click();
  await expect(verify.getByRole('button', { name: /^Скопировать/ })).toHaveText('Скопировано');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('def is_genuine(');
});
