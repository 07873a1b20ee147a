import { createAccountVisitor } from '../../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../../support/expectAccessibleLayout.ts';
import { expect, SCREENS } from '../../support/siteTest.ts';
import { createDeskTest } from '../support/deskTest.ts';
import { createPaidClaim } from '../support/paidClaim.ts';

const { exchange, test } = createDeskTest('file');
const HASH = 'AB'.repeat(32);

test('the refund of a coin leads to the form for its destination, which the keyboard fills', async ({
  page,
  openDesk,
}) => {
  const anna = await createAccountVisitor(exchange);
  const { id, number } = await anna.createClaim('XRP', 'SBERRUB', '100');
  await exchange.runOperator('claim', number, '--amount', '200', '--reference', `${HASH}:0`);
  await exchange.runOperator('claim', number, 'refunding');
  await openDesk('cashier', `/operator/claims/${id}`);
  const list = page.getByRole('region', { name: 'Что сделать' });
  await expect(list.getByRole('button')).toHaveText([
    'Записать, куда вернуть',
    'Записать платёж',
    'Деньги возвращены',
    'Остановить и проверить',
    'Исправить платёж',
  ]);
  await expect(page.locator('.operator-claim .button.primary, main .button.primary')).toHaveText([
    'Записать, куда вернуть',
  ]);
  await list.getByRole('button', { name: 'Деньги возвращены' }).press('Enter');
  const form = page.getByRole('form', { name: 'Записать, куда вернуть' });
  await expect(form.getByText(/^Куда вернуть, неизвестно/)).toBeVisible();
  for (const { name, ...size } of SCREENS) {
    await page.setViewportSize(size);
    await expectAccessibleLayout(page);
    await expect(form, name).toBeVisible();
  }
  const address = form.getByRole('textbox').first();
  await expect(address).toBeFocused();
  await address.fill('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTg');
  await page.keyboard.press('Enter');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
  await page.keyboard.press('Tab');
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  const destination = page.getByRole('region', { name: 'Куда вернуть' });
  await expect(destination).toContainText('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
  await expect(destination).toContainText('77');
  await list.getByRole('button', { name: 'Деньги возвращены' }).press('Enter');
  const refund = page.getByRole('form', { name: 'Деньги возвращены' });
  await expect(refund.getByRole('textbox', { name: 'Адрес' }).first()).toHaveText(
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  );
});

test('another destination needs the choice to replace the known one', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const { path } = await createPaidClaim(exchange, { fromSumma: '7000', amount: '8000', reference: 'IN-7' });
  await openDesk('cashier', path);
  await page.getByRole('button', { name: 'Записать, куда вернуть' }).press('Enter');
  const form = page.getByRole('form', { name: 'Записать, куда вернуть' });
  await expect(form.locator('dd')).toHaveText(/^\d{16}$/);
  await form.getByLabel(/^Номер карты/).fill('4276160000000019');
  await page.keyboard.press('Enter');
  await expect(form.getByText(/подтвердите замену/)).toBeVisible();
  await expectProblems(/409 .*\/refund-destination\/$/);
  await form.getByRole('checkbox').press('Space');
  await form.getByRole('button', { name: 'Записать, куда вернуть' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Куда вернуть' })).toContainText('4276160000000019');
});

test('the form of a cash payout names the city', async ({ page, openDesk }) => {
  const anna = await createAccountVisitor(exchange);
  const { id, number, fromSumma } = await anna.createClaim('LTC', 'CASHRUB', '20');
  await exchange.runOperator('claim', number, '--amount', fromSumma, '--reference', `${HASH}:1`);
  for (const status of ['aml', 'paid', 'payout']) await exchange.runOperator('claim', number, status);
  await openDesk('cashier', `/operator/claims/${id}`);
  await expect(page.getByRole('region', { name: 'Клиент', exact: true })).toContainText('Екатеринбург');
  await page.getByRole('button', { name: 'Выплачено' }).press('Enter');
  await expect(page.getByRole('form', { name: 'Выплачено' }).getByText('Город: Екатеринбург')).toBeVisible();
});

test('the header says what the client can do, and has a deadline only until the payment', async ({
  page,
  openDesk,
}) => {
  const anna = await createAccountVisitor(exchange);
  const { id, number } = await anna.createClaim('SBERRUB', 'LTC', '14999');
  await openDesk('cashier', `/operator/claims/${id}`);
  const state = page.locator('.operator-claim-state');
  await expect(state).toContainText('срок ');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/внутренний №\s\d+$/);
  await exchange.runOperator('claim', number, '--amount', '40000', '--reference', 'IN-8', '--force');
  await expect(
    page.getByText(
      /^клиент может только вернуть деньги: такую сумму меняем только с\sподтверждённой картой$/,
    ),
  ).toBeVisible();
  await expect(page.getByText(/клиенту предложено/)).toHaveCount(0);
  await expect(state).not.toContainText('срок ');
});
