import type { Page } from '@playwright/test';
import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const { exchange, test } = createDeskTest('file');

async function expectAccessibleSizes(page: Page) {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessibleLayout(page);
  }
}

test('a payment ten times too large is doubted, and corrected or confirmed by keyboard', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const { id } = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await openDesk('cashier', `/operator/claims/${id}`);
  await page.getByRole('button', { name: 'Записать платёж', exact: true }).first().press('Enter');
  const form = page.getByRole('form', { name: 'Записать платёж' });
  const amount = form.getByLabel('Пришло, RUB');
  await amount.fill('70 000');
  await form.getByLabel('Номер перевода или чека').fill('FAR-1');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText(/Пришло 70\s000,00, а\sждём 7\s000,00/);
  await expectAccessibleSizes(page);
  await expect(page.locator('.operator-claim-state')).toContainText('Ждёт оплаты');
  await amount.fill('700');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText(/Пришло 700,00, а\sждём 7\s000,00/);
  await form.getByLabel(/^Всё равно записать/).press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Готово: теперь «На\sпроверке»/)).toBeVisible();
  await expectProblems(/409 .*\/payments\/$/, /409 .*\/payments\/$/);
});

test('a reserve ten times too large is doubted, and another amount is asked about again', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  await openDesk('dealer', '/operator/reserves/TON');
  await page.getByRole('button', { name: 'Изменить резерв' }).press('Enter');
  const form = page.getByRole('form', { name: 'Изменить резерв' });
  const amount = form.getByLabel('Сумма, TON');
  const force = form.getByLabel('Всё равно задать эту сумму');
  await amount.fill('412200');
  await amount.press('Enter');
  await expect(form.getByRole('alert')).toContainText(/^Сумма отличается от\sнынешней в\sдесять раз/);
  await expect(form.getByRole('status')).toContainText(/Было 41\s220\sTON.*Станет 412\s200\sTON/);
  await expectAccessibleSizes(page);
  await force.press('Space');
  // The confirmation is of this amount alone.
  await amount.fill('4122000');
  await expect(force).toHaveCount(0);
  await amount.press('Enter');
  await expect(force).not.toBeChecked();
  await force.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Готово: теперь всего 4\s122\s000\sTON/)).toBeVisible();
  const entries = page.getByRole('table', { name: /^Движения/ });
  await expect(entries).toContainText(/Изменил сотрудник.*, \S+@example\.com/);
  await expectAccessibleSizes(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Вернуть как было: 41\s220\sTON$/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Готово: теперь всего 41\s220\sTON/)).toBeVisible();
  await expect(page.locator('.list-notice')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Вернуть как было/ })).toHaveCount(0);
  await expectProblems(/409 .*\/reserves\/TON\/$/, /409 .*\/reserves\/TON\/$/);
});

test('a reserve that has changed since is not set back', async ({ page, openDesk, expectProblems }) => {
  await openDesk('dealer', '/operator/reserves/ETH');
  await page.getByRole('button', { name: 'Изменить резерв' }).click();
  const form = page.getByRole('form', { name: 'Изменить резерв' });
  await form.getByLabel('Что сделать').selectOption('Прибавить');
  await form.getByLabel('Сумма, ETH').fill('1');
  await form.getByRole('button', { name: 'Изменить резерв' }).click();
  await expect(page.getByText(/^Готово: теперь всего 119,4021\sETH/)).toBeVisible();
  await exchange.runOperator('reserve', 'ETH', '200');
  await page.getByRole('button', { name: /^Вернуть как было/ }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Резерв уже изменился.*: 200\sETH\.$/);
  await expect(page.locator('.reserve-figures')).toContainText(/Всего200\sETH/);
  await expectProblems(/409 .*\/reserves\/ETH\/$/);
});
