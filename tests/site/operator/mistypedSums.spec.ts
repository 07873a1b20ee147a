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
