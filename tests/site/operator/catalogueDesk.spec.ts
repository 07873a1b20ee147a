import { expectAccessible } from '#tests/support/accessibility.ts';
import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, SCREENS, test } from '../support/siteTest.ts';
import { expectNoSidewaysScroll } from './support/expectNoSidewaysScroll.ts';
import { createStaffMember } from './support/staffMember.ts';

let exchange: AccountExchange;
test.beforeAll(async () => {
  exchange = await startAccountExchange();
});
test.afterAll(() => exchange.close());

/** The login asks for the code with a refusal. */
const CODE_ASKED = /401 .*\/auth\/login\/$/;

const LTC_ADDRESS = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';
/** The account of BIP 84, and its first addresses. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const FIRST_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const SECOND_ADDRESS = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g';

test('an admin adds a key by keyboard: what is refused is named, and the first address is compared', async ({
  page,
  expectProblems,
}) => {
  const admin = await createStaffMember(exchange, 'admin');
  await admin.openPage(page, '/operator');
  await expectProblems(CODE_ASKED);
  await expect(page.getByRole('heading', { name: 'Сегодня' })).toBeVisible();
  await page.keyboard.press('g');
  await expect(page.getByRole('heading', { name: 'Реквизиты' })).toBeVisible();
  await page.getByRole('button', { name: 'Добавить реквизит' }).press('Enter');
  const form = page.getByRole('form', { name: 'Добавить реквизит' });
  const currency = form.getByLabel('Валюта');
  await expect(currency).toBeFocused();
  await currency.selectOption('Dogecoin');
  const value = form.getByLabel('Адрес или открытый ключ');
  await value.press('Enter');
  await expect(form.getByText('Заполните это поле')).toBeVisible();
  await value.fill(ZPUB);
  await expect(form.getByRole('list')).toContainText('Каждая заявка получит свой адрес');
  const first = form.getByLabel('Первый адрес для получения');
  await first.fill(FIRST_ADDRESS);
  await first.press('Enter');
  await expect(form.getByText('Это ключ другой сети (zpub): BTC, LTC. Выгрузите ключ DOGE')).toBeVisible();
  await expect(value).toBeFocused();
  await currency.selectOption('Bitcoin');
  await first.fill(SECOND_ADDRESS);
  await first.press('Enter');
  await expect(form.getByText(new RegExp(`Его первые адреса: .*p2wpkh ${FIRST_ADDRESS}`))).toBeVisible();
  await expect(first).toBeFocused();
  await first.fill(FIRST_ADDRESS);
  await first.press('Enter');
  await expect(page.getByText(/^Реквизит добавлен и\sвключён: Bitcoin\.$/)).toBeVisible();
  await expect(page.locator('.list-notice')).toBeFocused();
  await expectProblems(/400 .*\/requisites\/$/, /400 .*\/requisites\/$/);
  await page.getByRole('searchbox').fill('btc');
  const row = page.getByRole('list', { name: 'Реквизиты Bitcoin' }).getByRole('listitem').last();
  await expect(row).toContainText(FIRST_ADDRESS);
  await expect(row).toContainText(/Native SegWit \(bech32\), выдано 0\sадресов/);
  expect(await page.content()).not.toContain('zpub6r');
  expect(await exchange.runOperator('changes')).toContain(admin.email);
});

test('an admin switches requisites by mouse: the effect, the last one, and who was faster', async ({
  page,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  await anna.createClaim('SBERRUB', 'TON', '7000');
  const admin = await createStaffMember(exchange, 'admin');
  await admin.openPage(page, '/operator/requisites');
  await expectProblems(CODE_ASKED);
  await page.locator('summary', { hasText: 'SBERRUB' }).click();
  const rows = page.getByRole('list', { name: 'Реквизиты Сбербанк' }).getByRole('listitem');
  const paid = rows.filter({ hasText: /Платят по\s1\sоткрытой заявке/ });
  await expect(paid).toHaveCount(1);
  await paid.getByRole('button', { name: 'Выключить' }).click();
  const form = rows.getByRole('form');
  await expect(form).toContainText(/По\s1\sоткрытой заявке клиенты по-прежнему платят сюда/);
  await form.getByRole('button', { name: 'Отмена' }).click();
  await expect(paid.getByRole('button', { name: 'Выключить' })).toBeFocused();
  for (let left = await rows.count(); left > 0; left -= 1) {
    await rows.getByRole('button', { name: 'Выключить' }).first().click();
    await expect(form).toContainText(
      left > 1
        ? /остальные включённые: \d/
        : /Включённых не\sостанется: новые заявки .* будут ждать реквизит/,
    );
    await form.getByRole('button', { name: 'Выключить' }).click();
    await expect(rows.filter({ hasText: 'Включён.' })).toHaveCount(left - 1);
  }
  await expect(page.getByText('Новые заявки ждут реквизит.')).toBeVisible();
  await anna.createClaim('SBERRUB', 'TON', '8000');
  await page.goto(`${exchange.origin}/operator/requisites?q=sberrub`);
  await page.getByRole('link', { name: 'Ждут реквизит: 1' }).click();
  await expect(page).toHaveURL(/\/operator\/claims\?status=requisites&currency=SBERRUB$/);
  await page.goBack();
  // Somebody else is faster.
  const first = rows.first();
  const id = /\d+/.exec((await first.getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await first.getByRole('button', { name: 'Включить' }).click();
  await exchange.runOperator('requisite', id, 'on', '--as', 'boris');
  await form.getByRole('button', { name: 'Включить' }).click();
  await expect(page.getByRole('alert')).toContainText(/Значение уже изменили.*boris/);
  await expectProblems(/409 .*\/state\/$/);
  await expect(first).toContainText('Включён.');
});

test('another role reads requisites, and changes none', async ({ page, expectProblems }) => {
  const cashier = await createStaffMember(exchange, 'cashier');
  await cashier.openPage(page, '/operator/requisites?q=ltc');
  await expectProblems(CODE_ASKED);
  await expect(page.getByText(/^Реквизиты добавляет и\sпереключает администратор\.$/)).toBeVisible();
  const copy = page
    .getByRole('list', { name: 'Реквизиты Litecoin' })
    .getByRole('button', { name: 'Скопировать' });
  await expect(copy.first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Выключить' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Добавить реквизит' })).toHaveCount(0);
  await page.getByRole('searchbox').fill('nothing');
  await expect(page.getByText('Поиск понимает валюту, адрес, карту и получателя.')).toBeVisible();
  await page.getByRole('link', { name: 'Сбросить фильтр' }).click();
  await page.keyboard.press('j');
  const first = page.locator('summary').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: /^Реквизиты/ })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: /^Реквизиты/ })).toHaveCount(0);
});

test('an old login proves the identity before a requisite is added', async ({ page, expectProblems }) => {
  const admin = await createStaffMember(exchange, 'admin');
  await admin.openPage(page, '/operator/requisites');
  await expectProblems(CODE_ASKED);
  await page.route('**/api/v1/operator/requisites/', async route => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fulfill({
      status: 403,
      json: { code: 'confirm_required', detail: 'Подтвердите', methods: ['password', 'code'] },
    });
  });
  await page.getByRole('button', { name: 'Добавить реквизит' }).click();
  const form = page.getByRole('form', { name: 'Добавить реквизит' });
  await form.getByLabel('Валюта').selectOption('Litecoin');
  await form.getByLabel('Адрес или открытый ключ').fill(LTC_ADDRESS);
  await form.getByRole('button', { name: 'Добавить реквизит' }).click();
  await expect(form.getByLabel('Пароль', { exact: true })).toBeFocused();
  await expectProblems(/403 .*\/requisites\/$/);
  await expect(form.getByLabel('Адрес или открытый ключ')).toHaveValue(LTC_ADDRESS);
});

for (const { name, ...viewport } of SCREENS)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`no accessibility violation, ${name}, ${colorScheme}`, async ({ page, expectProblems }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const admin = await createStaffMember(exchange, 'admin');
      await admin.openPage(page, '/operator/requisites');
      await expectProblems(CODE_ASKED);
      await page.locator('summary', { hasText: 'TCSBRUB' }).click();
      await page.getByRole('button', { name: 'Добавить реквизит' }).click();
      const form = page.getByRole('form', { name: 'Добавить реквизит' });
      await form.getByLabel('Валюта').selectOption('Bitcoin');
      await form.getByLabel('Адрес или открытый ключ').fill(ZPUB);
      await form.getByRole('button', { name: 'Добавить реквизит' }).click();
      await expect(form.getByText('Заполните это поле')).toBeVisible();
      await page
        .getByRole('button', { name: /^Выключить/ })
        .first()
        .click();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
