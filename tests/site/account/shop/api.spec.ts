import { Webhook } from 'standardwebhooks';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { openWebhookReceiver } from '#tests/server/shop/support/webhookReceiver.ts';
import {
  ACCOUNT_PASSWORD,
  startAccountExchange,
  type AccountExchange,
} from '../../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../../support/siteTest.ts';
import { openAccountPage, readEmailLink } from '../support/accountPage.ts';
import { logInNewAccount } from '../support/logInNewAccount.ts';

const API_PATH = '/account/shop/api';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange({ WEBHOOK_PRIVATE: 'on' });
});
test.afterAll(() => exchange.close());

test('a key is created after the password, shown once, used and revoked', async ({
  page,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, API_PATH);
  const section = page.getByRole('region', { name: 'Ключи' });
  await expect(section.getByText('Ключей пока нет.')).toBeVisible();
  await page.route('**/api/v1/users/me/shop/keys/', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: { detail: 'Подтвердите', code: 'confirm_required', methods: ['password'] },
        })
      : route.fallback(),
  );
  await section.getByRole('button', { name: 'Создать ключ', exact: true }).click();
  const form = page.getByRole('form', { name: 'Новый ключ' });
  await expect(form.getByLabel('Название')).toBeFocused();
  const submit = form.getByRole('button', { name: 'Создать ключ' });
  await submit.click();
  await expect(form.getByLabel('Название')).toBeFocused();
  await expect(form.getByLabel('Название')).toHaveAccessibleDescription('Заполните это поле');
  await form.getByLabel('Название').fill('Касса на Невском');
  await form.getByLabel(/^читать статистику/).check();
  await submit.click();
  await expect(form.getByLabel('Пароль', { exact: true })).toBeFocused();
  await page.unrouteAll();
  await form.getByLabel('Пароль', { exact: true }).fill(ACCOUNT_PASSWORD);
  await page.keyboard.press('Enter');

  const created = page.getByRole('group', { name: 'Ключ создан' });
  await expect(created.getByRole('heading')).toBeFocused();
  const key = (await created.getByRole('textbox', { name: 'Ключ' }).textContent()) ?? '';
  expect(key).toMatch(/^rz_test_[0-9A-Za-z]{46}$/);
  await expect(created.getByRole('button', { name: 'Скопировать: Ключ' })).toBeVisible();
  await expectAccessible(page);
  const row = section.getByRole('listitem', { name: 'Касса на Невском' });
  await expect(row).toContainText(`…${key.slice(-6)}`);
  await expect(row.getByRole('list', { name: 'Права' }).getByRole('listitem')).toHaveCount(3);
  await expect(row).toContainText('читать заявкиещё ни разу');
  // A link asks before it leaves the only place that shows the key.
  const asking = page.waitForEvent('dialog');
  const leaving = page.getByRole('contentinfo').getByRole('link').first().press('Enter');
  const dialog = await asking;
  expect(dialog.message()).toMatch(/^Секрет ещё на\sэкране/);
  await dialog.dismiss();
  await leaving;
  await expect(created).toBeVisible();
  await created.getByRole('button', { name: /^Я\sсохранил$/ }).click();
  await expect(created).toHaveCount(0);
  expect(await page.content()).not.toContain(key);
  await readEmailLink(exchange, email, 'shop_key_created');

  const use = () =>
    fetch(`${exchange.origin}/api/v1/shop/claims/`, { headers: { authorization: `Bearer ${key}` } });
  expect((await use()).status).toBe(200);
  await page.reload();
  await expect(row).not.toContainText('читать заявкиещё ни разу');
  await expect(row).toContainText('создавать заявкиещё ни разу');
  await row.getByRole('button', { name: /^Отозвать/ }).click();
  const confirmation = row.getByRole('form');
  await expect(confirmation.getByRole('button', { name: 'Отозвать ключ' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: /^Отозвать/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await expect(section.getByRole('heading', { name: 'Ключи' })).toBeFocused();
  expect((await use()).status).toBe(401);
  await expectProblems(/403 .*\/me\/shop\/keys\/$/);
});

test('a webhook is added, tested, rotated, redelivered and removed, with live deliveries', async ({
  page,
  expectProblems,
}) => {
  await using receiver = await openWebhookReceiver();
  await logInNewAccount(page, exchange);
  await page.goto(exchange.origin + API_PATH);
  const section = page.getByRole('region', { name: 'Вебхуки' });
  await section.getByRole('button', { name: 'Добавить вебхук', exact: true }).click();
  const form = page.getByRole('form', { name: 'Новый вебхук' });
  await form.getByLabel('Адрес').fill('https://user:secret@shop.example/');
  await form.getByRole('button', { name: 'Добавить вебхук' }).click();
  await expect(form.getByLabel('Адрес')).toHaveAccessibleDescription(/Уберите из\sадреса имя и\sпароль/);
  await form.getByLabel('Адрес').fill(receiver.url);
  await page.keyboard.press('Enter');
  const secretField = section.getByRole('textbox', { name: 'Секрет подписи' });
  const first = (await secretField.textContent()) ?? '';
  expect(first).toMatch(/^whsec_/);
  const row = section.getByRole('listitem', { name: receiver.url });
  await expect(row).toContainText('Включён');

  // The first attempt fails; the list shows it, and then the retry.
  receiver.respond = response => void response.writeHead(503).end();
  await row.getByRole('button', { name: 'Проверить' }).click();
  const delivery = row.getByRole('list', { name: 'Доставки' }).getByRole('listitem').first();
  await expect(delivery).toContainText(/Отправляем, код\s503/, { timeout: 20_000 });
  receiver.respond = response => void response.writeHead(200).end();
  await expect(delivery).toContainText(/Доставлено, код\s200.*попытка\s2/, { timeout: 30_000 });
  expect(
    new Webhook(first).verify(receiver.received[1]?.body ?? '', headersOf(receiver.received[1])),
  ).toMatchObject({ type: 'webhook.test' });
  await delivery.getByText('Тело запроса').click();
  await expect(delivery.locator('pre')).toContainText('"type": "webhook.test"');
  await expectAccessible(page);
  await delivery.getByRole('button', { name: /^Отправить ещё раз/ }).click();
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3);
  await expect(row.getByText(/^Последняя доставка: Доставлено, код\s200/)).toHaveRole('status');

  // Nothing takes the place of a secret that is shown.
  const rotate = row.getByRole('button', { name: 'Сменить секрет' });
  await expect(rotate).toHaveCount(0);
  const added = section.getByRole('group', { name: `Вебхук добавлен: ${receiver.url}` });
  await added.getByRole('button', { name: /^Я\sсохранил$/ }).click();
  await expect(section.getByRole('heading', { name: 'Вебхуки' })).toBeFocused();
  await rotate.click();
  await page.keyboard.press('Escape');
  await expect(rotate).toBeFocused();
  await page.keyboard.press('Enter');
  await rotate.press('Enter');
  await expect(secretField).not.toHaveText(first);
  await expect(section.getByRole('heading', { name: 'Секрет заменён' })).toBeFocused();
  await expect(row).toContainText(/Прежний секрет тоже подписывает до/);
  const second = (await secretField.textContent()) ?? '';
  await row.getByRole('button', { name: 'Проверить' }).click();
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(4);
  for (const secret of [first, second])
    new Webhook(secret).verify(receiver.received[3]?.body ?? '', headersOf(receiver.received[3]));

  // 410 turns it off; its owner turns it on.
  receiver.respond = response => void response.writeHead(410).end();
  await row.getByRole('button', { name: 'Проверить' }).click();
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(5);
  await page.reload();
  await expect(row).toContainText(/Выключен: ответил кодом\s410/);
  await row.getByRole('button', { name: 'Включить' }).click();
  await row.getByRole('button', { name: 'Включить вебхук' }).click();
  await expect(row).toContainText('Включён');
  await row.getByRole('button', { name: 'Удалить' }).click();
  await row.getByRole('button', { name: 'Удалить вебхук' }).click();
  await expect(section.getByText('Вебхуков пока нет.')).toBeVisible();
  await expect(section.getByRole('heading', { name: 'Вебхуки' })).toBeFocused();
  await expectProblems(/400 .*\/me\/shop\/webhooks\/$/);
});

test('secrets stay until they are saved; a lost connection and a removal elsewhere are survived', async ({
  page,
  expectProblems,
  expectRepeatedProblems,
}) => {
  const { send, remove } = await logInNewAccount(page, exchange);
  await page.goto(exchange.origin + API_PATH);
  const keys = page.getByRole('region', { name: 'Ключи' });
  const webhooks = page.getByRole('region', { name: 'Вебхуки' });
  for (const name of ['one', 'two']) {
    await keys.getByRole('button', { name: 'Создать ключ', exact: true }).click();
    await keys.getByRole('form').getByLabel('Название').fill(name);
    await page.keyboard.press('Enter');
    await expect(
      keys.getByRole('group', { name: `Ключ создан: ${name}` }).getByRole('heading'),
    ).toBeFocused();
    await webhooks.getByRole('button', { name: 'Добавить вебхук', exact: true }).click();
    await webhooks.getByRole('form').getByLabel('Адрес').fill(`http://127.0.0.1:9999/${name}`);
    await page.keyboard.press('Enter');
    await expect(webhooks.getByRole('listitem', { name: `9999/${name}` })).toBeVisible();
  }
  await expect(keys.getByRole('textbox', { name: 'Ключ' })).toHaveCount(2);
  await expect(webhooks.getByRole('textbox', { name: 'Секрет подписи' })).toHaveCount(2);
  await keys
    .getByRole('group', { name: 'one' })
    .getByRole('button', { name: /сохранил$/ })
    .click();
  await expect(keys.getByRole('textbox', { name: 'Ключ' })).toHaveCount(1);

  const paths = ['/api/v1/users/me/shop/keys/', '/api/v1/users/me/shop/webhooks/'];
  for (const path of paths) {
    const { results } = (await (await send(path)).json()) as { results: { id: string }[] };
    for (const { id } of results) expect((await remove(`${path}${id}/`)).status).toBe(204);
  }
  await page.route('**/api/v1/users/me/shop/**', route =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  );
  await keys
    .getByRole('listitem', { name: 'two' })
    .getByRole('button', { name: /^Отозвать/ })
    .click();
  await keys.getByRole('button', { name: 'Отозвать ключ' }).click();
  await expect(keys.getByRole('textbox', { name: 'Ключ' })).toHaveCount(0);
  await expect(keys.getByRole('heading', { name: 'Ключи' })).toBeFocused();
  await expect(keys).toContainText(/Нет\sсвязи.* Список на\s\d\d:\d\d\./);
  const row = webhooks.getByRole('listitem', { name: '9999/two' });
  await row.getByRole('button', { name: 'Удалить' }).click();
  await row.getByRole('button', { name: 'Удалить вебхук' }).click();
  await expect(webhooks).toContainText(/Список на\s\d\d:\d\d\./);
  await expect(webhooks.getByRole('textbox', { name: 'Секрет подписи' })).toHaveCount(1);
  await expectAccessible(page);
  await page.unrouteAll();
  for (const section of [keys, webhooks]) await section.getByRole('button', { name: 'Повторить' }).click();
  await expect(keys.getByText('Ключей пока нет.')).toBeVisible();
  await expect(webhooks.getByText('Вебхуков пока нет.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(0);
  await expectProblems(/404 .*\/me\/shop\/keys\/[^/]+\/$/, /404 .*\/me\/shop\/webhooks\/[^/]+\/$/);
  await expectRepeatedProblems(/ERR_FAILED: .*\/me\/shop\/keys\/$/, /ERR_FAILED: .*\/me\/shop\/webhooks\/$/);
});

const headersOf = (request: { headers: object } | undefined) =>
  (request?.headers ?? {}) as Record<string, string>;

test('fits every screen, and a backend without the API says so', async ({ page, expectProblems }) => {
  const { send } = await logInNewAccount(page, exchange);
  const scopes = ['claims:read', 'claims:write', 'statistics:read', 'ledger:read'];
  const networks = ['198.51.100.0/24', '2001:db8:1234:5678::/64'];
  for (const mode of ['live', 'test'])
    await send('/api/v1/users/me/shop/keys/', { name: `Касса ${mode}`, mode, scopes, networks });
  await send('/api/v1/users/me/shop/webhooks/', {
    url: `http://127.0.0.1:9999/${'a-very-long-path/'.repeat(6)}`,
    mode: 'live',
    events: ['claim.status', 'withdrawal.status'],
  });
  for (const { width, height } of [...SCREENS, { width: 320, height: 640 }]) {
    await page.setViewportSize({ width, height });
    await page.goto(exchange.origin + API_PATH);
    await expect(page.getByRole('listitem', { name: 'Касса live' })).toBeVisible();
    await page.getByRole('button', { name: 'Создать ключ', exact: true }).click();
    await page.getByRole('button', { name: 'Добавить вебхук', exact: true }).click();
    await expect(page.getByRole('form', { name: 'Новый вебхук' })).toBeVisible();
    // One main button: that of the form opened last, or of the other one when it is closed.
    const mainButtons = page.locator('.button.primary');
    await expect(mainButtons).toHaveText(['Добавить вебхук']);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'Не добавлять' }).click();
    await expect(mainButtons).toHaveText(['Создать ключ']);
  }
  await page.route('**/api/v1/users/me/shop/**', route => route.fulfill({ status: 404, json: {} }));
  await page.reload();
  await expect(page.getByText(/На\sэтом сайте API для\sмагазинов нет\./)).toBeVisible();
  await expectProblems(/404 .*\/me\/shop\/keys\/$/, /404 .*\/me\/shop\/webhooks\/$/);
});
