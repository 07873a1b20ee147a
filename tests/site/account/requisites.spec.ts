import { expectAccessible } from '#tests/support/accessibility.ts';
import { createPhoto } from '#tests/support/verificationClient.ts';
import {
  ACCOUNT_PASSWORD,
  startAccountExchange,
  type AccountExchange,
} from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { openAccountPage } from './support/accountPage.ts';

const CARDS = '/account/cards';
const WALLETS = '/account/wallets';
const CARD_NUMBER = '2200000000000004';
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
/** Another valid address would be hard to find: the form compares what is typed. */
const SIMILAR_ADDRESS = 'TJRaxxxxxxxxxxxxxxxxxxxxxxxxxxRTv8';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

/** Saves a requisite by the API, as another browser of the account. */
async function saveRequisite(email: string, body: object): Promise<void> {
  const response = await fetch(`${exchange.origin}/api/v1/users/me/requisites/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await exchange.logIn(email)}`,
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}

test('a card is added after the password, renamed, revealed, deleted and restored', async ({
  page,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  await openAccountPage(exchange, page, email, CARDS);
  await expect(page.getByText(/^Здесь пока нет карт/)).toBeVisible();
  await page.route('**/api/v1/users/me/requisites/', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: { detail: 'Подтвердите', code: 'confirm_required', methods: ['password'] },
        })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Добавить карту' }).click();
  const form = page.getByRole('form', { name: 'Новый реквизит' });
  await expect(form.getByLabel('Банк')).toBeFocused();
  await form.getByLabel('Банк').selectOption('SBERRUB');
  const number = form.getByLabel('Номер карты');
  await number.fill('2200 0000 0000 0005');
  const label = form.getByLabel(/^Название/);
  await label.pressSequentially('н'.repeat(41));
  await expect(label).toHaveAccessibleDescription(/^Поместились первые 40\sзнаков/);
  await label.fill('');
  await expect(label).not.toHaveAccessibleDescription(/40/);
  await form.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(number).toHaveAccessibleDescription(/опечатка/);
  await expect(number).toBeFocused();
  await number.fill('2200 0000 0000 0004');
  await form.getByRole('button', { name: 'Сохранить' }).click();
  const password = form.getByLabel('Пароль', { exact: true });
  await expect(password).toBeFocused();
  await page.unrouteAll();
  await password.fill(ACCOUNT_PASSWORD);
  await page.keyboard.press('Enter');

  const row = page.getByRole('list', { name: 'Карты' }).getByRole('listitem');
  await expect(row).toBeFocused();
  await expect(row).toContainText(/Сбербанк2200\s••••\s0004/);
  // There is nothing to withdraw.
  await expect(row).not.toContainText('Вывод');
  await row.getByRole('button', { name: /^Показать полностью/ }).click();
  await expect(row).toContainText(/2200\s0000\s0000\s0004Анна Смирнова/);
  await row.getByRole('button', { name: /^Изменить название/ }).click();
  await expect(row.getByRole('textbox', { name: 'Название' })).toBeFocused();
  await page.keyboard.type('Зарплатная');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: 'Изменить название: Зарплатная' })).toBeFocused();

  await page.getByRole('button', { name: 'Добавить карту' }).click();
  await form.getByLabel('Банк').selectOption('SBERRUB');
  await number.pressSequentially(CARD_NUMBER);
  await expect(number).toHaveValue('2200 0000 0000 0004');
  await form.getByLabel('Имя и фамилия владельца').fill('Анна Смирнова');
  await page.keyboard.press('Enter');
  await expect(number).toHaveAccessibleDescription(/уже сохранён/);
  await page.getByRole('button', { name: 'Не добавлять' }).click();

  await row.getByRole('button', { name: 'Удалить: Зарплатная' }).press('Enter');
  await expect(page.getByText(/^Здесь пока нет карт/)).toBeVisible();
  const undo = page.getByRole('button', { name: 'Вернуть' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(row).toBeFocused();
  await page.reload();
  await expect(row).toContainText('Зарплатная');
  await expectProblems(/403 .*\/me\/requisites\/$/, /400 .*\/me\/requisites\/$/);
});

test('a saved card is verified by a photo before any claim', async ({ page }) => {
  const email = await exchange.createAccount();
  await saveRequisite(email, { currency: 'SBERRUB', values: { card: CARD_NUMBER, fio: 'Анна Смирнова' } });
  await openAccountPage(exchange, page, email, CARDS);
  await expect(page.getByText(/^Не\sподтверждена/)).toBeVisible();
  await page.getByRole('link', { name: /^Подтвердить: Сбербанк/ }).click();
  await expect(page).toHaveURL(/\/account\/cards\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: /^Подтвердить карту/ }).click();
  await expect(page.locator('.instructions')).toContainText(/код [0-9A-F]{8}/);
  await expectAccessible(page);
  const photo = await createPhoto();
  await page.locator('input[type=file]').setInputFiles({
    name: 'card.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await photo.arrayBuffer()),
  });
  await page.getByRole('button', { name: /^Отправить/ }).click();
  await expect(page.getByText(/^Фото карты 2200/)).toBeVisible();
  await expect(page.locator('.card-facts')).toContainText(/На\sпроверке/);
  await page.goto(`${exchange.origin}/account/cards/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('heading', { level: 1, name: 'Такой карты нет' })).toBeVisible();
});

test('the form offers saved requisites, points out a similar address, and saves others', async ({ page }) => {
  const email = await exchange.createAccount();
  await saveRequisite(email, { currency: 'USDTTRC20', values: { account: ADDRESS }, label: 'Холодный' });
  await openAccountPage(exchange, page, email, WALLETS);
  await expect(page.getByRole('listitem').filter({ hasText: 'Холодный' })).toContainText(ADDRESS);
  const written = page.locator('.requisite-address');
  await expect(written.locator('b')).toHaveText(['TJRab', 'pRTv8']);
  const countLines = () =>
    written.evaluate(element =>
      Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
    );
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await countLines()]).toEqual([width, 2]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${exchange.origin}/?cur_from=SBERRUB&cur_to=USDTTRC20&amount=7000`);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const form = page.getByRole('form', { name: 'Реквизиты' });
  await expect(form.getByLabel('Почта')).toHaveValue(email);
  const menu = form.getByLabel('Сохранённый кошелёк');
  const address = form.getByLabel(/^Адрес кошелька/);
  await address.fill(SIMILAR_ADDRESS);
  const warning = form.getByRole('alert').filter({ hasText: 'середина другая' });
  await expect(warning).toContainText('«Холодный»');
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Подставить сохранённый' }).click();
  await expect(address).toHaveValue(ADDRESS);
  await expect(warning).toHaveCount(0);
  await address.fill('');
  await menu.selectOption({ label: 'Холодный, TJRab…pRTv8' });
  await expect(address).toHaveValue(ADDRESS);
  await form.getByLabel('Номер карты').fill(CARD_NUMBER);
  await form.getByRole('checkbox', { name: /^Сохранить реквизиты/ }).check();
  await form.getByRole('checkbox', { name: /^Принимаю/ }).check();
  await form.getByRole('button', { name: 'Проверить заявку' }).click();
  await page.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(page.getByText(/^Заявка №/).first()).toBeVisible();
  await page.goto(exchange.origin + CARDS);
  await expect(page.getByRole('list', { name: 'Карты' }).getByRole('listitem')).toContainText(
    /2200\s••••\s0004/,
  );

  // The next exchange starts with what was used last, in place of the fields.
  await page.goto(`${exchange.origin}/?cur_from=SBERRUB&cur_to=USDTTRC20&amount=7000`);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(menu.getByRole('option', { selected: true })).toHaveText('Холодный, TJRab…pRTv8');
  await expect(address).toHaveCount(0);
  await expect(form.getByLabel('Номер карты')).toHaveCount(0);
  await expectAccessible(page);
  const toggle = form.getByRole('button', { name: /^Показать и\sизменить/ }).first();
  await toggle.press('Enter');
  await expect(address).toHaveValue(ADDRESS);
  await form.getByRole('button', { name: 'Скрыть поля' }).press('Enter');
  await expect(address).toHaveCount(0);
  await menu.selectOption({ label: 'Ввести вручную' });
  await expect(address).toHaveValue('');
  await menu.selectOption({ label: 'Холодный, TJRab…pRTv8' });
  await form.getByRole('checkbox', { name: /^Принимаю/ }).check();
  await form.getByRole('button', { name: 'Проверить заявку' }).click();
  await expect(page.getByRole('region', { name: 'Проверка заявки' })).toContainText('TJRab');
});

test('a logout in another tab clears the form', async ({ page }) => {
  const email = await exchange.createAccount();
  await saveRequisite(email, { currency: 'USDTTRC20', values: { account: ADDRESS }, label: 'Холодный' });
  await openAccountPage(exchange, page, email, WALLETS);
  await page.goto(`${exchange.origin}/?cur_from=SBERRUB&cur_to=USDTTRC20&amount=7000`);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const form = page.getByRole('form', { name: 'Реквизиты' });
  await form.getByLabel('Сохранённый кошелёк').selectOption({ label: 'Холодный, TJRab…pRTv8' });
  await expect(form.getByLabel('Почта')).toHaveValue(email);
  const readStorage = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await expect.poll(readStorage).toContain(ADDRESS);
  const other = await page.context().newPage();
  await other.goto(`${exchange.origin}/account/dashboard`);
  await other.getByRole('button', { name: 'Выйти' }).click();
  await expect(form.getByLabel('Почта')).toHaveValue('');
  await expect(form.getByLabel(/^Адрес кошелька/)).toHaveValue('');
  await expect(form.getByLabel('Сохранённый кошелёк')).toHaveCount(0);
  await expect.poll(readStorage).not.toContain(ADDRESS);
  expect(await readStorage()).not.toContain(email);
});

test('the pages are accessible, and a list that does not load can be loaded again', async ({
  page,
  expectRepeatedProblems,
}) => {
  const email = await exchange.createAccount();
  await saveRequisite(email, {
    currency: 'SBERRUB',
    values: { card: CARD_NUMBER, fio: 'Анна Смирнова' },
    label: 'Зарплатная',
  });
  await saveRequisite(email, { currency: 'USDTTRC20', values: { account: ADDRESS } });
  await openAccountPage(exchange, page, email, '/account/dashboard');
  for (const [path, button] of [
    [CARDS, 'Добавить карту'],
    [WALLETS, 'Добавить кошелёк'],
  ] as const)
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport);
      await page.goto(exchange.origin + path);
      await expect(page.locator('.requisite-list li')).toHaveCount(1);
      await expectAccessible(page);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('form').getByRole('combobox').selectOption({ index: 1 });
      await expect(page.getByLabel(/^Название/)).toBeVisible();
      await expectAccessible(page);
    }
  await page.route('**/me/requisites/?*', route => route.abort());
  await page.goto(exchange.origin + CARDS);
  const retry = page.getByRole('button', { name: 'Повторить' });
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  await retry.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Зарплатная' })).toBeVisible();
  await expectRepeatedProblems(/ERR_FAILED: .*\/me\/requisites\/\?page=1&size=100&type=card$/);
});
