import type { Route } from '@playwright/test';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { createAccountVisitor } from '../../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../../support/expectAccessibleLayout.ts';
import { expect, SCREENS } from '../../support/siteTest.ts';
import { createDeskTest } from '../support/deskTest.ts';
import { createPaidClaim } from '../support/paidClaim.ts';

const { exchange, test } = createDeskTest('file');

test('a cashier corrects a mistyped payment, then takes it back, by keyboard', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const claim = await createPaidClaim(exchange, { fromSumma: '7000', amount: '70000', reference: 'IN-1' });
  const { id, path } = claim;
  await openDesk('cashier', path);
  const money = page.getByRole('region', { name: 'Деньги' });
  await expect(money).toContainText(/Пришло 70\s000,00\s₽/);
  const action = page.getByRole('button', { name: 'Исправить платёж' }).first();
  await action.press('Enter');
  const form = page.getByRole('form', { name: 'Исправить платёж' });
  await expect(form.getByLabel('Платёж')).toBeFocused();
  for (const { width, height } of SCREENS) {
    await page.setViewportSize({ width, height });
    await expectAccessibleLayout(page);
  }
  const amount = form.getByLabel('Пришло, RUB');
  await expect(amount).toHaveValue('70000,00');
  await expect(form.getByLabel('Номер перевода или чека')).toHaveValue('IN-1');
  await amount.fill('700');
  await page.keyboard.press('Enter');
  await expect(form.getByText(/^Пришло 700,00, а\sждём 7\s?000,00/)).toBeVisible();
  await expectProblems(/409 .*\/corrections\/$/);
  await amount.fill('7000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Готово: теперь «Оплачена».')).toBeVisible();
  await expect(money).toContainText(/Пришло 7\s000,00\s₽/);
  await expect(money).not.toContainText(/70\s000/);
  await expect(page.getByText('Платёж исправлен')).toBeVisible();

  await action.press('Enter');
  await page.keyboard.press('Escape');
  await expect(action).toBeFocused();
  await page.keyboard.press('Enter');
  await form.getByLabel('Что не так').selectOption({ label: 'Убрать: это не платёж этой заявки' });
  await expect(amount).toHaveCount(0);
  await expect(form.getByRole('list')).toContainText(/снова будет ждать оплаты: курс и\sсрок прежние/);
  await form.getByRole('button', { name: 'Исправить платёж' }).press('Enter');
  await expect(page.getByText(/^Готово: теперь «Ждёт оплаты»/)).toBeVisible();
  await expect(money).not.toContainText('Пришло 7');
  await expect(action).toHaveCount(0);
  // Nothing is left of the mistake for the client.
  const response = await page.request.get(`${exchange.origin}/api/v1/claim/${id}/status/`, {
    headers: { 'x-claim-secret': claim.secret },
  });
  const { status, courseUntil, toSumma } = (await response.json()) as ClaimStatus;
  expect([status, courseUntil, toSumma]).toEqual(['waiting', claim.courseUntil, claim.toSumma]);
});

test('a second payment of a paid claim is doubted, and recorded once it is confirmed', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const { path } = await createPaidClaim(exchange, { fromSumma: '7000', reference: 'ONE-1' });
  await openDesk('cashier', path);
  await page.getByRole('button', { name: 'Записать платёж', exact: true }).first().click();
  const form = page.getByRole('form', { name: 'Записать платёж' });
  await form.getByLabel('Пришло, RUB').fill('7000');
  await form.getByLabel('Номер перевода или чека').fill('TWO-2');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText(/Вся сумма этой заявки уже пришла/);
  await expectProblems(/409 .*\/payments\/$/);
  await form.getByLabel(/^Всё равно записать/).check();
  for (const { width, height } of SCREENS) {
    await page.setViewportSize({ width, height });
    await expectAccessibleLayout(page);
  }
  await form.getByLabel(/^Всё равно записать/).press('Enter');
  await expect(page.getByText(/^Готово: теперь «На\sпроверке», пришло больше/)).toBeVisible();
});

test('a payment whose answer is lost is not recorded twice', async ({ page, openDesk, expectProblems }) => {
  const anna = await createAccountVisitor(exchange);
  const { id } = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await openDesk('cashier', `/operator/claims/${id}`);
  await page.getByRole('button', { name: 'Записать платёж', exact: true }).first().click();
  const form = page.getByRole('form', { name: 'Записать платёж' });
  await form.getByLabel('Пришло, RUB').fill('7000');
  await form.getByLabel('Номер перевода или чека').fill('LOST-1');
  // The server performs the request, and its answer does not arrive.
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/payments/', loseAnswer, { times: 1 });
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText(/возможно, действие уже выполнено/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Заявку уже изменили.*теперь «Оплачена»/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Деньги' }).getByText(/LOST-1/)).toHaveCount(1);
  await expectProblems(/ERR_FAILED/, /409 .*\/payments\/$/);
});
