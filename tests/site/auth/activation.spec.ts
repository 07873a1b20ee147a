import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { ACCOUNT_PASSWORD, startAccountExchange, type AccountExchange } from './support/accountExchange.ts';

const STRANGERS_PASSWORD = 'granite-parsnip-77-violin';
const NEW_PASSWORD = 'тихий омут 19 карасей';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

/** Signs up with the form. Returns the link of the e-mail. */
async function signUp(page: Page, email: string, password: string): Promise<string> {
  const before = exchange.readEmailLink(email, 'activate');
  await page.goto(`${exchange.origin}/register`);
  await page.getByLabel('Почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Создать аккаунт' }).click();
  await expect(page.getByText(/^Мы\sотправили письмо на/)).toContainText(email);
  await expect.poll(() => exchange.readEmailLink(email, 'activate'), { timeout: 60_000 }).not.toBe(before);
  return exchange.readEmailLink(email, 'activate') ?? '';
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

const createEmail = () => `victim-${randomUUID()}@example.com`;

/** Opens an e-mail, and presses its button. */
async function pressEmail(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Активировать аккаунт' }).click();
}

const closeNotice = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Уведомление' });
  await expect(dialog).toContainText('Аккаунт успешно активирован');
  await dialog.getByRole('button', { name: 'ОК' }).click();
};

test('the victim who presses the e-mail of a stranger’s sign-up sets another password', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = createEmail();
  const stranger = await openOtherBrowser();
  const strangersLink = await signUp(stranger, email, STRANGERS_PASSWORD);
  await signUp(page, email, ACCOUNT_PASSWORD);

  await pressEmail(page, strangersLink);
  await expect(page.getByRole('heading', { level: 1, name: 'Это ваша регистрация?' })).toBeFocused();
  await expect(page.getByText(/^Регистрация:/)).toContainText(
    /Устройство: Chrome, \S+Сеть: 127\.0\.0\.0\/24/,
  );
  await page.getByLabel(/^Пароль, с\sкоторым/).fill(ACCOUNT_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Пароль, с\sкоторым/)).toHaveAccessibleDescription(/^Это\sне\sваш\sпароль/);

  // By keyboard alone.
  await page.getByRole('button', { name: 'Задать новый пароль' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Новый пароль' })).toBeFocused();
  const password = page.getByRole('textbox', { name: 'Новый пароль' });
  await page.keyboard.press('Tab');
  await expect(password).toBeFocused();
  await page.keyboard.insertText(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  const consent = page.getByRole('checkbox', { name: /^Даю согласие/ });
  await expect(consent).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: /^Принимаю/ }).check();
  await page.keyboard.press('Enter');
  await closeNotice(page);
  await logIn(page, email, NEW_PASSWORD);
  await expect(page.locator('.account-email')).toHaveText(email);

  await stranger.goto(`${exchange.origin}/login`);
  await logIn(stranger, email, STRANGERS_PASSWORD);
  await expect(stranger.getByRole('alert')).toBeVisible();
  await expect(stranger).toHaveURL(`${exchange.origin}/login`);
  await expectProblems(/403 .*\/users\/activate\//, /400 .*\/users\/activate\//, /403 .*\/auth\/login\/$/);
});

test('the e-mail of one’s own sign-up takes its password in another browser', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = createEmail();
  const link = await signUp(page, email, ACCOUNT_PASSWORD);
  const phone = await openOtherBrowser();
  await pressEmail(phone, link);
  await phone.getByLabel(/^Пароль, с\sкоторым/).fill(ACCOUNT_PASSWORD);
  await phone.keyboard.press('Enter');
  await closeNotice(phone);
  await logIn(phone, email, ACCOUNT_PASSWORD);
  await expect(phone.locator('.account-email')).toHaveText(email);
  await expectProblems(/403 .*\/users\/activate\//);
});

test('the browser that signed up opens the e-mail from another site without a question', async ({ page }) => {
  const email = createEmail();
  const link = await signUp(page, email, ACCOUNT_PASSWORD);
  // A mail program on the web: its page is of another site.
  await page.route('http://mail.example/', route =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${link}">mail</a>` }),
  );
  await page.goto('http://mail.example/');
  await page.getByRole('link', { name: 'mail' }).click();
  await page.getByRole('button', { name: 'Активировать аккаунт' }).click();
  await closeNotice(page);
});

test('another e-mail that is opened in the tab asks anew; one that is of no use leads to a new e-mail', async ({
  page,
  openOtherBrowser,
  expectProblems,
}) => {
  const email = createEmail();
  const stranger = await openOtherBrowser();
  const strangersLink = await signUp(stranger, email, STRANGERS_PASSWORD);
  const ownLink = await signUp(page, email, ACCOUNT_PASSWORD);
  await pressEmail(page, strangersLink);
  await page.getByRole('button', { name: 'Задать новый пароль' }).click();
  await page.getByRole('button', { name: 'Назад' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Это ваша регистрация?' })).toBeFocused();
  await pressEmail(page, ownLink);
  await closeNotice(page);
  await pressEmail(stranger, strangersLink);
  await expect(stranger.getByRole('alert')).toHaveText(/уже активирован\. Войдите или восстановите пароль/);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
  await stranger.goto(`${exchange.origin}/login#activate=unknown`);
  await stranger.getByRole('button', { name: 'Активировать аккаунт' }).click();
  await expect(stranger.getByRole('alert')).toHaveText(/^Аккаунт не\sактивирован: такой ссылки нет/);
  await expect(stranger.getByRole('button', { name: 'Получить письмо' })).toBeVisible();
  await expectProblems(
    /403 .*\/users\/activate\//,
    /404 .*\/users\/activate\/.*\..*\/$/,
    /404 .*\/users\/activate\/unknown\/$/,
  );
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the question whose a sign-up is has no accessibility violation', async ({
      page,
      expectProblems,
    }) => {
      await page.route('**/api/v1/users/activate/**', route =>
        route.fulfill({
          status: 403,
          json: {
            code: 'activation_proof_required',
            detail: '',
            methods: ['password', 'passkey', 'new_password'],
            signup: { device: 'Chrome, Windows', network: '203.0.113.0/24', at: '2026-11-25T12:00:00.000Z' },
          },
        }),
      );
      await page.goto('/login#activate=some-token');
      await page.getByRole('button', { name: 'Активировать аккаунт' }).click();
      await expect(page.getByLabel(/^Пароль, с\sкоторым/)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Задать новый пароль' }).click();
      await expect(page.getByRole('checkbox')).toHaveCount(2);
      await expectAccessible(page);
      await expectProblems(/403 .*\/users\/activate\/some-token\/$/);
    });
  });
}
