import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { openAccountPage, readEmailLink } from './support/accountPage.ts';
import { addVirtualAuthenticator } from './support/virtualAuthenticator.ts';

const SAFETY_PATH = '/account/safety';

/** The exchange under its host name: browsers allow no passkeys on an IP address. */
let exchange: AccountExchange;
test.beforeAll(async () => {
  const started = await startAccountExchange();
  exchange = { ...started, origin: started.origin.replace('127.0.0.1', 'localhost') };
});
test.afterAll(() => exchange.close());

const toHostName = (link: string) => link.replace('127.0.0.1', 'localhost');

const locatePasskeys = (page: Page) => page.getByRole('region', { name: 'Ключи доступа' });

async function addPasskey(page: Page): Promise<void> {
  await locatePasskeys(page).getByRole('button', { name: 'Добавить ключ' }).click();
  await expect(locatePasskeys(page).getByRole('listitem')).toHaveCount(1);
}

async function logOut(page: Page): Promise<void> {
  await page.goto(`${exchange.origin}/account/dashboard`);
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(page).toHaveURL(`${exchange.origin}/`);
}

async function logInWithPasskey(page: Page, path: string): Promise<void> {
  await page.goto(`${exchange.origin}/login?next=${encodeURIComponent(path)}`);
  await page.getByRole('button', { name: /^Войти с\sключом/ }).click();
  await expect(page).toHaveURL(exchange.origin + path);
}

/** Lets the last proof of who the user is be too old, for the next call that needs one. */
async function ageAuthentication(page: Page, path: string, methods: string[]): Promise<void> {
  await page.route(
    `**${path}`,
    route => route.fulfill({ status: 403, json: { code: 'confirm_required', detail: '', methods } }),
    { times: 1 },
  );
}

test('a passkey is added, renamed, logs in, confirms and is deleted', async ({ page, expectProblems }) => {
  const authenticator = await addVirtualAuthenticator(page);
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, SAFETY_PATH);
  const passkeys = locatePasskeys(page);
  // A cancelled prompt is no error.
  await authenticator.setPresent(false);
  const add = passkeys.getByRole('button', { name: 'Добавить ключ' });
  await add.click();
  await expect(add).toHaveAttribute('aria-disabled', 'false');
  await expect(passkeys.getByRole('alert')).toHaveCount(0);
  await authenticator.setPresent(true);
  await addPasskey(page);
  await expect(passkeys).toContainText('Ещё не использован');
  await readEmailLink(exchange, email, 'passkey_added');
  await add.click();
  await expect(passkeys.getByRole('alert')).toContainText('уже есть ключ');
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  await passkeys.getByRole('button', { name: /^Переименовать/ }).click();
  await expect(passkeys.getByRole('textbox', { name: 'Название' })).toBeFocused();
  await passkeys.getByRole('textbox', { name: 'Название' }).fill('Мой ноутбук');
  await page.keyboard.press('Enter');
  await expect(passkeys.getByRole('button', { name: 'Переименовать: Мой ноутбук' })).toBeFocused();
  await expect(passkeys).toContainText('Мой ноутбук');

  await logOut(page);
  await logInWithPasskey(page, SAFETY_PATH);
  await expect(passkeys).toContainText(/Вход \d+/);

  await passkeys.getByRole('button', { name: 'Удалить: Мой ноутбук' }).click();
  await ageAuthentication(page, '/api/v1/users/me/passkeys/*/', ['password', 'passkey']);
  await passkeys.getByRole('button', { name: 'Удалить ключ' }).click();
  await expect(passkeys.getByLabel('Пароль', { exact: true })).toBeFocused();
  await passkeys.getByRole('button', { name: 'Подтвердить ключом доступа' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await readEmailLink(exchange, email, 'passkey_removed');

  await logOut(page);
  await page.goto(`${exchange.origin}/login`);
  await page.getByRole('button', { name: /^Войти с\sключом/ }).click();
  await expect(page.getByRole('alert')).toContainText('не подходит');
  await authenticator.clear();
  await page.goto(`${exchange.origin.replace('localhost', '127.0.0.1')}/login`);
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /ключом/ })).toHaveCount(0);
  // Refused calls.
  await expectProblems(/403 .*\/me\/passkeys\/[^/]+\/$/, /401 .*\/auth\/passkey\/$/);
});

test('an account without a password: a sign-up, its e-mail, the last passkey and the first password', async ({
  page,
  expectProblems,
}) => {
  await addVirtualAuthenticator(page);
  const email = `anna-${Date.now()}@example.com`;
  await page.goto(`${exchange.origin}/register`);
  await page.getByLabel('Почта').fill(email);
  await page.getByRole('button', { name: /^Без\sпароля/ }).click();
  const form = page.getByRole('form', { name: /с\sключом доступа/ });
  await expect(form.getByLabel('Почта')).toHaveValue(email);
  await form.getByRole('button', { name: /^Создать аккаунт/ }).click();
  await expect(form.getByRole('checkbox').first()).toBeFocused();
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  await form.getByRole('button', { name: /^Создать аккаунт/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Проверьте почту' })).toBeVisible();

  await page.goto(`${exchange.origin}/login`);
  await page.getByRole('button', { name: /^Войти с\sключом/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Новое письмо' })).toBeVisible();
  await page.goto(toHostName(await readEmailLink(exchange, email, 'activate')));
  await page.getByRole('button', { name: 'Активировать аккаунт' }).click();
  await page.getByRole('button', { name: 'ОК', exact: true }).click();
  await logInWithPasskey(page, SAFETY_PATH);

  const passkeys = locatePasskeys(page);
  await passkeys.getByRole('button', { name: /^Удалить/ }).click();
  await passkeys.getByRole('button', { name: 'Удалить ключ' }).click();
  await expect(passkeys.getByRole('alert')).toContainText('единственный способ');
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await passkeys.getByRole('button', { name: 'Оставить' }).click();

  const password = page.getByRole('region', { name: 'Пароль' });
  await expect(password.getByLabel('Текущий пароль')).toHaveCount(0);
  await password.getByLabel('Новый пароль').fill('лампа гвоздь 77 туман');
  // Without a password the prompt of the passkey opens at once.
  await ageAuthentication(page, '/api/v1/users/me/password/', ['passkey']);
  await password.getByRole('button', { name: 'Задать пароль' }).click();
  await expect(password.getByRole('button', { name: 'Сменить пароль' })).toBeVisible();
  await passkeys.getByRole('button', { name: /^Удалить/ }).click();
  await passkeys.getByRole('button', { name: 'Удалить ключ' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await expectProblems(
    /403 .*\/auth\/passkey\/$/,
    /409 .*\/me\/passkeys\/[^/]+\/$/,
    /403 .*\/me\/password\/$/,
  );
});

test('the e-mail of a sign-up with a passkey takes the passkey in another browser', async ({
  page,
  expectProblems,
}) => {
  const authenticator = await addVirtualAuthenticator(page);
  const email = `anna-${Date.now()}@example.com`;
  await page.goto(`${exchange.origin}/register`);
  await page.getByLabel('Почта').fill(email);
  await page.getByRole('button', { name: /^Без\sпароля/ }).click();
  const form = page.getByRole('form', { name: /с\sключом доступа/ });
  await expect(form.getByRole('checkbox')).toHaveCount(2);
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  await form.getByRole('button', { name: /^Создать аккаунт/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Проверьте почту' })).toBeVisible();

  // As a browser on another device, with the same synced passkey.
  await page.context().clearCookies();
  await page.goto(toHostName(await readEmailLink(exchange, email, 'activate')));
  await page.getByRole('button', { name: 'Активировать аккаунт' }).click();
  const confirm = page.getByRole('button', { name: 'Подтвердить ключом доступа' });
  await expect(confirm).toBeVisible();
  await expect(page.getByLabel(/^Пароль/)).toHaveCount(0);
  // A cancelled prompt is no error.
  await authenticator.setPresent(false);
  await confirm.click();
  await expect(confirm).toHaveAttribute('aria-disabled', 'false');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await authenticator.setPresent(true);
  await confirm.click();
  await page.getByRole('button', { name: 'ОК', exact: true }).click();
  await logInWithPasskey(page, SAFETY_PATH);
  await expect(locatePasskeys(page).getByRole('listitem')).toHaveCount(1);
  await expectProblems(/403 .*\/users\/activate\//);
});

test('a guest gets an account for a claim by one press, and the claim after the e-mail', async ({ page }) => {
  await addVirtualAuthenticator(page);
  const claim = await exchange.createClaim('LTC', 'SBERRUB', '2');
  await page.goto(`${exchange.origin}/claim/${claim}`);
  const offer = page.getByRole('region', { name: 'Создайте аккаунт одним нажатием' });
  const boxes = offer.getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) {
    await expect(box).not.toBeChecked();
    await box.check();
  }
  const email = (await offer.locator('b').textContent()) ?? '';
  await offer.getByRole('button', { name: /^Создать аккаунт/ }).click();
  await expect(page.getByRole('region', { name: 'Проверьте почту' })).toContainText(email);
  await page.goto(toHostName(await readEmailLink(exchange, email, 'activate')));
  await page.getByRole('button', { name: 'Активировать аккаунт' }).click();
  await page.getByRole('button', { name: 'ОК', exact: true }).click();
  await logInWithPasskey(page, '/account/applications');
  await expect(page.getByRole('table', { name: /^Заявки/ }).locator('tbody tr')).toHaveCount(1);
  const id = claim.split('#')[0] ?? '';
  await page.goto(`${exchange.origin}/claim/${id}`);
  await expect(page.getByRole('complementary', { name: 'О заявке' })).toContainText(email);
  await expect(offer).toHaveCount(0);
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('passkeys have no accessibility violation and do not scroll sideways', async ({
      page,
      expectProblems,
    }) => {
      await addVirtualAuthenticator(page);
      const check = async (title: string) => {
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        const folder = process.env.SCREENSHOTS;
        if (folder) await page.screenshot({ path: `${folder}/${title}-${name}.png`, fullPage: true });
      };
      const claim = await exchange.createClaim('LTC', 'SBERRUB', '2');
      await page.goto(`${exchange.origin}/claim/${claim}`);
      await expect(page.getByRole('region', { name: /^Создайте аккаунт/ })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Оплата заявки' })).toBeVisible();
      await check('offer');
      await page.goto(`${exchange.origin}/register`);
      await page.getByRole('button', { name: /^Без\sпароля/ }).click();
      await expect(page.getByRole('form', { name: /с\sключом доступа/ })).toBeVisible();
      await check('register');
      await page.goto(`${exchange.origin}/login`);
      await expect(page.getByRole('button', { name: /^Войти с\sключом/ })).toBeVisible();
      await check('login');
      const email = await exchange.createAccount();
      await openAccountPage(exchange, page, email, SAFETY_PATH);
      await addPasskey(page);
      await check('list');
      await locatePasskeys(page)
        .getByRole('button', { name: /^Удалить/ })
        .click();
      await ageAuthentication(page, '/api/v1/users/me/passkeys/*/', ['password', 'passkey']);
      await locatePasskeys(page).getByRole('button', { name: 'Удалить ключ' }).click();
      await expect(page.getByRole('button', { name: /^Подтвердить/ })).toBeVisible();
      await check('delete');
      await page.getByRole('button', { name: 'Оставить' }).click();
      await page.getByRole('button', { name: /^Переименовать/ }).click();
      await check('rename');
      // The refused call.
      await expectProblems(/403 .*\/me\/passkeys\/[^/]+\/$/);
    });
  });
}
