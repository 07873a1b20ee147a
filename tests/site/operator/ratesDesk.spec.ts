import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { startAccountExchange } from '../auth/support/accountExchange.ts';
import { createDeskTest } from './support/deskTest.ts';

/** Nobody answers at the address of one source, so Monero has no price. */
const { exchange, test, testDisplays } = createDeskTest('file', () =>
  startAccountExchange({ RATE_SOURCES: 'fixed,XMR:binance', BINANCE_URL: 'http://127.0.0.1:9/' }),
);

test('a dealer changes a reserve by keyboard, and its ledger shows who held and who changed', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('SBERRUB', 'TON', '7000');
  await exchange.runOperator('reserve', 'TON', '1000', '--force');
  const dealer = await openDesk('dealer');
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { name: 'Резервы' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Toncoin/ })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('[data-row] a').first()).toBeFocused();
  await page.getByRole('link', { name: /^Toncoin/ }).press('Enter');
  const ledger = page.getByRole('region', { name: 'Движения' });
  await expect(ledger.getByRole('link', { name: `№ ${claim.number}` })).toBeVisible();

  const opener = page.getByRole('button', { name: 'Изменить резерв', expanded: false });
  await opener.press('Enter');
  const form = page.getByRole('form', { name: 'Изменить резерв' });
  await form.getByLabel('Что сделать').selectOption('Вычесть');
  const amount = form.getByLabel('Сумма, TON');
  await amount.fill('1000');
  await amount.press('Enter');
  await expect(form.locator('.form-error')).toContainText(/не\sможет стать меньше удержанного/);
  await amount.fill('1000,1');
  await amount.press('Enter');
  await expect(form.locator('.form-error')).toContainText(/не\sможет стать меньше удержанного/);
  await form.getByLabel('Что сделать').selectOption('Прибавить');
  await amount.fill('250,5');
  await expect(form.getByRole('status')).toContainText(/Было 1\s000\sTON.*Станет 1\s250,5\sTON/);

  // Somebody else is faster: nothing changes, and the form begins with the new figure.
  await exchange.runOperator('reserve', 'TON', '2000');
  await amount.press('Enter');
  await expect(form.getByRole('alert')).toContainText(/уже изменился.*2\s000\sTON/);
  await expectProblems(/409 .*\/reserves\/TON\/$/);
  await expect(form.getByRole('status')).toContainText(/Станет 2\s250,5\sTON/);
  await amount.press('Enter');
  await expect(page.getByText(/Готово: теперь всего 2\s250,5\sTON/)).toBeVisible();
  await expect(page.locator('.list-notice')).toBeFocused();
  await expect(ledger.getByRole('row').nth(1)).toContainText(/Изменил сотрудник.*\+250,5\sTON/);
  expect(await exchange.runOperator('changes')).toContain(dealer.email);
});

test('another role reads reserves, and changes none', async ({ page, openDesk, expectProblems }) => {
  await openDesk('cashier', '/operator/reserves/TON');
  await expect(page.getByRole('heading', { name: 'Движения' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Изменить резерв' })).toHaveCount(0);
  await page.goto(`${exchange.origin}/operator/reserves/NONE`);
  await expect(page.getByRole('heading', { name: 'Такой валюты нет' })).toBeVisible();
  await expectProblems(/404 .*\/reserves\/NONE\/entries\//);
});

test('a dealer edits a margin by keyboard: the preview, a doubt, and who was faster', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const dealer = await openDesk('dealer');
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { name: 'Курсы' })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('btc-sberrub');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=btc-sberrub$/);
  await page.getByRole('searchbox').press('Tab');
  await page.getByRole('heading', { name: 'Курсы' }).click();
  await page.keyboard.press('j');
  const margin = page.getByRole('button', { name: /^Маржа BTC-SBERRUB/ });
  await expect(margin).toBeFocused();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('form', { name: 'Маржа BTC-SBERRUB' });
  const input = editor.getByLabel('Своя маржа, %');
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(margin).toBeFocused();

  await page.keyboard.press('Enter');
  await input.fill('1,5');
  await expect(editor.getByText(/^Курс станет: 1\sBTC = /)).toBeVisible();
  await input.fill('7');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toContainText(/Маржа больше 5\s%/);
  // Another value is asked about anew.
  await input.fill('1,5');
  await expect(editor.getByRole('button', { name: 'Сохранить', exact: true })).toBeVisible();
  await exchange.runOperator('pair', 'BTC-SBERRUB', 'margin', '0.9', '--as', 'boris');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toContainText('boris');
  await expect(editor.getByText(/^Сейчас: 0,9\s%$/)).toBeVisible();
  await input.fill('7');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('button', { name: 'Всё равно сохранить' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Сохранено.')).toBeVisible();
  await expect(margin).toHaveAccessibleName(/7\s%$/);
  await expect(margin).toBeFocused();
  await expectProblems(/409 .*\/margin\/$/, /409 .*\/margin\/$/, /409 .*\/margin\/$/);
  expect(await exchange.runOperator('changes')).toContain(dealer.email);
});

test('a dealer types a frozen price as its row shows it, and reads when the least margin lowers it', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  await openDesk('dealer', '/operator/rates?q=usdttrc20-btc');
  const course = page.getByRole('button', { name: /^Курс USDTTRC20-BTC: 1\sBTC = / });
  const shown = (await course.textContent()) ?? '';
  const [, market = ''] = /= ([\d\s]+),/.exec(shown) ?? [];
  const price = Math.ceil(Number(market.replaceAll(/\s/g, '')) / 100) * 100;
  const grouped = String(price).replace(/(\d{3})$/, '\u00a0$1');
  await course.click();
  const editor = page.getByRole('form', { name: 'Курс USDTTRC20-BTC' });
  const input = editor.getByLabel('Цена 1 BTC, USDT');
  const preview = editor.getByRole('status');
  // A digit too few would sell ten times as much.
  await input.fill(String(price / 10));
  await expect(preview).toContainText(/^Сработает наименьшая маржа 0,1\s%\. Курс станет: /);
  await input.press('Enter');
  const doubt = editor.getByRole('alert');
  await expect(doubt).toContainText(/^Отличается от\sрынка, 1\sBTC = [\d\s,]+\sUSDT, больше чем на\s5\s%/);
  // A digit too many is not lowered, and is shown as it is.
  await input.fill(`${price}0`);
  await expect(preview).toContainText(new RegExp(`^Курс станет: 1\\sBTC = ${grouped.slice(0, -4)}\\d`));
  await input.press('Enter');
  await expect(doubt).toContainText(/^Отличается от\sрынка/);
  await input.fill('abc');
  await input.press('Enter');
  await expect(editor.getByText(/^Введите число больше нуля/)).toBeVisible();
  await input.fill(grouped);
  await expect(preview).toContainText(new RegExp(`^Курс станет: 1\\sBTC = ${grouped}`));
  await input.press('Enter');
  await expect(page.getByText('Сохранено.')).toBeVisible();
  await expect(course).toContainText(new RegExp(`1\\sBTC = ${grouped}`));
  // The field begins with the price that was typed.
  await course.click();
  await expect(input).toHaveValue(String(price));
  await input.press('Enter');
  await expect(editor.getByText(/нынешнее значение/)).toBeVisible();
  await expectProblems(/409 .*\/course\/$/, /409 .*\/course\/$/, /400 .*\/course\/$/);
  expect(await exchange.runOperator('pair', 'USDTTRC20-BTC')).toMatch(/frozen course +0\.0000\d+/);
  await exchange.runOperator('rate', 'unfreeze', 'USDTTRC20-BTC');
});

test('a dealer reads the market beside each course, its distance and age, and which source is silent', async ({
  page,
  openDesk,
}) => {
  await openDesk('dealer', '/operator/rates?q=sberrub+doge');
  const row = (code: string) => page.getByRole('row', { name: code });
  const sold = row('DOGE-SBERRUB').getByRole('cell');
  await expect(sold.nth(2)).toHaveText(/^1\sDOGE = [\d,]+\s₽fixed: [\d,]+\s₽$/);
  await expect(sold.nth(3)).toHaveText(/^−0,6\s%\d+\sс\sназад$/);
  // Of roubles, the price of the coin is displayed: a client pays more than at the market.
  await expect(row('SBERRUB-DOGE').getByRole('cell').nth(3)).toHaveText(/^\+0,91\s%\d+\sс\sназад$/);
  await exchange.runOperator('pair', 'DOGE-SBERRUB', 'margin', '2.5');
  await page.reload();
  await expect(sold.nth(3)).toContainText(/^−2,5\s%/);
  await page.goto(`${exchange.origin}/operator/rates?q=doge-xmr`);
  const silent = row('DOGE-XMR').getByRole('cell');
  await expect(silent.nth(2)).toHaveText(/^нетfixed, binance: нет\sданных$/);
  await expect(silent.nth(3)).toHaveText('нет данных');
});

test('a dealer closes a pair, a currency and the exchange by mouse', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  await openDesk('dealer', '/operator/rates?q=trx-sberrub');
  await page.getByRole('button', { name: /^Состояние TRX-SBERRUB/ }).click();
  const pair = page.getByRole('form', { name: 'Состояние TRX-SBERRUB' });
  await pair.getByRole('button', { name: 'Сохранить' }).click();
  await expect(pair.getByText('Заполните это поле')).toBeVisible();
  await pair.getByLabel('Почему закрыто').fill('Обновляем узел');
  await pair.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('row', { name: /Обновляем узел/ })).toContainText('закрыто');

  const closing = page.getByRole('region', { name: 'Приём заявок' });
  await closing.getByRole('button', { name: 'Закрыть валюту' }).click();
  await closing.getByLabel('Валюта').selectOption('Dogecoin');
  await closing.getByLabel('Направление').selectOption('Клиенты получают');
  await closing.getByLabel('Причина').fill('Пополняем кошелёк');
  await closing.getByRole('form').getByRole('button', { name: 'Закрыть: Dogecoin' }).click();
  await expect(closing.getByText('Закрыто: Dogecoin.')).toBeVisible();
  const closed = closing.getByRole('list', { name: 'Закрыто' }).getByRole('listitem');
  await expect(closed).toContainText(/Dogecoin: не\sвыплачиваем.*Пополняем кошелёк/);
  // An empty reason would open it again.
  await closing.getByRole('button', { name: 'Закрыть валюту' }).click();
  await closing.getByLabel('Валюта').selectOption('Dogecoin');
  await closing.getByLabel('Направление').selectOption('Клиенты получают');
  await closing.getByLabel('Причина').fill(' ');
  await closing.getByRole('form').getByRole('button', { name: 'Закрыть: Dogecoin' }).click();
  await expect(closing.getByText('Заполните это поле')).toBeVisible();
  await expect(closed).toHaveCount(1);
  await closing.getByRole('button', { name: /^Открыть Dogecoin/ }).click();
  await closing.getByRole('button', { name: 'Открыть', exact: true }).click();
  await expect(closing.getByText('Открыто: Dogecoin.')).toBeVisible();

  await closing.getByRole('button', { name: /^Закрыть на\sтехработы$/ }).click();
  const maintenance = closing.getByRole('form');
  await expect(maintenance.getByRole('list')).toContainText(/Посетители увидят страницу технических работ/);
  // Somebody else is faster, and opens again: the form stays what it was.
  await exchange.runOperator('maintenance', 'on');
  await expect(closing.getByText(/^Технические работы: новых заявок/)).toBeVisible();
  await maintenance.getByRole('button', { name: /^Закрыть на/ }).click();
  await expect(closing.getByRole('alert')).toContainText('Значение уже изменили');
  await expectProblems(/409 .*\/maintenance\/$/);
  await exchange.runOperator('maintenance', 'off');
  await closing.getByRole('button', { name: /^Закрыть на\sтехработы$/ }).click();
  await maintenance.getByRole('button', { name: /^Закрыть на/ }).click();
  await expect(closing.getByText(/^Технические работы: новых заявок не\sсоздать/)).toBeVisible();
  expect((await fetch(`${exchange.origin}/api/v1/calculator/reserves/`)).status).toBe(503);
  await closing.getByRole('button', { name: 'Открыть обменник' }).click();
  await closing.getByRole('form').getByRole('button', { name: 'Открыть обменник' }).click();
  await expect(closing.getByText(/^Обменник открыт: заявки/)).toBeVisible();
  expect((await fetch(`${exchange.origin}/api/v1/calculator/reserves/`)).status).toBe(200);
});

testDisplays(async ({ page, openDesk, expectProblems }) => {
  await exchange.runOperator('reserve', 'XMR', '0');
  await openDesk('dealer', '/operator/reserves');
  await expect(page.getByText(/^меньше минимума/).first()).toBeVisible();
  await expectAccessibleLayout(page);
  await page.goto(`${exchange.origin}/operator/reserves/TON`);
  await page.getByRole('button', { name: 'Изменить резерв' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessibleLayout(page);
  // With the course of a verified card the preview is longest.
  await page.goto(`${exchange.origin}/operator/rates?q=sberrub`);
  await page
    .getByRole('button', { name: /^Маржа/ })
    .first()
    .click();
  await expect(page.getByText(/^Курс станет/)).toBeVisible();
  await expectAccessibleLayout(page);
  await page.goto(`${exchange.origin}/operator/rates?q=usdttrc20-btc`);
  await page.getByRole('button', { name: /^Курс USDTTRC20-BTC/ }).click();
  await page.getByLabel('Цена 1 BTC, USDT').fill('9000');
  await expect(page.getByText(/^Сработает наименьшая маржа/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Отличается от/)).toBeVisible();
  await expectAccessibleLayout(page);
  await expectProblems(/409 .*\/course\/$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Закрыть валюту' }).click();
  await expectAccessibleLayout(page);
});
