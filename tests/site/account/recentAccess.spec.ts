import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { readEmailLink } from './support/accountPage.ts';
import { logInNewAccount, type OpenedAccount } from './support/logInNewAccount.ts';

const NEW_PASSWORD = 'granite-parsnip-77-violin';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange({ WEBHOOK_PRIVATE: 'on' });
});
test.afterAll(() => exchange.close());

/** Adds a key of the shop and a webhook. */
async function addAccess({ send }: OpenedAccount): Promise<void> {
  const key = { name: 'Касса', mode: 'live', scopes: ['claims:read'] };
  expect((await send('/api/v1/users/me/shop/keys/', key)).status).toBe(201);
  const webhook = { url: 'http://127.0.0.1:9999/hook', events: ['claim.status'], mode: 'live' };
  expect((await send('/api/v1/users/me/shop/webhooks/', webhook)).status).toBe(201);
}

/** Opens the link of a new password, and enters one. */
async function openRestore(page: Page, { email }: OpenedAccount): Promise<void> {
  await page.request.post(`${exchange.origin}/api/v1/users/restore/`, { data: { email } });
  await page.goto(await readEmailLink(exchange, email, 'restore'));
  await page.locator('input[name=password]').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
}

const listNames = async (account: OpenedAccount, path: string) => {
  const login = await fetch(`${exchange.origin}/front-api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: exchange.origin },
    body: JSON.stringify({ email: account.email, password: NEW_PASSWORD }),
  });
  const { access } = (await login.json()) as { access: string };
  const response = await fetch(`${exchange.origin}/api/v1/users/me/shop/${path}/`, {
    headers: { authorization: `Bearer ${access}` },
  });
  return ((await response.json()) as { results: { name?: string; url?: string }[] }).results.map(
    ({ name, url }) => name ?? url,
  );
};

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('a new password shows keys and webhooks of 30 days, and removes what is not ticked, with the keyboard', async ({
      page,
      expectProblems,
    }) => {
      const account = await logInNewAccount(page, exchange);
      await addAccess(account);
      await openRestore(page, account);
      const choice = page.getByRole('group', { name: 'Что из этого ваше?' });
      await expect(choice.locator('legend')).toBeFocused();
      const boxes = choice.getByRole('checkbox');
      await expect(boxes).toHaveCount(2);
      for (const box of await boxes.all()) await expect(box).not.toBeChecked();
      const key = choice.getByRole('checkbox', { name: 'Оставить ключ API «Касса»' });
      await expect(key).toHaveAccessibleDescription(/rz_live_….{6}.*Добавлен.*Ещё не\sиспользован/);
      await expect(choice.getByRole('checkbox', { name: /вебхук «127\.0\.0\.1:9999»/ })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      await expect(async () => {
        await page.keyboard.press('Tab');
        await expect(key).toBeFocused({ timeout: 100 });
      }).toPass();
      await page.keyboard.press('Space');
      await expect(key).toBeChecked();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Уведомление' })).toContainText('Пароль изменён');
      expect(await listNames(account, 'keys')).toEqual(['Касса']);
      expect(await listNames(account, 'webhooks')).toEqual([]);
      await expectProblems(/401 .*\/auth\/refresh\/$/);
    });

    test('a second factor is asked for before the list, and the page says what turns it off', async ({
      page,
      expectProblems,
    }) => {
      const account = await logInNewAccount(page, exchange);
      const setup = await account.send('/api/v1/users/me/totp/', {});
      const totp = new TOTP({
        secret: Secret.fromBase32(((await setup.json()) as { secret: string }).secret),
      });
      const showCode = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
      expect((await account.send('/api/v1/users/me/totp/confirm/', { code: showCode(-1) })).status).toBe(200);
      await addAccess(account);
      await openRestore(page, account);
      const field = page.getByLabel('Код из приложения');
      await expect(field).toBeFocused();
      await expect(page.getByText(/^Код не\sваш\?\sПисьмо второй фактор не\sотключает/)).toBeVisible();
      await expectAccessible(page);
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await field.fill(showCode(0));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('checkbox')).toHaveCount(2);
      await expect(field).toHaveCount(0);
      await page.getByRole('button', { name: 'Сохранить пароль и удалить остальное' }).click();
      await expect(page.getByRole('dialog', { name: 'Уведомление' })).toContainText('Пароль изменён');
      await expectProblems(/401 .*\/users\/restore\/[^/]+\/access\/$/, /401 .*\/auth\/refresh\/$/);
    });
  });
}
