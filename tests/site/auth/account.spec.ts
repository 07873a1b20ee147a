import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/siteTest.ts';
import { startAccountExchange, type AccountExchange } from './support/accountExchange.ts';

const PASSWORD = 'лампа гвоздь 77 туман';
const NEW_PASSWORD = 'granite-parsnip-77-violin';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

const createEmail = () => `anna-${randomUUID()}@example.com`;

async function openEmail(page: Page, email: string, kind: 'activate' | 'restore'): Promise<void> {
  await expect.poll(() => exchange.readEmailLink(email, kind), { timeout: 60_000 }).not.toBeNull();
  await page.goto(exchange.readEmailLink(email, kind) ?? '');
}

/** Signs up by the form, and activates the account by the button behind the e-mail's link. */
async function createAccount(page: Page): Promise<string> {
  const email = createEmail();
  await page.goto(`${exchange.origin}/register`);
  await page.getByLabel('Почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /^Даю согласие/ }).check();
  await page.getByRole('checkbox', { name: /^Принимаю/ }).check();
  await page.getByRole('button', { name: 'Создать аккаунт' }).click();
  await expect(page.getByText(/^Мы\sотправили письмо на/)).toContainText(email);
  await openEmail(page, email, 'activate');
  await page.getByRole('button', { name: 'Активировать аккаунт' }).click();
  const dialog = page.getByRole('dialog', { name: 'Уведомление' });
  await expect(dialog).toContainText('Аккаунт успешно активирован');
  await dialog.getByRole('button', { name: 'ОК' }).click();
  return email;
}

/** Logs in on the page that is open. */
async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

/** Creates an account and logs in. Returns its e-mail. */
async function openNewAccount(page: Page): Promise<string> {
  const email = await createAccount(page);
  await logIn(page, email);
  await expect(page.locator('.account-email')).toBeVisible();
  return email;
}

/** The value of the cookie by which an account knows the browser. */
const readDeviceCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'known_device')?.value;

test('a sign-up leads through its e-mail to the account, which survives a reload', async ({ page }) => {
  const email = await createAccount(page);
  // Otherwise its first login would be one from a new device.
  expect(await readDeviceCookie(page)).toBeDefined();
  await logIn(page, email);
  await expect(page).toHaveURL(`${exchange.origin}/account/dashboard`);
  await expect(page.locator('.account-email')).toHaveText(email);
  await page.reload();
  await expect(page.locator('.account-email')).toHaveText(email);
  // A request of the dashboard that the logout overtakes is refused, which the console reports.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(`${exchange.origin}/`);
  await page.goto(`${exchange.origin}/account/safety`);
  await expect(page).toHaveURL(`${exchange.origin}/login?next=%2Faccount%2Fsafety`);
});

test('an account that is not activated gets another e-mail', async ({ page, expectProblems }) => {
  const email = createEmail();
  await page.request.post(`${exchange.origin}/api/v1/users/signup/`, {
    data: { email, password: PASSWORD, consent: true, rules: true },
  });
  await page.goto(`${exchange.origin}/login`);
  await expect
    .poll(async () => {
      await logIn(page, email);
      return page.getByRole('alert').textContent();
    })
    .toMatch(/^Аккаунт ещё не\sактивирован/);
  await page.getByRole('button', { name: 'Отправить письмо ещё раз' }).click();
  await expect(page.getByLabel('Почта')).toHaveValue(email);
  await page.getByRole('button', { name: 'Получить письмо' }).click();
  await expect(page.getByText(/^Если такой аккаунт есть, письмо уже в\sпути на/)).toContainText(email);
  await expectProblems(/403 .*\/auth\/login\/$/);
});

test('a forgotten password is replaced by an e-mail, which ends the other sessions', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = await openNewAccount(page);

  const other = await openOtherBrowser();
  await other.goto(`${exchange.origin}/forget`);
  await other.getByLabel('Почта').fill(email);
  await other.getByRole('button', { name: 'Получить ссылку' }).click();
  await expect(other.getByText(/^Если такой аккаунт есть, письмо уже в\sпути на/)).toContainText(email);
  await openEmail(other, email, 'restore');
  await other.locator('input[name=password]').fill(NEW_PASSWORD);
  await other.getByRole('button', { name: 'Сохранить пароль' }).click();
  const dialog = other.getByRole('dialog', { name: 'Уведомление' });
  await dialog.getByRole('link', { name: 'Войти' }).click();
  await expect(other).toHaveURL(`${exchange.origin}/login`);
  await logIn(other, email, NEW_PASSWORD);
  await expect(other.locator('.account-email')).toHaveText(email);
  await other.context().close();

  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expectProblems(/401 .*\/auth\/refresh\/$/);
});

test('a password that is restored in a logged-in browser logs it out', async ({ page, expectProblems }) => {
  const email = await openNewAccount(page);
  await page.request.post(`${exchange.origin}/api/v1/users/restore/`, { data: { email } });
  await openEmail(page, email, 'restore');
  await page.locator('input[name=password]').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  const dialog = page.getByRole('dialog', { name: 'Уведомление' });
  await dialog.getByRole('link', { name: 'Войти' }).click();
  await expect(page).toHaveURL(`${exchange.origin}/login`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeAttached();
  await logIn(page, email, NEW_PASSWORD);
  await expect(page.locator('.account-email')).toHaveText(email);
  await expectProblems(/401 .*\/auth\/refresh\/$/);
});

test('all other sessions end at once, and a new password reloads the list of devices', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = await openNewAccount(page);
  const openElsewhere = async () => {
    const other = await openOtherBrowser();
    await other.goto(`${exchange.origin}/login`);
    await logIn(other, email);
    await expect(other.locator('.account-email')).toBeVisible();
    return other;
  };
  const others = [await openElsewhere(), await openElsewhere()];
  await page.goto(`${exchange.origin}/account/safety`);
  const rows = page.locator('.session-list li');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Завершить все остальные' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Устройства' })).toBeFocused();
  await expect(page.getByText('Сеансы на других устройствах завершены')).toBeAttached();
  for (const other of others) {
    await other.reload();
    await expect(other).toHaveURL(/\/login\?next=/);
  }

  others.push(await openElsewhere());
  await page.reload();
  await expect(rows).toHaveCount(2);
  const form = page.getByRole('form', { name: 'Пароль' });
  await form.getByLabel('Текущий пароль').fill(PASSWORD);
  await form.getByLabel('Новый пароль', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Пароль изменён')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expectProblems(/401 .*\/auth\/refresh\/$/, /401 .*\/auth\/refresh\/$/);
});

test('a logout on all devices by a session that has ended leads to the login', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = await openNewAccount(page);
  const other = await openOtherBrowser();
  await other.goto(`${exchange.origin}/login`);
  await logIn(other, email);
  await expect(other.locator('.account-email')).toBeVisible();
  await page.goto(`${exchange.origin}/account/safety`);
  await expect(page.locator('.session-list li')).toHaveCount(2);
  await other.goto(`${exchange.origin}/account/safety`);
  await other.getByRole('button', { name: 'Завершить все остальные' }).click();
  await expect(other.locator('.session-list li')).toHaveCount(1);

  await page.getByRole('button', { name: 'Выйти на всех устройствах' }).click();
  const dialog = page.getByRole('dialog', { name: 'Уведомление' });
  await expect(dialog).toContainText('Этот сеанс уже завершён');
  await dialog.getByRole('button', { name: 'ОК' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Faccount%2Fsafety/);
  await other.reload();
  await expect(other.locator('.session-list li')).toHaveCount(1);
  await expectProblems(/401 .*\/auth\/logout\/$/);
});

test('the account shows its devices, ends one, and changes the password', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = await openNewAccount(page);
  const other = await openOtherBrowser();
  await other.goto(`${exchange.origin}/login`);
  await logIn(other, email);
  await expect(other.locator('.account-email')).toBeVisible();

  await page.goto(`${exchange.origin}/account/safety`);
  const rows = page.locator('.session-list li');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Это устройство' })).toHaveCount(1);
  await rows.getByRole('button', { name: /^Завершить сеанс/ }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Устройства' })).toBeFocused();
  await other.reload();
  await expect(other).toHaveURL(/\/login\?next=/);
  await other.context().close();

  const form = page.getByRole('form', { name: 'Пароль' });
  const oldPassword = form.getByLabel('Текущий пароль');
  await oldPassword.fill('wrong password');
  await form.getByLabel('Новый пароль', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(oldPassword).toHaveAccessibleDescription(/^Это не\sваш пароль/);
  const deviceCookie = await readDeviceCookie(page);
  await oldPassword.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Пароль изменён')).toBeVisible();
  await expect(oldPassword).toHaveValue('');
  expect(await readDeviceCookie(page)).not.toBe(deviceCookie);
  await expectProblems(/401 .*\/auth\/refresh\/$/, /400 .*\/me\/password\/$/);
});

test('five tabs that open at the same time stay logged in', async ({ page, context }) => {
  const email = await openNewAccount(page);
  const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()));
  await Promise.all(tabs.map(tab => tab.goto(`${exchange.origin}/account/dashboard`)));
  for (const tab of tabs) await expect(tab.locator('.account-email')).toHaveText(email);
  await page.reload();
  await expect(page.locator('.account-email')).toHaveText(email);
});

test('a lock that another tab holds for ever delays the account by less than 6 s', async ({
  page,
  context,
}) => {
  const email = await openNewAccount(page);
  await page.goto(`${exchange.origin}/faq`);
  await page.evaluate(() => {
    void navigator.locks.request('session-refresh', () => new Promise(() => undefined));
  });
  const tab = await context.newPage();
  await tab.goto(`${exchange.origin}/account/dashboard`);
  const openedAt = Date.now();
  await expect(tab.locator('.account-email')).toHaveText(email);
  expect(Date.now() - openedAt).toBeLessThan(6_000);
  await page.evaluate(() => location.reload());
});

test('a page that comes back from the browser’s memory after a logout shows nothing of the account', async ({
  page,
  context,
}) => {
  const email = await openNewAccount(page);
  await expect(page.locator('main')).toContainText('Обзор');
  // Without the message of the other tab: this one was asleep.
  await context.clearCookies();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.locator('body')).not.toContainText(email);
});

test('a wrong password that confirms its own change is said at its field', async ({
  page,
  expectProblems,
}) => {
  await openNewAccount(page);
  await page.goto(`${exchange.origin}/account/safety`);
  // As 10 minutes after the login.
  await page.route('**/api/v1/users/me/password/', route =>
    route.fulfill({
      status: 403,
      json: { detail: 'Подтвердите', code: 'confirm_required', methods: ['password'] },
    }),
  );
  const form = page.getByRole('form', { name: 'Пароль' });
  await form.getByLabel('Текущий пароль').fill('wrong password');
  await form.getByLabel('Новый пароль', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Текущий пароль')).toHaveAccessibleDescription(/^Это не\sваш пароль/);
  await expect(form.getByLabel('Текущий пароль')).toBeFocused();
  await expectProblems(/403 .*\/me\/password\/$/, /400 .*\/auth\/confirm\/$/);
});
