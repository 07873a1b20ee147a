import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';
import { createStaffMember } from './support/staffMember.ts';

const { exchange, test, testDisplays } = createDeskTest('file');

const getMember = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email });

test('an admin invites by keyboard, changes the role and removes by mouse, each with its effect', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  const admin = await openDesk('admin');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: 'Сотрудники' })).toBeVisible();
  await expect(getMember(page, admin.email)).toContainText('Вашу роль меняет другой администратор');

  await page.getByRole('button', { name: 'Пригласить' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Почта аккаунта')).toBeFocused();
  await page.keyboard.type('nobody@razmen.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Попросите человека зарегистрироваться')).toBeVisible();
  await expect(page.getByLabel('Почта аккаунта')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Роль')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/^Сможет: .*возвращает деньги/)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
  await expect(page.locator('.list-notice')).toBeFocused();
  const member = getMember(page, email);
  await expect(member).toContainText('Кассир');
  await expect(member).toContainText('работать пока не сможет');

  await member.getByRole('button', { name: 'Сменить роль' }).click();
  const role = member.getByRole('form', { name: `Роль: ${email}` });
  await expect(role).toContainText('Сейчас Кассир');
  await role.getByLabel('Роль').selectOption('Дилер');
  await role.getByRole('button', { name: 'Сменить роль' }).click();
  await expect(page.getByText(`${email}: теперь Дилер.`)).toBeVisible();
  await expect(member.getByRole('button', { name: 'Сменить роль' })).toBeFocused();

  await member.getByRole('button', { name: 'Удалить' }).click();
  const removal = member.getByRole('form', { name: `Удаление: ${email}` });
  await expect(removal).toContainText('Доступ закроется сразу');
  await removal.getByRole('button', { name: 'Отмена' }).click();
  await member.getByRole('button', { name: 'Удалить' }).click();
  await removal.getByRole('button', { name: 'Удалить из сотрудников' }).click();
  await expect(page.getByText(`${email} больше не сотрудник.`)).toBeVisible();
  await expect(page.locator('.list-notice')).toBeFocused();
  await expect(member).toHaveCount(0);
  await expectProblems(/400 .*\/staff\/$/);
  expect(await exchange.runOperator('changes')).toContain('staff remove');
  await page.goto(`${exchange.origin}/operator/audit`);
  const records = page.getByRole('list', { name: 'Изменения' });
  await expect(records.getByRole('link', { name: email }).first()).toBeVisible();
  await page.getByLabel('Период').selectOption('7 дней');
  await expect(page).toHaveURL(/date_from=/);
  await expect(records).toContainText(/Кассир\u00a0→ Дилер/);
  await page.getByLabel('Период').selectOption('Даты…');
  await page.getByLabel('С', { exact: true }).fill('2025-01-01');
  await page.getByLabel('По', { exact: true }).fill('2025-01-31');
  await expect(page.getByText(/^Ничего не\sнашли/)).toBeVisible();
});

test('an admin who is late reads who was faster, and a cashier only reads the list', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const email = await exchange.createAccount();
  await exchange.runOperator('staff', 'invite', email, 'dealer');
  const admin = await openDesk('admin', '/operator/staff');
  const member = getMember(page, email);
  await member.getByRole('button', { name: 'Удалить' }).click();
  await exchange.runOperator('staff', 'role', email, 'cashier', '--as', 'boris');
  await member.getByRole('button', { name: 'Удалить из сотрудников' }).click();
  await expect(page.getByRole('alert')).toContainText(/Роль сотрудника уже изменили: boris, /);
  await expect(member).toContainText('Кассир');
  await expectProblems(/409 .*\/role\/$/);
  await exchange.runOperator('staff', 'role', admin.email, 'cashier');
  await page.reload();
  await expect(page.getByText('Роли даёт и меняет администратор.')).toBeVisible();
  await expect(member).toBeVisible();
  await expect(member.getByRole('button')).toHaveCount(0);
});

/** Completes an exchange of 7000 rubles, and creates another claim. */
async function completeExchange(): Promise<void> {
  const anna = await createAccountVisitor(exchange);
  const { number } = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await exchange.runOperator('claim', number, '--amount', '7000', '--reference', `bank-${number}`);
  await exchange.runOperator('claim', number, 'payout');
  await exchange.runOperator('claim', number, 'completed', '--reference', 'ab'.repeat(32));
  await anna.createClaim('TON', 'SBERRUB', '52');
}

test('anybody of the staff reads the turnover of a period, and saves it as CSV', async ({
  page,
  openDesk,
}) => {
  await openDesk('support', '/operator/turnover?date_from=2020-01-01&date_to=2020-01-07');
  await expect(page.getByText(/заявок не\sбыло/)).toBeVisible();
  await completeExchange();
  const tabs = page.getByRole('navigation', { name: 'Период' });
  await tabs.getByRole('link', { name: '7 дней' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?days=7$/);
  await expect(page.getByText('завершено 1 из 2 созданных').first()).toBeVisible();
  const table = page.getByRole('region', { name: 'Таблица по дням' });
  await expect(table.getByRole('row').nth(1)).toContainText(/50,0\s%.*\$/);
  await expect(page.locator('.turnover-chart canvas')).toHaveCount(2);
  await expect(page.getByRole('listitem').filter({ hasText: 'на LTC' })).toContainText('1 обмен, прибыль');
  await tabs.getByRole('link', { name: '90 дней' }).click();
  await expect(table.getByRole('row').last()).toContainText('ничего не было');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /по\sнаправлениям/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^razmen-turnover-pairs-.*\.csv$/);
  await page.reload();
  await expect(tabs.getByRole('link', { name: '90 дней' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('heading', { name: 'Оборот' }).click();
  await page.keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'Сегодня' })).toBeVisible();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(`${exchange.origin}/operator/turnover`);
});

test('an admin finds claims and saves them as CSV by keyboard, and the log shows it to everybody', async ({
  page,
  openDesk,
}) => {
  const anna = await createAccountVisitor(exchange);
  const { number } = await anna.createClaim('LTC', 'SBERRUB', '2');
  const other = await anna.createClaim('TON', 'SBERRUB', '52');
  const admin = await openDesk('admin', '/operator/claims');
  await expect(page.getByRole('link', { name: `№ ${other.number}` })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(number);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  const button = page.getByRole('button', { name: 'Скачать CSV' });
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    if (await button.evaluate(element => element === document.activeElement)) break;
  }
  await expect(button).toBeFocused();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^razmen-claims-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(new RegExp(`^${number};.*;Ожидает оплаты;2,00000000;LTC;.*;[^;]+@[^;]+$`));
  await expect(button).toBeFocused();
  await page.goto(`${exchange.origin}/operator/audit?target=claims`);
  const record = page.getByRole('list', { name: 'Изменения' }).getByRole('listitem').first();
  await expect(record).toContainText(/Заявки выгружены в\sCSV/);
  await expect(record).toContainText(/строк 1, почты клиентов да, поиск по\sтексту да/);
  await expect(record).toContainText(admin.email);
});

testDisplays(async ({ page, openDesk }) => {
  const cashier = await createStaffMember(exchange, 'cashier');
  await openDesk('admin', '/operator/staff');
  await page.getByRole('button', { name: 'Пригласить' }).click();
  const member = getMember(page, cashier.email);
  await member.getByRole('button', { name: 'Сменить роль' }).click();
  await expectAccessibleLayout(page);
  await member.getByRole('button', { name: 'Отмена' }).click();
  await member.getByRole('button', { name: 'Удалить' }).click();
  await expectAccessibleLayout(page);
  await completeExchange();
  await page.goto(`${exchange.origin}/operator/turnover?days=90`);
  await expect(page.locator('.turnover-chart canvas')).toHaveCount(2);
  await expectAccessibleLayout(page);
});
