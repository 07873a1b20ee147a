import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { getUnsettledAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { startDevNode, type DevNode } from './support/devNode.ts';
import { CONFIRMATIONS, openWatchedExchange, toTokenUnits, toWei } from './support/watchedExchange.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  let node: DevNode;
  let token: string;
  beforeAll(async () => {
    node = await startDevNode();
    token = await node.deployToken();
  });
  afterAll(() => node.stop());
  const exchange = createBeforeEach(() => openWatchedExchange(startServer, node, token));

  /** Notes what is in the last block, then mines the other confirmations. */
  async function finalize() {
    await exchange.check();
    await node.mine(CONFIRMATIONS - 1);
    await exchange.check();
  }
  const countPayments = async () =>
    (await exchange.testServer.context.db.selectFrom('payments').select('id').execute()).length;

  test('records a payment in the coin when it has its confirmations', async () => {
    const claim = await exchange.createClaim('ETH', '0.05');
    const transaction = await node.sendCoin(claim.address, toWei('0.05'));
    for (const have of [1, 2]) {
      await exchange.check();
      const confirmations = { have, need: CONFIRMATIONS };
      expect(await claim.fetchStatus()).toMatchObject({ status: 'waiting', received: null, confirmations });
      expect(await exchange.operator.succeed(`claim ${claim.claim.number}`)).toContain(
        `${have} of ${CONFIRMATIONS} confirmations  ${transaction}:0`,
      );
      await node.mine();
    }
    await exchange.check();
    expect(await claim.fetchStatus()).toMatchObject({
      received: '0.05000000',
      confirmations: null,
      transfers: [{ kind: 'payment', transaction }],
    });
    expect(await claim.listStatuses()).toEqual(['new', 'waiting', 'confirming', 'aml']);
    await exchange.check();
    expect(await countPayments()).toBe(1);
    await expectBalancedLedger(exchange.testServer.context.db);
  });

  test('two payments in tokens in one transaction belong to two claims', async () => {
    const claims = [
      await exchange.createClaim('USDTERC20', '100'),
      await exchange.createClaim('USDTERC20', '150'),
    ];
    const transaction = await node.sendTokens(
      token,
      ...claims.map(({ address, claim }) => [address, toTokenUnits(claim.fromSumma)] as const),
    );
    await finalize();
    for (const { fetchStatus, claim } of claims)
      expect(await fetchStatus()).toMatchObject({ status: 'aml', received: claim.fromSumma });
    const { db } = exchange.testServer.context;
    const references = await db.selectFrom('payments').select('reference').orderBy('reference').execute();
    expect(references).toEqual([{ reference: `${transaction}:0` }, { reference: `${transaction}:1` }]);
  });

  test.each([
    ['ETH', '0.05', '0.04', 'hold', 'underpaid', '0.04000000'],
    ['ETH', '0.05', '0.06', 'hold', 'overpaid', '0.06000000'],
    ['ETH', '0.05', '0.049900000000000000', 'aml', null, '0.04990000'],
    // The network has more decimals than the currency.
    ['ETH', '0.05', '0.050000009999999999', 'aml', null, '0.05000000'],
    ['USDTERC20', '100', '100.009999', 'aml', null, '100.00'],
  ])('%s: of a claim over %s, %s makes it %s', async (code, expected, sent, status, reason, received) => {
    const claim = await exchange.createClaim(code, expected);
    if (code === 'ETH') await node.sendCoin(claim.address, toWei(sent));
    else await node.sendTokens(token, [claim.address, toTokenUnits(sent)]);
    await finalize();
    expect(await claim.fetchStatus()).toMatchObject({ status, reason, received });
    await expectBalancedLedger(exchange.testServer.context.db);
  });

  test('a claim with a payment that was seen in time does not expire', async () => {
    const { testServer } = exchange;
    const claim = await exchange.createClaim('ETH', '0.05');
    const unpaid = await exchange.createClaim('ETH', '0.06');
    await node.sendCoin(claim.address, toWei('0.05'));
    await exchange.check();
    testServer.advanceClock(31 * MINUTE_MS);
    expect(await expireOverdueClaims(testServer.context)).toBe(1);
    expect([(await claim.fetchStatus()).status, (await unpaid.fetchStatus()).status]).toEqual([
      'waiting',
      'expired',
    ]);
    await finalize();
    expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', reason: null });
    const { at } = await testServer.context.db.selectFrom('payments').select('at').executeTakeFirstOrThrow();
    expect(Number(at)).toBe(testServer.now() - 31 * MINUTE_MS);
  });

  test('a payment after the deadline, or of a cancelled claim, is late', async () => {
    const { testServer } = exchange;
    const [expired, cancelled] = [
      await exchange.createClaim('ETH', '0.05'),
      await exchange.createClaim('ETH', '0.06'),
    ];
    await cancelled.postStep('cancel');
    testServer.advanceClock(31 * MINUTE_MS);
    await expireOverdueClaims(testServer.context);
    await node.sendCoin(expired.address, toWei('0.05'));
    await node.sendCoin(cancelled.address, toWei('0.06'));
    await finalize();
    for (const claim of [expired, cancelled])
      expect(await claim.fetchStatus()).toMatchObject({ status: 'hold', reason: 'paid_late' });
    await expectBalancedLedger(testServer.context.db);
  });

  test('a payment to the address of a completed claim waits to be returned', async () => {
    const { db } = exchange.testServer.context;
    const claim = await exchange.createClaim('ETH', '0.05');
    for (let n = 0; n < 2; n++) {
      await node.sendCoin(claim.address, toWei('0.05'));
      await finalize();
      if (n === 0) await claim.move('paid', 'payout', 'completed');
    }
    expect((await claim.fetchStatus()).status).toBe('completed');
    expect(await getUnsettledAmount(db, await claim.fetchRow())).toBe(5_000_000n);
    await expectBalancedLedger(db);
  });

  test('ignores failed transactions, events without an amount, and addresses of others', async () => {
    const claim = await exchange.createClaim('ETH', '0.05');
    await node.call('anvil_setCode', claim.address, '0x5f5ffd');
    const failed = await node.sendCoin(claim.address, toWei('0.05'));
    expect(await node.call('eth_getTransactionReceipt', failed)).toMatchObject({ status: '0x0' });
    await node.call('anvil_setCode', claim.address, '0x');
    await node.sendTokens(token, [claim.address, 0n], [claim.address, 9_999n]);
    await node.sendCoin('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', toWei('0.05'));
    await finalize();
    expect(
      await exchange.testServer.context.db.selectFrom('observed_payments').selectAll().execute(),
    ).toEqual([]);
    expect((await claim.fetchStatus()).status).toBe('waiting');
  });

  test('another token at the address of a claim is for a person', async () => {
    const claim = await exchange.createClaim('ETH', '0.05');
    await node.sendTokens(token, [claim.address, toTokenUnits('7')]);
    await finalize();
    expect((await claim.fetchStatus()).status).toBe('waiting');
    expect(await exchange.operator.succeed('payments --unmatched')).toMatch(
      new RegExp(`7\\.00 USDTERC20 +${claim.address} +0x[0-9a-f]{64}:0`),
    );
  });

  describe('blocks that the network replaces', () => {
    test('take back what was not final', async () => {
      const claim = await exchange.createClaim('ETH', '0.05');
      await node.mine();
      await node.sendCoin(claim.address, toWei('0.05'));
      await node.mine();
      await exchange.check();
      expect((await claim.fetchStatus()).confirmations).toEqual({ have: 2, need: CONFIRMATIONS });
      await node.call('anvil_reorg', 2, []);
      await exchange.check();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'waiting', confirmations: null });
      expect(await exchange.operator.succeed('payments')).toContain('No payments.');
      expect(exchange.testServer.log()).toContain('the network has replaced blocks');
      await node.mine(CONFIRMATIONS);
      await exchange.check();
      expect(await countPayments()).toBe(0);
      await node.sendCoin(claim.address, toWei('0.05'));
      await finalize();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', received: '0.05000000' });
    });

    test('keep the time of the first sight of a payment that is in another block now', async () => {
      const { db } = exchange.testServer.context;
      const claim = await exchange.createClaim('ETH', '0.05');
      await node.mine();
      const transaction = await node.sendCoin(claim.address, toWei('0.05'));
      await exchange.check();
      const readRow = () => db.selectFrom('observed_payments').selectAll().executeTakeFirstOrThrow();
      const before = await readRow();
      exchange.testServer.advanceClock(60_000);
      const { from, to, value } = await node.call<Record<string, string>>(
        'eth_getTransactionByHash',
        transaction,
      );
      await node.call('anvil_reorg', 2, [[{ from, to, value }, 1]]);
      await exchange.check();
      const after = await readRow();
      expect(after.block_hash).not.toBe(before.block_hash);
      expect(after).toMatchObject({ first_seen_at: before.first_seen_at, claim_id: claim.id });
    });

    test('keep what was final, and report it', async () => {
      const claim = await exchange.createClaim('ETH', '0.05');
      const transaction = await node.sendCoin(claim.address, toWei('0.05'));
      await finalize();
      await node.call('anvil_reorg', CONFIRMATIONS, []);
      await exchange.check();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', received: '0.05000000' });
      const [line = ''] =
        /.*recorded payments are in replaced blocks.*/.exec(exchange.testServer.log()) ?? [];
      expect(line).toContain(transaction);
    });
  });

  test('reads all blocks after a long silence', async () => {
    const claims = [];
    for (const amount of ['0.05', '0.06', '0.07']) {
      const claim = await exchange.createClaim('ETH', amount);
      claims.push(claim);
      await node.mine(13);
      await node.sendCoin(claim.address, toWei(amount));
    }
    await node.mine(CONFIRMATIONS);
    await exchange.check();
    for (const claim of claims) expect((await claim.fetchStatus()).status).toBe('aml');
  });

  test('a process that has lost the lease changes nothing', async () => {
    const { db } = exchange.testServer.context;
    await node.sendCoin((await exchange.createClaim('ETH', '0.05')).address, toWei('0.05'));
    await db.updateTable('leases').set({ holder: 'other' }).where('name', '=', 'payments.ethereum').execute();
    const before = await db.selectFrom('payment_sources').selectAll().execute();
    await exchange.checkWithoutLease();
    expect(await db.selectFrom('payment_sources').selectAll().execute()).toEqual(before);
    expect(await db.selectFrom('observed_payments').selectAll().execute()).toEqual([]);
  });
});
