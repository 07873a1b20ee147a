import { startTonIndex, type TonIndex } from '#tests/server/payments/support/ton/startTonIndex.ts';
import {
  ADDRESSES,
  createPayment,
  listDemoCommands,
  SET_UP_COMMANDS,
} from '#tests/server/payments/support/ton/tonExchange.ts';
import { startAccountExchange } from '../auth/support/accountExchange.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

let index: TonIndex;
const { exchange, test } = createDeskTest('file', async () => {
  index = await startTonIndex(() => Date.now());
  return startAccountExchange({ TON_API_URL: index.url, TON_API_KEY: 'k3y' });
});
test.beforeAll(async () => {
  const demo = listDemoCommands(await exchange.runOperator('requisites'));
  for (const command of [...demo, ...SET_UP_COMMANDS]) await exchange.runOperator(...command.split(' '));
  await expect.poll(() => exchange.runOperator('payments')).toMatch(/ read$/m);
});
test.afterAll(() => index.close());

test('a payment with the comment of a claim is recorded; one with another is shown to staff', async ({
  page,
  openDesk,
}) => {
  const claim = await exchange.createClaim('TON', 'SBERRUB', '30');
  await page.goto(`${exchange.origin}/claim/${claim}`);
  const comment = await page
    .getByText(/^[2-9A-HJ-NP-Z]{6}$/)
    .first()
    .innerText();
  index.mine([createPayment('TON', '30', comment), createPayment('TON', '12', `Заявка ${comment}`)]);
  await expect(page.getByRole('heading', { name: /^AML-проверка/ })).toBeVisible({ timeout: 30_000 });

  await openDesk('cashier', '/operator');
  await page.getByRole('link', { name: ADDRESSES.TON }).click();
  const payment = page.getByRole('region', { name: 'Пришло в сети, TON' }).getByRole('listitem');
  await expect(payment).toContainText(`${ADDRESSES.TON} Заявка ${comment}`);
  await expect(payment.getByRole('combobox')).toContainText(comment);
  await expectAccessibleLayout(page);
  await payment.getByRole('link', { name: ADDRESSES.TON }).click();
  await expect(page.getByRole('searchbox')).toHaveValue(ADDRESSES.TON);
  await expect(page.getByRole('link', { name: `№ ${comment}`, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/operator\/claims$/);
});
