import type { Page } from '@playwright/test';
import {
  ACCOUNT_PASSWORD,
  startAccountExchange,
  type AccountExchange,
} from '../auth/support/accountExchange.ts';
import { expect, test } from '../support/siteTest.ts';
import { openAccountPage, readCode, readEmailLink, SETTINGS_PATH } from './support/accountPage.ts';

const NEW_PASSWORD = 'granite-parsnip-77-violin';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

const emailOf = (page: Page) => page.locator('.settings-email');

test('the e-mail is changed by the keyboard; the other device is logged out', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  const newEmail = `new-${email}`;
  const other = await openOtherBrowser();
  await openAccountPage(exchange, other, email, '/account/dashboard');
  await openAccountPage(exchange, page, email, SETTINGS_PATH);

  const address = page.getByLabel('Новая почта');
  await address.fill('anna');
  await page.keyboard.press('Enter');
  await expect(address).toHaveAccessibleDescription(/не\sхватает знака @/);
  await expect(address).toBeFocused();
  await address.fill(email);
  await page.keyboard.press('Enter');
  await expect(address).toHaveAccessibleDescription(/Это и\sесть почта аккаунта/);
  await address.fill(newEmail);
  await page.keyboard.press('Enter');
  const code = page.getByLabel(/^Код из\sписьма/);
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(new RegExp(newEmail));

  // A reload goes on with the code.
  await page.reload();
  await expect(code).toBeVisible();
  const right = await readCode(exchange, newEmail);
  await code.fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'));
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/^Код не\sподходит/);
  await expect(code).toBeFocused();
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Почта изменена')).toBeFocused();
  await expect(emailOf(page)).toHaveText(newEmail);
  await expect(page.getByRole('banner').getByRole('link', { name: `Кабинет ${newEmail}` })).toBeAttached();

  await other.reload();
  await expect(other).toHaveURL(/\/login\?next=/);
  await expectProblems(/400 .*\/me\/email\/$/, /400 .*\/me\/email\/confirm\/$/, /401 .*\/auth\/refresh\/$/);
});

test('another code and another address can be requested', async ({ page }) => {
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, SETTINGS_PATH);
  await page.getByLabel('Новая почта').fill(`first-${email}`);
  await page.getByRole('button', { name: 'Получить код' }).click();
  const first = await readCode(exchange, `first-${email}`);
  await page.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await expect.poll(() => exchange.readEmailCode(`first-${email}`), { timeout: 60_000 }).not.toBe(first);
  await page.getByRole('button', { name: 'Указать другую почту' }).click();
  const address = page.getByLabel('Новая почта');
  await expect(address).toBeFocused();
  await address.fill(`second-${email}`);
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Код из\sписьма/).fill(await readCode(exchange, `second-${email}`));
  await page.keyboard.press('Enter');
  await expect(emailOf(page)).toHaveText(`second-${email}`);
});

test('a login that is too long ago is confirmed by the password', async ({ page, expectProblems }) => {
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, SETTINGS_PATH);
  const address = page.getByLabel('Новая почта');
  // Its own request is answered.
  await expect(address).toBeVisible();
  await page.route(
    '**/api/v1/users/me/email/',
    route =>
      route.fulfill({
        status: 403,
        json: { detail: 'Подтвердите', code: 'confirm_required', methods: ['password'] },
      }),
    { times: 1 },
  );
  await address.fill(`new-${email}`);
  await page.keyboard.press('Enter');
  const password = page.getByLabel('Пароль', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('wrong password');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/^Это не\sваш пароль/);
  await password.fill(ACCOUNT_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Код из\sписьма/)).toBeFocused();
  await expectProblems(/403 .*\/me\/email\/$/, /400 .*\/auth\/confirm\/$/);
});

test('«Это не я» acts when its button is pressed, without a login, and a new password leads back', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  await exchange.logIn(email);
  // The browser of somebody else.
  const other = await openOtherBrowser();
  await openAccountPage(exchange, other, email, SETTINGS_PATH);
  const link = await readEmailLink(exchange, email, 'new_device');

  await page.goto(link);
  await expect(page).toHaveURL(`${exchange.origin}/recover`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Это не\sвы/);
  // Opening it changes nothing.
  await other.reload();
  await expect(emailOf(other)).toHaveText(email);
  await page.getByRole('button', { name: 'Остановить аккаунт' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Аккаунт остановлен' })).toBeFocused();
  await other.reload();
  await expect(other).toHaveURL(/\/login\?next=/);
  await expectProblems(/401 .*\/auth\/refresh\/$/);
  await other.context().close();

  await page.getByRole('link', { name: 'Получить ссылку' }).click();
  await page.getByLabel('Почта').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Если такой аккаунт есть, письмо уже в\sпути на/)).toContainText(email);
  await page.goto(await readEmailLink(exchange, email, 'restore'));
  await page.locator('input[name=password]').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Уведомление' }).getByRole('link', { name: 'Войти' }).click();
  await openAccountPage(exchange, page, email, '/account/safety', NEW_PASSWORD);
  await expect(page.getByText(/^Выплаты остановлены до/)).toBeVisible();
});

test('«Это не я» at the old address undoes a change of the e-mail, also for who is logged in', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  const newEmail = `thief-${email}`;
  await openAccountPage(exchange, page, email, SETTINGS_PATH);
  await page.getByLabel('Новая почта').fill(newEmail);
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Код из\sписьма/).fill(await readCode(exchange, newEmail));
  await page.keyboard.press('Enter');
  await expect(emailOf(page)).toHaveText(newEmail);

  // In the same browser: it learns that its session has ended.
  await page.goto(await readEmailLink(exchange, email, 'email_changed'));
  await page.getByRole('button', { name: 'Остановить аккаунт' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Аккаунт остановлен' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeAttached();

  const owner = await openOtherBrowser();
  await owner.goto(`${exchange.origin}/forget`);
  await owner.getByLabel('Почта').fill(email);
  await owner.keyboard.press('Enter');
  await owner.goto(await readEmailLink(exchange, email, 'restore'));
  await owner.locator('input[name=password]').fill(NEW_PASSWORD);
  await owner.keyboard.press('Enter');
  await owner.getByRole('dialog', { name: 'Уведомление' }).getByRole('link', { name: 'Войти' }).click();
  await openAccountPage(exchange, owner, email, SETTINGS_PATH, NEW_PASSWORD);
  await expect(emailOf(owner)).toHaveText(email);
  await expectProblems(/401 .*\/auth\/refresh\/$/);
});

test('a link that is not valid any more leads to a new password', async ({ page, expectProblems }) => {
  await page.goto(`${exchange.origin}/recover#stop=a.b`);
  await page.getByRole('button', { name: 'Остановить аккаунт' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ссылка не\sдействует/);
  await page.getByRole('link', { name: 'Задать новый пароль' }).click();
  await expect(page).toHaveURL(`${exchange.origin}/forget`);
  await expectProblems(/404 .*\/users\/stop\//);
});
