import type { Page } from '@playwright/test';
import { openDatabase } from '#server/platform/database/database.ts';
import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { createRichPartner, expectUsable } from '../account/support/richPartner.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const { exchange, test, testDisplays } = createDeskTest('test');

const WALLET_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** A partner who waits for withdrawals of these dollars. Returns their ids. */
async function createWithdrawals(...amounts: readonly string[]): Promise<string[]> {
  await exchange.saveSetting('referral_minimum', '10');
  const partner = await createRichPartner(exchange);
  const wallet = await partner.saveWallet();
  await partner.openWallets();
  const ids: string[] = [];
  for (const amount of amounts) ids.push(await partner.withdraw(wallet, amount));
  return ids;
}

const findForm = (page: Page, name: string) => page.getByRole('form', { name, exact: true });

test('a cashier pays a withdrawal by keyboard, and cancels another one by mouse', async ({
  page,
  openDesk,
}) => {
  await createWithdrawals('21.5', '15');
  const cashier = await openDesk('cashier');
  await expect(page.getByRole('heading', { name: /^Выплатить партнёрам 2$/ })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Выплаты партнёрам' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Выплаты партнёрам' }).locator(':scope > li');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('j');
  const row = rows.filter({ hasText: /20,00\sUSDT/ });
  await expect(row.locator('summary').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('TJRab…pRTv8');
  await expect(row).not.toContainText(WALLET_ADDRESS);
  const beginButton = row.getByRole('button', { name: 'Начать выплату' });
  await expect(beginButton).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(beginButton).toBeFocused();
  await page.keyboard.press('Enter');
  const begin = findForm(page, 'Начать выплату');
  await expect(begin.getByRole('list')).toContainText('Партнёр больше не сможет отменить выплату');
  await page.keyboard.press('Tab');
  await expect(begin.getByRole('button', { name: 'Начать выплату' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row.getByText(/^Выплата начата\. Отправьте деньги/)).toBeFocused();
  await expect(row.getByRole('textbox', { name: /Адрес|Кошел/ })).toHaveText(WALLET_ADDRESS);
  await row.getByText('QR-код').click();
  await expect(row.getByRole('img', { name: /^QR-код/ })).toBeVisible();
  await expectUsable(page);
  await row.getByRole('button', { name: 'Выплачено' }).click();
  const pay = findForm(page, 'Выплачено');
  await expect(pay.getByRole('list')).toContainText(/Резерв USDT\sTRC20: спишем 20,00\sUSDT/);
  await pay.getByRole('button', { name: 'Выплачено' }).click();
  await expect(pay.getByLabel('Номер перевода')).toBeFocused();
  await pay.getByLabel('Номер перевода').fill('ab'.repeat(32));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Записано как выплаченное: 20,00\sUSDT\.$/)).toBeVisible();
  await expect(rows).toHaveCount(1);

  await rows.locator('summary').first().click();
  await rows.getByRole('button', { name: 'Отменить выплату' }).click();
  const cancel = findForm(page, 'Отменить выплату');
  await expect(cancel.getByRole('list')).toContainText(/15\s\$ вернутся на\sсчёт партнёра/);
  await cancel.getByLabel('Причина для партнёра').fill('Кошелёк не принимает переводы');
  await cancel.getByRole('button', { name: 'Отменить выплату' }).click();
  await expect(page.getByText(/^Отменено: 13,50\sUSDT\.$/)).toBeVisible();
  await expect(page.getByText(/^Ни\sодна выплата не\sждёт/)).toBeVisible();
  await page.getByLabel('Статус').selectOption({ label: 'Отменены' });
  await expect(page).toHaveURL(/\?status=cancelled$/);
  await rows.locator('summary').click();
  await expect(rows).toContainText('Кошелёк не принимает переводы');
  await expect(rows).toContainText(cashier.email);
  await expectUsable(page);
  expect(await exchange.runOperator('changes')).toMatch(/withdrawal pay .*abab/);
});

test('who is slower reads who did what, and refusals name the way out', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const [first = '', second = ''] = await createWithdrawals('21.5', '15');
  await openDesk('cashier', '/operator/withdrawals');
  const rows = page.getByRole('list', { name: 'Выплаты партнёрам' }).locator(':scope > li');
  const row = rows.filter({ hasText: /20,00\sUSDT/ });
  await row.locator('summary').click();
  const submit = (name: string) => findForm(page, name).getByRole('button', { name }).click();
  await row.getByRole('button', { name: 'Начать выплату' }).click();
  await exchange.runOperator('withdrawal', first, 'begin', '--as', 'boris');
  await submit('Начать выплату');
  await expect(row.getByRole('alert')).toContainText(/уже начали: boris, .*Узнайте, отправлены\sли деньги/);
  await expect(row).toContainText(WALLET_ADDRESS);
  await expectProblems(/409 .*\/action\/$/);

  await exchange.runOperator('reserve', 'USDTTRC20', '1', '--force');
  await row.getByRole('button', { name: 'Выплачено' }).click();
  await findForm(page, 'Выплачено').getByLabel('Номер перевода').fill('1');
  await submit('Выплачено');
  await expect(row.getByRole('alert')).toContainText(/Пополните резерв/);
  await expectProblems(/409 .*\/action\/$/);
  await exchange.runOperator('reserve', 'USDTTRC20', '100000', '--force');
  await exchange.runOperator('withdrawal', first, 'pay', '--reference', '2', '--as', 'boris');
  await submit('Выплачено');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(/уже записана как выплаченная \(boris, /);
  await expect(row).toHaveCount(0);
  await expect(notice).toBeVisible();
  await expectProblems(/409 .*\/action\/$/);
  await exchange.runOperator('withdrawal', second, 'cancel', '--reason', 'Проверка');
  await page.reload();
  await expect(page.getByText(/^Ни\sодна выплата не\sждёт/)).toBeVisible();
});

/** Lets all attempts of the e-mails about a claim fail. */
async function failEmails(claim: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir: exchange.dataDir, databaseUrl: null });
  const at = BigInt(Date.now());
  // A server that still sends one would record that later.
  const countUnsent = async () =>
    (
      await db
        .selectFrom('mail')
        .select('id')
        .where('claim_id', '=', claim)
        .where('sent_at', 'is', null)
        .execute()
    ).length;
  await expect.poll(countUnsent).toBe(0);
  await db
    .updateTable('mail')
    .set({ attempts: 20n, dead_at: at, sent_at: null, failure: '550' })
    .where('claim_id', '=', claim)
    .execute();
  await close();
}

test('support sends an e-mail again, deletes another one, and reads who was faster', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const [first, second] = [
    await anna.createClaim('SBERRUB', 'LTC', '7000'),
    await anna.createClaim('TON', 'SBERRUB', '52'),
  ];
  for (const { id } of [first, second]) await failEmails(id);
  await openDesk('support');
  await expect(page.getByRole('heading', { name: /^Письма не\sдошли 2$/ })).toBeVisible();
  await page.keyboard.press('l');
  const rows = page.getByRole('list', { name: 'Письма' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/20\sпопыток, сервер почты отказал: 550/);
  await page.keyboard.press('j');
  await expect(rows.first().getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rows.first().getByText('Клиент не получит это письмо.')).toBeVisible();
  await expectUsable(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Письмо удалено.')).toBeVisible();
  await expect(rows).toHaveCount(1);

  const [id = ''] = /^\d+(?= +dead)/m.exec(await exchange.runOperator('letters')) ?? [];
  await exchange.runOperator('letter', id, 'drop', '--as', 'boris');
  await rows.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await expect(page.getByRole('alert')).toContainText(/Письмо уже удалено \(boris, /);
  await expect(page.getByText('Все письма дошли')).toBeVisible();
  await expectProblems(/409 .*\/emails\/\d+\/action\/$/);

  const third = await anna.createClaim('SBERRUB', 'LTC', '8000');
  await failEmails(third.id);
  await page.reload();
  await rows.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await expect(page.getByText(/^Письмо отправляем\./)).toBeVisible();
  await page.getByLabel('Состояние').selectOption({ label: 'Ещё отправляем' });
  await expect(page.getByText(/^Ни\sодно письмо не\sждёт/)).toBeVisible();
});

test('the log describes in words who has changed what, and finds it by object and by person', async ({
  page,
  openDesk,
}) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await exchange.runOperator('claim', claim.number, 'cancelled', '--as', 'boris');
  await exchange.runOperator('reserve', 'LTC', '7', '--force', '--as', 'vera');
  const dealer = await openDesk('dealer');
  await page.keyboard.press('s');
  // Who cannot change the staff gets rows without buttons: they have the focus themselves.
  const member = page.getByRole('listitem').filter({ hasText: dealer.email });
  await expect(member).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('[data-row]').first()).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.locator('[data-row]').first()).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { name: 'Журнал' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Изменения' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(/Сотрудник приглашён .*нет\s→ Дилер/);
  await expect(rows.nth(1)).toContainText(/Резерв изменён LTC.*→ 7\sLTC.*vera.*командная строка/);
  await expect(rows.nth(2)).toContainText(/Заявка изменена .*Ждёт оплаты\s→ Отменена/);
  await expectUsable(page);
  await page.keyboard.press('/');
  await page.keyboard.type(claim.number);
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`\\?target=${claim.number}$`));
  await page.getByRole('link', { name: 'Сбросить' }).click();
  await page.getByRole('searchbox', { name: 'Начало почты сотрудника' }).fill('ver');
  await expect(rows).toContainText(['vera']);
  await page.getByRole('link', { name: 'Сбросить' }).click();
  await expect(rows).toHaveCount(3);
  await rows.nth(2).getByRole('link', { name: 'boris' }).click();
  await expect(page).toHaveURL(/\?by=boris$/);
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: `№ ${claim.number}` }).click();
  await expect(page).toHaveURL(`${exchange.origin}/operator/claims/${claim.id}`);
});

testDisplays(async ({ page, openDesk }) => {
  const [first = ''] = await createWithdrawals('21.5', '15');
  await exchange.runOperator('withdrawal', first, 'begin');
  const anna = await createAccountVisitor(exchange);
  await failEmails((await anna.createClaim('SBERRUB', 'LTC', '7000')).id);
  await openDesk('cashier', '/operator/withdrawals');
  const row = page.getByRole('listitem').filter({ hasText: /20,00\sUSDT/ });
  await row.locator('summary').first().click();
  await row.getByRole('button', { name: 'Выплачено' }).click();
  await expectAccessibleLayout(page);
  await page.goto(`${exchange.origin}/operator/emails`);
  await expect(page.getByRole('listitem').filter({ hasText: '550' })).toBeVisible();
  await expectAccessibleLayout(page);
  await page.goto(`${exchange.origin}/operator/audit`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Выплата партнёру начата' })).toBeVisible();
  await expectAccessibleLayout(page);
});
