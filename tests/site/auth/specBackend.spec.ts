import { findBuiltPath } from '#tests/support/browser/builtPath.ts';
import type { Page } from '@playwright/test';
import type { SpecBackend } from '#tests/core/session/support/specBackend.ts';
import { routePaths } from '#site/routePaths.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { MISSING_CALLS } from './support/missingCalls.ts';
import { routeToSpecBackend } from './support/routeToSpecBackend.ts';

let backend: SpecBackend;
test.beforeEach(async ({ context, baseURL, allowProblems }) => {
  allowProblems(MISSING_CALLS);
  backend = await routeToSpecBackend(context, baseURL ?? '');
});
test.afterEach(async ({ context }) => {
  // The account's pages send requests in the background, also when a test ends. The real server would refuse them.
  for (const page of context.pages()) await page.goto('about:blank');
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Logs in on the page that is open. */
async function logIn(page: Page, password = backend.state.password): Promise<void> {
  await page.getByLabel('Почта').fill('anna@example.com');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const accountLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Кабинет anna@example.com' });

test('a login leads to the wanted page, and a reload stays there', async ({ page, expectProblems }) => {
  await page.goto(routePaths.safety);
  await logIn(page, 'wrong');
  const password = page.getByLabel('Пароль', { exact: true });
  await expect(password).toHaveAccessibleDescription(/^Почта или пароль не\sподходят/);
  await expect(password).toBeFocused();
  await expectProblems(/401 .*\/auth\/login\/$/);
  await logIn(page);
  await expect(page).toHaveURL(routePaths.safety);
  await expect(page.getByRole('heading', { level: 1, name: 'Безопасность' })).toBeVisible();
  // Its list of sessions is an extension.
  await expect(page.getByRole('heading', { name: 'Устройства' })).toHaveCount(0);
  await page.goto(routePaths.dashboard);
  await expect(page.getByText('anna@example.com').last()).toBeVisible();
  await expect(accountLink(page)).toBeAttached();
  // A page for guests leads back.
  await page.goto(routePaths.login);
  await expect(page).toHaveURL(routePaths.dashboard);
});

test('the list of claims says that it is missing, and hides what needs it', async ({ page }) => {
  await page.goto(routePaths.applications);
  await logIn(page);
  await expect(page.getByRole('heading', { name: 'Список недоступен' })).toBeVisible();
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Скачать CSV' })).toHaveCount(0);
});

test('the account offers no settings that the backend lacks', async ({ page }) => {
  await page.goto(routePaths.safety);
  await logIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Безопасность' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Открыть журнал' })).toHaveCount(0);
  await expect(page.getByText('Второй фактор')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Кабинет' }).getByRole('link')).toHaveText([
    'Обзор',
    'Заявки',
    'Карты',
    'Кошельки',
    'Промокоды',
    'Партнёрам',
    'Безопасность',
    'Как подключить',
    'Вывод',
  ]);
  await page.goto(routePaths.settings);
  await expect(page.locator('.settings-email')).toHaveText('anna@example.com');
  await expect(page.locator('.settings-skeleton')).toHaveCount(0);
  await expect(page.locator('.account-content form')).toHaveCount(0);
  await expect(page.locator('.account-content h2')).toHaveText(['Почта']);
  await page.goto(routePaths.journal);
  await expect(page.getByText(/этом сайте журнала нет/)).toBeVisible();
});

test('an account that is not activated says so, and gets another e-mail', async ({ page }) => {
  backend.state.activated = false;
  await page.goto(routePaths.dashboard);
  await logIn(page);
  const note = page.getByRole('region', { name: 'Аккаунт не активирован' });
  await expect(note).toContainText('Откройте ссылку из письма: она действует 24');
  await note.getByRole('button', { name: 'Отправить письмо ещё раз' }).click();
  await expect(note.getByRole('status')).toHaveText(/^Письмо отправили на\sanna@example\.com/);
  expect(backend.countCalls('POST /api/v1/users/reactivate/')).toBe(1);
  await expectAccessible(page);
});

test('a logout reaches all tabs, and Back shows nothing of the account', async ({ page, context }) => {
  await page.goto(routePaths.login);
  await logIn(page);
  await expect(page).toHaveURL(routePaths.dashboard);
  const other = await context.newPage();
  await other.goto(routePaths.faq);
  await expect(accountLink(other)).toBeAttached();

  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(routePaths.home);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeVisible();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/\/account/);
  await page.goto(routePaths.dashboard);
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByText('anna@example.com')).toHaveCount(0);
});

test('an expired session leads from the account to the login', async ({ page, expectProblems }) => {
  await page.goto(routePaths.login);
  await logIn(page);
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
  backend.endSessions();
  await page.reload();
  await expect(page).toHaveURL(`${routePaths.login}?next=%2Faccount%2Fdashboard`);
  await expect(page.getByLabel('Почта')).toBeVisible();
  await expectProblems(/401 .*\/auth\/refresh\/$/);
});

test('an unreachable server keeps the visitor logged in', async ({ page, expectProblems }) => {
  await page.goto(routePaths.login);
  await logIn(page);
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
  backend.state.failures.set('/front-api/auth/refresh/', () =>
    Response.json({ detail: 'Занято', code: 'overloaded' }, { status: 503 }),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Сервер перегружен');
  backend.state.failures.clear();
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
  await expectProblems(/503 .*\/auth\/refresh\/$/);
});

test('a failed download of the session’s code is repeated', async ({ page, expectRepeatedProblems }) => {
  await page.goto(routePaths.login);
  await logIn(page);
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
  const sessionCode = findBuiltPath('site/shell/session/createBrowserSession.ts');
  const isSessionCode = (url: URL) => url.pathname === sessionCode;
  await page.route(isSessionCode, route => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(isSessionCode);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
  await expectRepeatedProblems(new RegExp(`ERR_FAILED: .*${sessionCode}`));
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the account has no accessibility violation, and its header shifts nothing', async ({ page }) => {
      await page.goto(routePaths.login);
      await logIn(page);
      await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
      for (const path of [routePaths.dashboard, routePaths.safety]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(accountLink(page)).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      }
      await page.goto(routePaths.faq);
      await expect(accountLink(page)).toBeVisible();
      const shift = await page.evaluate(
        () =>
          new Promise<number>(resolve => {
            new PerformanceObserver(list => {
              const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
              resolve(shifts.reduce((sum, { value }) => sum + value, 0));
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(0), 1_000);
          }),
      );
      expect(shift).toBe(0);
    });
  });
}
