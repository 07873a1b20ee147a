import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '#tests/support/accessibility.ts';
import {
  ACCOUNT_PASSWORD,
  startAccountExchange,
  type AccountExchange,
} from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { openAccountPage, readEmailLink } from './support/accountPage.ts';

const SAFETY_PATH = '/account/safety';
const STEP_MS = 30_000;

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

/** The section of the second factor; its heading names the step. */
const locateSection = (page: Page, name = 'Второй фактор') => page.getByRole('region', { name });

/** An app with the secret that the page shows. Each step's code works once, the next one's early. */
async function readApp(page: Page) {
  const secret = await locateSection(page, 'Подключите приложение')
    .getByRole('textbox', { name: 'Секрет', exact: true })
    .textContent();
  expect(secret).toMatch(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
  const totp = new TOTP({ secret: Secret.fromBase32((secret ?? '').replaceAll(' ', '')) });
  return (steps: number) => totp.generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** Turns the second factor on with the code of the step before. Returns the app and the recovery codes. */
async function turnOn(page: Page) {
  await locateSection(page).getByRole('button', { name: 'Включить' }).click();
  const showCode = await readApp(page);
  await page.getByLabel('Код из приложения').fill(showCode(-1));
  await page.keyboard.press('Enter');
  const list = locateSection(page, 'Запасные коды').getByRole('list', { name: 'Запасные коды' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  return { showCode, codes: await list.getByRole('listitem').allTextContents() };
}

async function logOut(page: Page) {
  await page.goto(`${exchange.origin}/account/dashboard`);
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeVisible();
}

async function enterPassword(page: Page, email: string) {
  await page.goto(`${exchange.origin}/login?next=${encodeURIComponent(SAFETY_PATH)}`);
  await page.getByLabel('Почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(ACCOUNT_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Код подтверждения' })).toBeVisible();
}

test('is set up with an app, asks for a code at logins, and is turned off', async ({
  page,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, '/account/dashboard');
  await page.getByRole('link', { name: 'Включить: Второй фактор' }).click();
  await expect(page.getByRole('heading', { name: 'Второй фактор' })).toBeFocused();
  await locateSection(page).getByRole('button', { name: 'Включить' }).press('Enter');
  const setup = locateSection(page, 'Подключите приложение');
  await expect(setup.getByRole('heading')).toBeFocused();
  await expect(setup.getByRole('img', { name: /^QR-код/ })).toBeVisible();
  await expect(setup.getByRole('link', { name: /^откройте приложение/ })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*${encodeURIComponent(email)}.*issuer=`),
  );
  const showCode = await readApp(page);
  const code = setup.getByLabel('Код из приложения');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/^Код не\sподходит/);
  await code.fill(showCode(-1));
  await page.keyboard.press('Enter');

  const saved = locateSection(page, 'Запасные коды');
  const items = saved.getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await saved.getByRole('button', { name: 'Готово' }).press('Enter');
  const checkbox = saved.getByRole('checkbox', { name: /сохранил коды/ });
  await expect(checkbox).toBeFocused();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await saved.getByRole('button', { name: 'Скопировать' }).click();
  await expect(saved.getByRole('button', { name: 'Скопировано' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  const download = page.waitForEvent('download');
  await saved.getByRole('button', { name: 'Скачать' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  for (const each of [email, ...codes]) expect(text).toContain(each);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.recovery-codes li').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  expect((await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });
  await checkbox.press('Space');
  await saved.getByRole('button', { name: 'Готово' }).press('Enter');
  await expect(locateSection(page)).toContainText('Осталось 10\u00a0запасных кодов');
  await readEmailLink(exchange, email, 'second_factor_added');

  await logOut(page);
  await enterPassword(page, email);
  const field = page.getByLabel('Код из приложения');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/^Код не\sподходит/);
  await expect(page.getByText('Остались 4\u00a0попытки.')).toBeVisible();
  await field.fill(showCode(0));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(exchange.origin + SAFETY_PATH);

  await logOut(page);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Ввести запасной код' }).click();
  const recovery = page.getByLabel('Запасной код');
  await expect(recovery).toBeFocused();
  await recovery.fill((codes[0] ?? '').toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(exchange.origin + SAFETY_PATH);
  await expect(locateSection(page)).toContainText('Осталось 9\u00a0запасных кодов');

  // The server wants a proof, because the last one is too old.
  await page.route(
    '**/api/v1/users/me/totp/',
    route =>
      route.fulfill({ status: 403, json: { detail: '', code: 'confirm_required', methods: ['code'] } }),
    { times: 1 },
  );
  await locateSection(page).getByRole('button', { name: 'Отключить' }).press('Enter');
  const question = locateSection(page, 'Отключить второй фактор?');
  await question.getByRole('button', { name: 'Отключить второй фактор' }).press('Enter');
  await expect(question.getByLabel('Код из приложения')).toBeFocused();
  // The first request is none for a wrong code.
  await expect(question.getByText('Подтвердите, что это вы')).toBeVisible();
  await expect(question.locator('.form-error, [aria-invalid=true]')).toHaveCount(0);
  await question.getByLabel('Код из приложения').fill('000000');
  await page.keyboard.press('Enter');
  await expect(question.getByLabel('Код из приложения')).toHaveAttribute('aria-invalid', 'true');
  await question.getByLabel('Код из приложения').fill(showCode(1));
  await page.keyboard.press('Enter');
  await expect(locateSection(page)).toContainText('Выключен.');
  await expect(locateSection(page).getByRole('status')).toHaveText('Второй фактор отключён');
  await readEmailLink(exchange, email, 'second_factor_removed');
  await page.getByRole('link', { name: 'Открыть журнал' }).click();
  await expect(page.locator('.journal-list li').first()).toContainText('Второй фактор отключён');
  await expectProblems(
    /400 .*\/me\/totp\/confirm\/$/,
    /401 .*\/auth\/login\/$/,
    /401 .*\/auth\/login\/$/,
    /400 .*\/auth\/login\/$/,
    /403 .*\/me\/totp\/$/,
    /400 .*\/auth\/confirm\/$/,
  );
});

test('a login whose code is not accepted any more begins anew; a new password takes a code', async ({
  page,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, SAFETY_PATH);
  const { showCode, codes } = await turnOn(page);
  await page.getByRole('checkbox', { name: /сохранил коды/ }).check();
  await page.getByRole('button', { name: 'Готово' }).click();
  await locateSection(page).getByRole('button', { name: 'Новые запасные коды' }).click();
  const items = locateSection(page, 'Запасные коды').getByRole('listitem');
  await expect(items).toHaveCount(10);
  const [renewed = ''] = await items.allTextContents();
  expect(codes).not.toContain(renewed);
  await logOut(page);

  await enterPassword(page, email);
  await page.route(
    '**/front-api/auth/login/',
    route => route.fulfill({ status: 401, json: { detail: '', code: 'challenge_expired' } }),
    { times: 1 },
  );
  await page.getByLabel('Код из приложения').fill(showCode(0));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/^Код больше не\s*принимаем/);
  await expect(page.getByLabel('Почта')).toHaveValue(email);

  await page.goto(`${exchange.origin}/forget`);
  await page.getByLabel('Почта').fill(email);
  await page.keyboard.press('Enter');
  await page.goto(await readEmailLink(exchange, email, 'restore'));
  await page.locator('input[name=password]').fill(`${ACCOUNT_PASSWORD} 2`);
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Код из приложения');
  await expect(field).toBeFocused();
  await expect(page.locator('.form-error, [aria-invalid=true]')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Заполните это поле');
  await page.getByRole('button', { name: 'Ввести запасной код' }).click();
  await page.getByLabel('Запасной код').fill(renewed);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Пароль изменён');
  await expectProblems(
    /401 .*\/auth\/login\/$/,
    /401 .*\/auth\/login\/$/,
    /401 .*\/users\/restore\/[^/]+\/access\/$/,
  );
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('its steps have no accessibility violation and do not scroll sideways', async ({
      page,
      expectProblems,
    }) => {
      const email = await exchange.createAccount();
      await openAccountPage(exchange, page, email, SAFETY_PATH);
      const check = async () => {
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      };
      await expect(locateSection(page)).toContainText('Выключен.');
      await check();
      await locateSection(page).getByRole('button', { name: 'Включить' }).click();
      await expect(page.getByRole('img', { name: /^QR-код/ })).toBeVisible();
      await check();
      const showCode = await readApp(page);
      await page.getByLabel('Код из приложения').fill(showCode(-1));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('checkbox', { name: /сохранил коды/ })).toBeVisible();
      await check();
      await page.getByRole('checkbox', { name: /сохранил коды/ }).check();
      await page.getByRole('button', { name: 'Готово' }).click();
      await expect(locateSection(page)).toContainText('Включён');
      await check();
      await locateSection(page).getByRole('button', { name: 'Отключить' }).click();
      await check();
      await logOut(page);
      await enterPassword(page, email);
      await check();
      await expectProblems(/401 .*\/auth\/login\/$/);
    });
  });
}
