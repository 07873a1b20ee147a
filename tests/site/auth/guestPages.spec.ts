import { findBuiltPath } from '#tests/support/browser/builtPath.ts';
import { guestRoutePaths, routePaths } from '#site/routePaths.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { expect, openHomeForm, SCREENS, test } from '../support/siteTest.ts';

const HEADINGS: Readonly<Record<keyof typeof guestRoutePaths, string>> = {
  login: 'Вход',
  register: 'Регистрация',
  forget: 'Новый пароль',
  recover: 'Новый пароль',
};

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the pages for guests have no accessibility violation', async ({ page }) => {
      for (const [key, path] of Object.entries(guestRoutePaths)) {
        await page.goto(path);
        const heading = HEADINGS[key as keyof typeof guestRoutePaths];
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expectAccessible(page);
      }
      await page.goto(`${routePaths.recover}#token=abc`);
      await expect(page.getByLabel('Новый пароль', { exact: true }).last()).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('the pages of accounts are not indexed and send no referrer', async ({ request }) => {
  for (const path of [...Object.values(guestRoutePaths), routePaths.dashboard, routePaths.safety]) {
    const headers = (await request.get(path)).headers();
    expect(headers['x-robots-tag'], path).toContain('noindex');
    expect(headers['referrer-policy'], path).toBe('no-referrer');
  }
});

test('a guest loads no session and sends no request about accounts', async ({ page }) => {
  const urls: string[] = [];
  page.on('request', request => urls.push(new URL(request.url()).pathname));
  await openHomeForm(page, '/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeVisible();
  await page.goto(routePaths.login);
  await expect(page.getByLabel('Почта')).toBeVisible();
  const sessionCode = findBuiltPath('site/shell/session/createBrowserSession.ts');
  expect(urls.filter(url => url === sessionCode || /front-api|\/users\//.test(url))).toEqual([]);
});

test('the account leads guests to the login, which knows where they wanted to go', async ({ page }) => {
  await page.goto(routePaths.safety);
  await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible();
  await expect(page).toHaveURL(`${routePaths.login}?next=%2Faccount%2Fsafety`);
  await page.goto(routePaths.account);
  await expect(page).toHaveURL(`${routePaths.login}?next=%2Faccount%2Fdashboard`);
});

test('password managers recognize the fields', async ({ page }) => {
  const readAutocomplete = () =>
    page
      .locator('main input:not([type=checkbox])')
      .evaluateAll(inputs => inputs.map(input => input.getAttribute('autocomplete')));
  await page.goto(routePaths.login);
  await expect(page.getByLabel('Почта')).toBeVisible();
  expect(await readAutocomplete()).toEqual(['username', 'current-password']);
  await page.goto(routePaths.register);
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  expect(await readAutocomplete()).toEqual(['username', 'new-password']);
  for (const checkbox of await page.getByRole('checkbox').all()) await expect(checkbox).not.toBeChecked();
});

test('a sign-up by keyboard alone names each missing field and helps with the password', async ({ page }) => {
  await page.goto(routePaths.register);
  const [email, password] = [page.getByLabel('Почта'), page.getByLabel('Пароль', { exact: true })];
  await email.focus();
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Заполните это поле');
  const consent = page.getByRole('checkbox', { name: /^Даю согласие/ });
  await expect(consent).toHaveAccessibleDescription(/^Отметьте согласие/);
  await page.keyboard.type('anna@example');
  await expect(email).toHaveAttribute('aria-invalid', 'false');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription(/не\sхватает части после точки/);
  await page.keyboard.type('.com');

  await page.keyboard.press('Tab');
  await expect(password).toBeFocused();
  await page.keyboard.type('anna12345678');
  await expect(password).toHaveAccessibleDescription(/Добавьте необычное слово/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('лампа гвоздь 77 туман');
  await expect(password).toHaveAccessibleDescription(/Надёжный пароль/);

  await page.keyboard.press('Tab');
  const toggle = page.getByRole('button', { name: 'Показать пароль' });
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Space');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toHaveAttribute('type', 'text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(consent).toBeChecked();
  await expect(consent).toHaveAccessibleDescription('');
});

test('the token of an e-mail leaves the address, and only a pressed button spends it', async ({ page }) => {
  const posts: string[] = [];
  page.on('request', request => request.method() === 'POST' && posts.push(request.url()));
  await page.goto(`${routePaths.login}#activate=some-token`);
  const button = page.getByRole('button', { name: 'Активировать аккаунт' });
  await expect(button).toBeVisible();
  await expect(page).toHaveURL(routePaths.login);
  // Pasted into the tab that shows the login.
  await page.goto(`${routePaths.recover}#token=other-token`);
  await expect(page.getByRole('button', { name: 'Сохранить пароль' })).toBeVisible();
  await expect(page).toHaveURL(routePaths.recover);
  expect(posts).toEqual([]);
});

test('each step of a page for guests gets the focus, and says that an e-mail was sent again', async ({
  page,
}) => {
  await page.clock.install();
  await page.route('**/api/v1/users/restore/', route => route.fulfill({ status: 202 }));
  await page.goto(routePaths.forget);
  await page.getByLabel('Почта').fill('anna@example.com');
  await page.keyboard.press('Enter');
  // The server does not tell whether the account exists.
  await expect(
    page.getByText(/^Если такой аккаунт есть, письмо уже в\sпути на\sanna@example\.com\. Откройте/),
  ).toBeFocused();
  const button = page.getByRole('button', { name: 'Отправить ещё раз' });
  await button.click();
  await expect(
    page.getByRole('status').filter({ hasText: /^Запросили ещё раз в\s\d\d:\d\d\. Следующее/ }),
  ).toBeVisible();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.clock.runFor(60_000);
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Указать другую почту' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Новый пароль' })).toBeFocused();
});

test('the step from the login to another activation e-mail gets the focus', async ({
  page,
  expectProblems,
}) => {
  await page.route('**/front-api/auth/login/', route =>
    route.fulfill({ status: 403, json: { detail: '', code: 'not_activated' } }),
  );
  await page.route('**/api/v1/users/reactivate/', route => route.fulfill({ status: 202 }));
  await page.goto(routePaths.login);
  await page.getByLabel('Почта').fill('anna@example.com');
  await page.getByLabel('Пароль', { exact: true }).fill('three quiet rivers');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Отправить письмо ещё раз' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Новое письмо' })).toBeFocused();
  await page.getByRole('button', { name: 'Получить письмо' }).click();
  // The server does not tell whether the account exists.
  await expect(
    page.getByText(/^Если такой аккаунт есть, письмо уже в\sпути на\sanna@example\.com\. Откройте/),
  ).toBeFocused();
  await page.getByRole('button', { name: 'Указать другую почту' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Новое письмо' })).toBeFocused();
  await expectProblems(/403 .*\/auth\/login\/$/);
});
