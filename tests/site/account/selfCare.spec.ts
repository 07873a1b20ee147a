import { readFileSync } from 'node:fs';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { openAccountPage, readEmailLink, SETTINGS_PATH } from './support/accountPage.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

test('choices of e-mails are saved at once, and a failed one is taken back', async ({
  page,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, SETTINGS_PATH);
  const emails = page.getByRole('group', { name: 'Письма' });
  const news = emails.getByRole('checkbox', { name: 'Новости' });
  const security = emails.getByRole('checkbox', { name: 'Безопасность' });
  await expect(security).toBeChecked();
  await security.press('Space');
  await expect(security).toBeChecked();
  await news.press('Space');
  await expect(page.getByText('Сохранено')).toBeVisible();
  await page.reload();
  await expect(news).toBeChecked();
  await page.route('**/api/v1/users/me/', route =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await emails.getByRole('checkbox', { name: 'Заявки' }).click();
  await expect(page.getByRole('alert')).toContainText('Не сохранилось');
  await expect(emails.getByRole('checkbox', { name: 'Заявки' })).toBeChecked();
  await expectProblems(/ERR_FAILED: .*\/users\/me\/$/);
});

test('a copy of the data is saved as a file', async ({ page }) => {
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, SETTINGS_PATH);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^razmen-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as { profile: { email: string } };
  expect(data.profile.email).toBe(email);
  await expect(page.getByText(/^Файл сохранён: razmen-/)).toBeVisible();
});

test('a deletion is planned after a consent, ends the session, and is cancelled by a login', async ({
  page,
}) => {
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, SETTINGS_PATH);
  await page.getByRole('link', { name: 'Удалить аккаунт' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Удаление аккаунта' })).toBeVisible();
  const submit = page.getByRole('button', { name: /^Удалить через 7/ });
  await submit.press('Enter');
  const understood = page.getByRole('checkbox', { name: /^Понимаю/ });
  await expect(understood).toBeFocused();
  await expect(understood).toHaveAccessibleDescription(/Отметьте/);
  await understood.press('Space');
  await submit.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Аккаунт будет удалён' });
  await expect(dialog).toContainText(/Удалим \d+/);
  await dialog.getByRole('button', { name: 'ОК' }).click();
  await expect(page).toHaveURL(`${exchange.origin}/`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Войти' })).toBeVisible();
  await readEmailLink(exchange, email, 'deletion_planned');

  await openAccountPage(exchange, page, email, '/account/safety/journal');
  await expect(page.getByText('Удаление аккаунта отменено входом')).toBeVisible();
  await readEmailLink(exchange, email, 'deletion_cancelled');
});

test.describe('the journal', () => {
  test.use({ timezoneId: 'Asia/Vladivostok' });

  test('has pages, and the time of the visitor with its date', async ({ page, expectRepeatedProblems }) => {
    const email = await exchange.createAccount();
    const accesses: string[] = [];
    for (let n = 0; n < 20; n++) accesses.push(await exchange.logIn(email));
    await openAccountPage(exchange, page, email, '/account/safety');
    await page.getByRole('link', { name: 'Открыть журнал' }).click();
    const rows = page.locator('.journal-list li');
    await expect(rows).toHaveCount(20);
    await expect(page.getByText('GMT+10')).toBeVisible();
    const time = rows.first().locator('time');
    const at = Date.parse((await time.getAttribute('datetime')) ?? '') + 10 * 3_600_000;
    const [year = '', clock = ''] = [new Date(at).getUTCFullYear(), new Date(at).toISOString().slice(11, 16)];
    await expect(time).toHaveText(new RegExp(`^\\d+\\s\\S+\\s${year}, ${clock}$`));
    await expect(rows.first()).toContainText('Вход');

    await page.route('**/me/journal/?page=2', route => route.abort(), { times: 3 });
    const more = page.getByRole('button', { name: 'Показать ещё' });
    await more.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Нет связи с сервером');
    await more.press('Enter');
    await expect(rows).toHaveCount(22);
    await expect(rows.nth(20)).toBeFocused();
    await expect(rows.last()).toContainText('Аккаунт создан');
    await expect(more).toHaveCount(0);
    await expectRepeatedProblems(/ERR_FAILED: .*\/me\/journal\/\?page=2$/);
  });

  test('says that it is empty, or that it did not load', async ({ page, expectProblems }) => {
    const email = await exchange.createAccount();
    await openAccountPage(exchange, page, email, '/account/safety');
    await page.route('**/me/journal/*', route => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.getByRole('link', { name: 'Открыть журнал' }).click();
    await expect(page.getByRole('alert')).toContainText('Сервер не справился');
    await page.route('**/me/journal/*', route =>
      route.fulfill({ json: { count: 0, next: null, previous: null, results: [] } }),
    );
    await page.getByRole('button', { name: 'Повторить' }).click();
    await expect(page.getByText('событий нет')).toBeVisible();
    await expectProblems(/500 .*\/me\/journal\/\?page=1$/);
  });
});

for (const { name, ...viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ viewport });

    test('the pages have no accessibility violation and do not scroll sideways', async ({
      page,
      expectProblems,
    }) => {
      const email = await exchange.createAccount();
      await openAccountPage(exchange, page, email, SETTINGS_PATH);
      const check = async () => {
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      };
      await expect(page.getByLabel('Новая почта')).toBeVisible();
      await check();
      await page.getByLabel('Новая почта').fill(`new-${email}`);
      await page.keyboard.press('Enter');
      await expect(page.getByLabel(/^Код из\sписьма/)).toBeVisible();
      await check();
      await page.goto(`${exchange.origin}/account/settings/delete`);
      await page.getByRole('button', { name: /^Удалить через 7/ }).click();
      await check();
      await page.goto(`${exchange.origin}/account/safety/journal`);
      await expect(page.locator('.journal-list')).toBeVisible();
      await check();
      await page.goto(await readEmailLink(exchange, email, 'email_changing'));
      await expect(page.getByRole('button', { name: 'Остановить аккаунт' })).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Остановить аккаунт' }).click();
      await expect(page.getByRole('link', { name: 'Получить ссылку' })).toBeVisible();
      await check();
      await expectProblems(/401 .*\/auth\/refresh\/$/);
    });
  });
}
