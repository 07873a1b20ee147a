import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const { exchange, test } = createDeskTest('file');

test('a cashier sends money without a claim back, by keyboard from «Сегодня»', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const { number } = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await exchange.runOperator('claim', number, '--amount', '8000', '--reference', 'IN-1');
  await exchange.runOperator('claim', number, 'rejected', '--reason', 'manual');
  await openDesk('cashier');
  const group = page.getByRole('region', { name: /^Разобрать деньги/ });
  await expect(group.getByRole('listitem')).toContainText(/8\s000,00\s₽/);
  await group.getByRole('link', { name: number }).press('Enter');
  const action = page.getByRole('button', { name: /^Вернуть деньги без\sзаявки$/ }).first();
  await action.press('Enter');
  const form = page.getByRole('form', { name: /^Вернуть деньги без\sзаявки$/ });
  await expect(form.getByText(/^Вернуть 8\s000,00\s₽$/)).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Номер карты Сбербанка' })).toHaveText(/^\d{16}$/);
  await expect(form.getByRole('list')).toContainText(/Резерв: спишем 8\s000,00\s₽/);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessibleLayout(page);
  }
  const amount = form.getByLabel('Отправлено, RUB');
  await amount.fill('9000');
  await form.getByLabel('Номер перевода').fill('OUT-1');
  await expect(form.getByText('Клиент увидит только хеш.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByText(/^Столько возвращать не\sнужно/)).toBeVisible();
  await expect(amount).toBeFocused();
  await expectProblems(/400 .*\/returns\/$/);
  await amount.fill('8000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Записано.')).toBeVisible();
  await expect(action).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Деньги' })).toContainText(/Возвращено.*OUT-1/);
  await page.keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'Сегодня' })).toBeVisible();
  await expect(group).toHaveCount(0);
});
