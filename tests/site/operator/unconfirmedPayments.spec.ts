import { PAYMENT_NETWORKS } from '#server/exchange/catalogue/paymentNetworks.ts';
import { listCoinCommands } from '#tests/server/payments/support/bitcoinExchange.ts';
import { startBitcoinNode, type BitcoinNode } from '#tests/server/payments/support/bitcoinNode.ts';
import { CONFIRMATIONS } from '#tests/server/payments/support/watchedExchange.ts';
import { startAccountExchange, type AccountExchange } from '../auth/support/accountExchange.ts';
import { expect, test } from '../support/siteTest.ts';

let node: BitcoinNode;
let exchange: AccountExchange;
test.beforeAll(async () => {
  node = await startBitcoinNode(PAYMENT_NETWORKS.bitcoin);
  exchange = await startAccountExchange({ BITCOIN_RPC_URL: node.url });
  for (const command of listCoinCommands('BTC')) await exchange.runOperator(...command.split(' '));
  await expect.poll(() => exchange.runOperator('payments')).toMatch(/ read$/m);
});
test.afterAll(async () => {
  await exchange.close();
  await node.stop();
});

test('the client sees a payment before its block, then that it is final', async ({ page }) => {
  const claim = await exchange.createClaim('BTC', 'SBERRUB', '0.01');
  const [id = ''] = claim.split('#');
  const address = /address (bc1\w+|1\w{25,33})/.exec(await exchange.runOperator('claim', id))?.[1] ?? '';
  await page.goto(`${exchange.origin}/claim/${claim}`);
  await expect(page.getByText(address).first()).toBeVisible();
  node.broadcast([[address, '0.01']]);
  await expect(page.getByText(/^0\sиз\s3$/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(address)).toHaveCount(0);
  node.mine(CONFIRMATIONS);
  await expect(page.getByRole('heading', { name: /^AML-проверка/ })).toBeVisible({ timeout: 30_000 });
});
