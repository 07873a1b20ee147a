import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest, demandProof } from './support/deskTest.ts';

const { exchange, test, testDisplays } = createDeskTest('file');

const LTC_ADDRESS = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';
/** The account of BIP 84, and its first addresses. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const FIRST_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const CONTRACT = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe';
const SECOND_ADDRESS = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g';

test('an admin adds a key by keyboard: what is refused is named, and the first address is compared', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const admin = await openDesk('admin');
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
  await expect(page.locator('.list-notice').first()).toBeFocused();
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
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  await anna.createClaim('SBERRUB', 'TON', '7000');
  await openDesk('admin', '/operator/requisites');
  await page.locator('summary', { hasText: 'SBERRUB' }).click();
  const rows = page.getByRole('list', { name: 'Реквизиты Сбербанк' }).getByRole('listitem');
  const paid = rows.filter({ hasText: /Платят по\s1\sоткрытой заявке/ });
  await expect(paid).toHaveCount(1);
  await paid.getByRole('button', { name: 'Выключить' }).click();
  const form = rows.getByRole('form');
  await expect(form).toContainText(/По\s1\sоткрытой заявке клиенты по-прежнему платят сюда/);
  await form.getByRole('button', { name: 'Назад' }).click();
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

test('another role reads requisites, and changes none', async ({ page, openDesk }) => {
  await openDesk('cashier', '/operator/requisites?q=ltc');
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
  await expect(page.locator('summary', { hasText: 'LTC' })).toBeVisible();
  await page.keyboard.press('j');
  const first = page.locator('summary').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: /^Реквизиты/ })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: /^Реквизиты/ })).toHaveCount(0);
});

test('an old login proves the identity before a requisite is added', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  await openDesk('admin', '/operator/requisites');
  await demandProof(page, '**/api/v1/operator/requisites/', 'password', 'code');
  await page.getByRole('button', { name: 'Добавить реквизит' }).click();
  const form = page.getByRole('form', { name: 'Добавить реквизит' });
  await form.getByLabel('Валюта').selectOption('Litecoin');
  await form.getByLabel('Адрес или открытый ключ').fill(LTC_ADDRESS);
  await form.getByRole('button', { name: 'Добавить реквизит' }).click();
  await expect(form.getByLabel('Пароль', { exact: true })).toBeFocused();
  await expectProblems(/403 .*\/requisites\/$/);
  await expect(form.getByLabel('Адрес или открытый ключ')).toHaveValue(LTC_ADDRESS);
});

test('a dealer edits limits by keyboard: what is no value, who was faster, and the log', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const dealer = await openDesk('dealer');
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: 'Валюты' })).toBeVisible();
  await expect(page.locator('summary').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('usdterc20');
  await expect(page.locator('summary')).toHaveCount(1);
  await page.getByRole('searchbox').press('Enter');
  const values = page.getByRole('list', { name: 'Значения USDTERC20' });
  const max = values.getByRole('button', { name: /^Максимум USDTERC20/ });
  await max.press('Enter');
  const editor = values.getByRole('form', { name: 'Максимум USDTERC20' });
  const input = editor.getByLabel('Максимум, USDT');
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(max).toBeFocused();
  await page.keyboard.press('Enter');
  await input.fill('1');
  await page.keyboard.press('Enter');
  await expect(editor.getByText(/^Минимум был\sбы больше максимума, 1,00\sUSDT\./)).toBeVisible();
  await input.fill('9 000,5');
  await exchange.runOperator('currency', 'USDTERC20', 'max', '8000', '--as', 'boris');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toContainText('boris');
  await expect(editor.getByText(/^Сейчас: 8\s000\sUSDT$/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Максимум: сохранено.')).toBeVisible();
  await expect(max).toHaveAccessibleName(/9\s000,5\sUSDT$/);
  await expect(max).toBeFocused();
  await expectProblems(/400 .*\/max\/$/, /409 .*\/max\/$/);
  // Which payments are recorded is decided by an admin.
  await expect(values.getByText('Контракт токена')).toBeVisible();
  await expect(values.getByRole('button', { name: /^Контракт/ })).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: dealer.email })
      .getByText(/^Максимум: 8\s000\sUSDT\s→ 9\s000,50\sUSDT$/),
  ).toBeVisible();
});

test('a dealer edits texts by mouse, and an admin the contract of a token', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  await openDesk('dealer', '/operator/currencies?q=litecoin');
  const values = page.getByRole('list', { name: 'Значения LTC' });
  await values.getByRole('button', { name: /^Нагрузка сети LTC/ }).click();
  await values.getByLabel('Нагрузка сети', { exact: true }).selectOption('высокая');
  await values.getByRole('button', { name: 'Сохранить' }).click();
  await expect(values.getByRole('button', { name: /^Нагрузка сети LTC: высокая$/ })).toBeVisible();
  await values.getByRole('button', { name: /^Заметка LTC/ }).click();
  await values.getByLabel('Заметка', { exact: true }).fill('Только до 22:00');
  await values.getByRole('button', { name: 'Сохранить' }).click();
  await expect(values.getByRole('button', { name: 'Заметка LTC: Только до 22:00' })).toBeVisible();
  await values.getByRole('button', { name: /^Заметка LTC/ }).click();
  await values.getByLabel('Заметка', { exact: true }).fill('');
  await values.getByRole('button', { name: 'Сохранить' }).click();
  await expect(values.getByRole('button', { name: 'Заметка LTC: нет' })).toBeVisible();
  await values.getByRole('button', { name: /^Минимум LTC/ }).click();
  await values.getByLabel('Минимум, LTC', { exact: true }).fill('');
  await values.getByRole('button', { name: 'Сохранить' }).click();
  await expect(values.getByText('Заполните это поле')).toBeVisible();

  await page.context().clearCookies();
  await openDesk('admin', '/operator/currencies?q=usdcerc20');
  const tokens = page.getByRole('list', { name: 'Значения USDCERC20' });
  const published = page.getByRole('button', { name: /^Контракт токена USDCERC20: 0xA0b8/ });
  await expect(tokens.getByRole('listitem').filter({ has: published })).toContainText(/по\sумолчанию/);
  await published.click();
  await tokens.getByLabel('Контракт токена', { exact: true }).fill(CONTRACT);
  await tokens.getByRole('button', { name: 'Сохранить' }).click();
  await expect(tokens.getByRole('button', { name: `Контракт токена USDCERC20: ${CONTRACT}` })).toBeVisible();
  // With an older login the form asks for a proof of identity first.
  await demandProof(page, '**/values/currencies/USDCERC20/confirmations/', 'code');
  await tokens.getByRole('button', { name: /^Подтверждения сети/ }).click();
  await tokens.getByLabel('Подтверждения сети', { exact: true }).fill('20');
  await tokens.getByRole('button', { name: 'Сохранить' }).click();
  await expect(tokens.getByLabel('Код из приложения')).toBeFocused();
  await expectProblems(/403 .*\/confirmations\/$/);
  await expect(tokens.getByRole('button', { name: /^Минимум/ })).toHaveCount(0);
});

testDisplays(async ({ page, openDesk }) => {
  await openDesk('admin', '/operator/requisites');
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
  await page.locator('summary', { hasText: 'CASHRUB-MSK' }).click();
  await page.getByRole('button', { name: /^Место/ }).click();
  await expectAccessibleLayout(page);
  await page.goto(`${exchange.origin}/operator/currencies?q=usdtbep20`);
  await page.getByRole('button', { name: /^Контракт токена/ }).click();
  await expectAccessibleLayout(page);
});
