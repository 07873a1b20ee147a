import type { Page } from '@playwright/test';
import { openDatabase } from '#server/platform/database/database.ts';
import { startDevNode, type DevNode } from '#tests/server/payments/support/devNode.ts';
import {
  CONFIRMATIONS,
  listSetUpCommands,
  toTokenUnits,
  toWei,
} from '#tests/server/payments/support/watchedExchange.ts';
import { startAccountExchange } from '../auth/support/accountExchange.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest, DISPLAYS, setDisplay } from './support/deskTest.ts';

let node: DevNode;
let token: string;
const { exchange, test } = createDeskTest('file', async () => {
  node = await startDevNode();
  token = await node.deployToken();
  return startAccountExchange({ ETHEREUM_RPC_URL: node.url });
});
test.beforeAll(async () => {
  for (const command of listSetUpCommands(token)) await exchange.runOperator(...command.split(' '));
  await expect.poll(() => exchange.runOperator('payments')).toMatch(/ read$/m);
});
test.afterAll(() => node.stop());

/** Creates a claim, and returns its path with its secret and its address. */
async function createClaim() {
  const claim = await exchange.createClaim('ETH', 'SBERRUB', '0.05');
  const [id = ''] = claim.split('#');
  const address = /address (0x\w{40})/.exec(await exchange.runOperator('claim', id))?.[1] ?? '';
  return { id, path: `/claim/${claim}`, address };
}

test('the client sees the confirmations of a payment instead of the address to pay to', async ({ page }) => {
  const claim = await createClaim();
  await page.goto(exchange.origin + claim.path);
  await expect(page.getByText(claim.address).first()).toBeVisible();
  await node.sendCoin(claim.address, toWei('0.05'));
  await expect(page.getByRole('heading', { name: /^Ждём подтверждений сети/ })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText(/^1\sиз\s3$/)).toBeVisible();
  await expect(page.getByText(claim.address)).toHaveCount(0);
  await node.mine(CONFIRMATIONS);
  await expect(page.getByRole('heading', { name: /^AML-проверка/ })).toBeVisible({ timeout: 30_000 });
});

/** Checks a page on each screen, light and dark. */
async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const display of DISPLAYS) {
    await setDisplay(page, display);
    await expectAccessibleLayout(page);
  }
}

test('staff sees what is not final, what belongs to no claim, and which network is silent', async ({
  page,
  openDesk,
}) => {
  const claim = await createClaim();
  const transaction = await node.sendCoin(claim.address, toWei('0.05'));
  const other = await node.sendTokens(token, [claim.address, toTokenUnits('250')]);
  await expect.poll(() => exchange.runOperator('payments', '--unmatched')).toContain(other);
  await openDesk('cashier', `/operator/claims/${claim.id}`);
  const seen = page.getByRole('region', { name: 'Деньги' }).getByRole('listitem');
  await expect(seen).toContainText(/В\sсети 0,05\sETH: 2\sиз\s3\sподтверждений/);
  await expect(seen).toContainText(transaction);
  await expectAccessibleEverywhere(page);

  await page.goto(`${exchange.origin}/operator`);
  await page.getByRole('link', { name: claim.address }).click();
  const payments = page.getByRole('region', { name: 'Пришло в сети, USDTERC20' });
  const payment = payments.getByRole('listitem');
  await expect(payment).toContainText(`${other}:0`);
  await expect(payment).toContainText(claim.address);
  await expectAccessibleEverywhere(page);
  const dismissed = await node.sendTokens(token, [claim.address, toTokenUnits('1')]);
  await expect.poll(() => exchange.runOperator('payments', '--unmatched')).toContain(dismissed);
  await page.reload();
  await expect(payment).toHaveCount(2);
  const choice = payment.filter({ hasText: dismissed }).getByRole('combobox');
  await choice.focus();
  await page.keyboard.press('End');
  await expect(choice).toHaveValue('dismissed');
  const dismiss = payments.getByRole('button', { name: 'Убрать: 1' });
  await dismiss.press('Enter');
  await expect(payments.getByText('убран из списка')).toBeVisible();
  // A mistake is undone where it was made, and the choice gets the focus back.
  await payments.getByRole('button', { name: /^Вернуть в\sсписок$/ }).press('Enter');
  await expect(choice).toBeFocused();
  await expect(choice).toHaveValue('');
  expect(await exchange.runOperator('payments', '--unmatched')).toContain(dismissed);
  await page.keyboard.press('End');
  await dismiss.press('Enter');
  await expect(payments.getByText('убран из списка')).toBeVisible();
  await page.reload();
  await expect(payment).toHaveCount(1);

  // A node that has not answered for ten minutes.
  await node.stop();
  const noteOldCheck = async () => {
    const { db, close } = await openDatabase({ dataDir: exchange.dataDir, databaseUrl: null });
    const checkedAt = BigInt(Date.now() - 10 * 60_000);
    await db.updateTable('payment_sources').set({ checked_at: checkedAt }).execute();
    await close();
  };
  await page.goto(`${exchange.origin}/operator`);
  const unmatched = page.getByRole('region', { name: /^Найти заявку перевода/ }).getByRole('listitem');
  await expect(unmatched).toContainText(`${other}:0`);
  await expect(unmatched).toContainText(/250,00\sUSDTERC20/);
  const silent = page.getByRole('region', { name: /^Платежи не\sпроверяются/ }).getByRole('listitem');
  await expect(async () => {
    // A check that began before the node stopped may note its time later.
    await noteOldCheck();
    await page.reload();
    await expect(silent).toContainText(/Ethereum.*не\sпроверяли с\s.*\d\d:\d\d/, { timeout: 5_000 });
  }).toPass();
  await expectAccessibleEverywhere(page);
});
