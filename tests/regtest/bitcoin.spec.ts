import { listCoinCommands } from '#tests/server/payments/support/bitcoinExchange.ts';
import { CONFIRMATIONS } from '#tests/server/payments/support/watchedExchange.ts';
import { startAccountExchange, type AccountExchange } from '../site/auth/support/accountExchange.ts';
import { createStaffMember } from '../site/operator/support/staffMember.ts';
import { expect, test } from '../site/support/siteTest.ts';
import { startRegtestNode, type RegtestNode } from './support/startRegtestNode.ts';

let node: RegtestNode;
let exchange: AccountExchange | undefined;
test.beforeAll(async () => {
  node = await startRegtestNode();
  exchange = await startAccountExchange({ BITCOIN_RPC_URL: node.url });
  for (const command of listCoinCommands('BTC')) await exchange.runOperator(...command.split(' '));
  await expect.poll(() => exchange?.runOperator('payments')).toMatch(/ read$/m);
});
test.afterAll(async () => {
  await exchange?.close();
  await node?.stop();
});

/** Creates a claim over 0.01 BTC. `read` returns what the operator reads about it. */
async function createClaim(opened: AccountExchange) {
  const claim = await opened.createClaim('BTC', 'SBERRUB', '0.01');
  const [id = ''] = claim.split('#');
  const read = () => opened.runOperator('claim', id);
  const address = /address (bc1\w+|1\w{25,33})/.exec(await read())?.[1] ?? '';
  return { claim, id, address, read, pay: () => node.pay(address, 1_000_000) };
}

test('a client pays from a wallet, and one press at the desk completes the claim', async ({
  page,
  expectProblems,
}) => {
  if (!exchange) throw new Error('no exchange');
  const { claim, id, address, read, pay } = await createClaim(exchange);
  await page.goto(`${exchange.origin}/claim/${claim}`);
  await expect(page.getByText(address).first()).toBeVisible();
  const payment = await pay();
  await expect(page.getByText(/^0\sиз\s3$/)).toBeVisible();
  await node.mine(1);
  await expect(page.getByText(/^1\sиз\s3$/)).toBeVisible();
  await node.mine(CONFIRMATIONS - 1);
  await expect(page.getByRole('heading', { name: /^AML-проверка/ })).toBeVisible();
  expect((await read()).split(payment.id)).toHaveLength(2);

  for (const status of ['paid', 'payout']) await exchange.runOperator('claim', id, status);
  const cashier = await createStaffMember(exchange, 'cashier');
  await cashier.openPage(page, `/operator/claims/${id}`);
  // The login asks for the code with a refusal.
  await expectProblems(/401 .*\/auth\/login\/$/);
  await page.getByRole('button', { name: 'Выплачено', exact: true }).click();
  const form = page.getByRole('form', { name: 'Выплачено' });
  await form.getByLabel(/^Номер перевода/).fill('bank-1');
  await form.getByRole('button', { name: 'Выплачено' }).click();
  await expect(page.getByText('Готово: теперь «Выполнена».')).toBeVisible();
  await page.goto(`${exchange.origin}/claim/${claim}`);
  await expect(page.getByRole('heading', { name: /Выполнена$/ })).toBeVisible();
});

test('a killed server reads what it missed: a payment that a longer branch took back, and the next one', async () => {
  if (!exchange) throw new Error('no exchange');
  const { runOperator, kill, start } = exchange;
  const readPayments = () => runOperator('payments');
  const { read, pay } = await createClaim(exchange);
  const lost = await pay();
  await node.mine(CONFIRMATIONS - 1);
  await expect.poll(readPayments).toContain(`${CONFIRMATIONS - 1} of ${CONFIRMATIONS}`);
  await kill();
  await node.replaceBlocks(CONFIRMATIONS - 1, lost.coin);
  await start();
  await expect.poll(readPayments).not.toContain(lost.id);
  expect(await read()).not.toContain(lost.id);

  await kill();
  const paid = await pay();
  await node.mine(CONFIRMATIONS);
  await start();
  await expect.poll(read).toContain(paid.id);
  expect((await read()).split(paid.id)).toHaveLength(2);
  expect(await read()).toMatch(/\baml\b/);
});
