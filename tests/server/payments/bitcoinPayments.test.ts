import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYMENT_NETWORKS } from '#server/exchange/catalogue/paymentNetworks.ts';
import { getUnsettledAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { openCoinExchange } from './support/bitcoinExchange.ts';
import { startBitcoinNode, type BitcoinNode } from './support/bitcoinNode.ts';
import { CONFIRMATIONS } from './support/watchedExchange.ts';

const MINUTE_MS = 60_000;

/** An address that claims share, and one of another person. */
const SHARED_ADDRESS = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const FOREIGN_ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

forEachDatabase(startServer => {
  let node: BitcoinNode;
  beforeAll(async () => void (node = await startBitcoinNode(PAYMENT_NETWORKS.bitcoin)));
  afterAll(() => node.stop());
  const exchange = createBeforeEach(async () => {
    // What waits from the test before.
    node.mine();
    return openCoinExchange(startServer, node);
  });

  const getDb = () => exchange.testServer.context.db;
  const listPayments = () => getDb().selectFrom('payments').select(['reference', 'amount']).execute();
  const listObserved = () => getDb().selectFrom('observed_payments').selectAll().execute();
  async function finalize() {
    node.mine(CONFIRMATIONS);
    await exchange.check();
  }

  test('a payment is seen before its block, and recorded when it has its confirmations', async () => {
    const claim = await exchange.createClaim('BTC', '0.01');
    const reference = `${node.broadcast([[claim.address, '0.01']])}:0`;
    for (const have of [0, 1, 2]) {
      await exchange.check();
      const confirmations = { have, need: CONFIRMATIONS };
      expect(await claim.fetchStatus()).toMatchObject({ status: 'waiting', received: null, confirmations });
      expect(await exchange.operator.succeed('payments')).toContain(`${have} of ${CONFIRMATIONS}`);
      expect(await listPayments()).toEqual([]);
      node.mine();
    }
    await exchange.check();
    expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', received: '0.01000000' });
    expect(await claim.listStatuses()).toEqual(['new', 'waiting', 'confirming', 'aml']);
    await exchange.check();
    expect(await listPayments()).toEqual([{ reference, amount: 1_000_000n }]);
    await expectBalancedLedger(getDb());
  });

  test.each([
    ['0.00999', 'aml', null, '0.00999000'],
    ['0.009', 'hold', 'underpaid', '0.00900000'],
    ['0.00000001', 'hold', 'underpaid', '0.00000001'],
    ['0.02', 'hold', 'overpaid', '0.02000000'],
    ['20999999.9769', 'hold', 'overpaid', '20999999.97690000'],
    ['0.07000000', 'hold', 'overpaid', '0.07000000'],
  ])('of a claim over 0.01, %s makes it %s', async (sent, status, reason, received) => {
    const claim = await exchange.createClaim('BTC', '0.01');
    node.broadcast([[claim.address, sent]]);
    await finalize();
    expect(await claim.fetchStatus()).toMatchObject({ status, reason, received });
    await expectBalancedLedger(getDb());
  });

  test('outputs of one transaction belong to several claims, and one claim gets several', async () => {
    const claims = [await exchange.createClaim('BTC', '0.01'), await exchange.createClaim('BTC', '0.02')];
    const [first = '', second = ''] = claims.map(({ address }) => address);
    const id = node.broadcast([
      [first, '0.01'],
      [FOREIGN_ADDRESS, '5'],
      [second, '0.015'],
      [second, '0.005'],
    ]);
    await exchange.check();
    await finalize();
    for (const { claim, fetchStatus } of claims)
      expect(await fetchStatus()).toMatchObject({ received: claim.fromSumma });
    expect((await listPayments()).map(({ reference }) => reference).toSorted()).toEqual(
      [0, 2, 3].map(index => `${id}:${index}`),
    );
  });

  test('a payment after the deadline is late, and one of a completed claim waits to be returned', async () => {
    const { testServer } = exchange;
    const [late, completed] = [
      await exchange.createClaim('BTC', '0.01'),
      await exchange.createClaim('BTC', '0.02'),
    ];
    for (let n = 0; n < 2; n++) {
      node.broadcast([[completed.address, '0.02']]);
      await finalize();
      if (n === 0) await completed.move('paid', 'payout', 'completed');
    }
    testServer.advanceClock(31 * MINUTE_MS);
    await expireOverdueClaims(testServer.context);
    node.broadcast([[late.address, '0.01']]);
    await exchange.check();
    await finalize();
    expect(await late.fetchStatus()).toMatchObject({ status: 'hold', reason: 'paid_late' });
    expect((await completed.fetchStatus()).status).toBe('completed');
    expect(await getUnsettledAmount(getDb(), await completed.fetchRow())).toBe(2_000_000n);
    await expectBalancedLedger(getDb());
  });

  test('a payment that cannot be recorded does not hold up the others', async () => {
    const [broken, other] = [
      await exchange.createClaim('BTC', '0.01'),
      await exchange.createClaim('BTC', '0.02'),
    ];
    const readCourse = () => getDb().selectFrom('claims').select('source_course').where('id', '=', broken.id);
    const { source_course } = await readCourse().executeTakeFirstOrThrow();
    const setCourse = (course: string) =>
      getDb().updateTable('claims').set({ source_course: course }).where('id', '=', broken.id).execute();
    await setCourse('?');
    node.broadcast([[broken.address, '0.01']]);
    node.mine();
    node.broadcast([[other.address, '0.02']]);
    await expect(finalize()).rejects.toThrow();
    expect((await other.fetchStatus()).status).toBe('aml');
    await setCourse(source_course);
    await exchange.check();
    expect((await listPayments()).map(({ amount }) => amount).toSorted()).toEqual([1_000_000n, 2_000_000n]);
    await expectBalancedLedger(getDb());
  });

  test('what a miner gets for a block is no payment', async () => {
    const { address } = await exchange.createClaim('BTC', '0.01');
    node.mine(1, address);
    await finalize();
    expect(await listObserved()).toEqual([]);
  });

  test('reads all blocks after a long silence', async () => {
    const claims = [];
    for (const amount of ['0.01', '0.02', '0.03']) {
      const claim = await exchange.createClaim('BTC', amount);
      claims.push(claim);
      node.mine(13);
      node.broadcast([[claim.address, amount]]);
      node.mine();
    }
    await finalize();
    for (const claim of claims) expect((await claim.fetchStatus()).status).toBe('aml');
  });

  describe('a payment that waits for a block', () => {
    test('keeps its claim from expiring, and is recorded with the time of its first sight', async () => {
      const { testServer } = exchange;
      const claim = await exchange.createClaim('BTC', '0.01');
      const unpaid = await exchange.createClaim('BTC', '0.02');
      node.broadcast([[claim.address, '0.01']]);
      await exchange.check();
      testServer.advanceClock(31 * MINUTE_MS);
      expect(await expireOverdueClaims(testServer.context)).toBe(1);
      await exchange.check();
      expect((await claim.fetchStatus()).status).toBe('waiting');
      expect((await unpaid.fetchStatus()).status).toBe('expired');
      await finalize();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', reason: null });
      const { at } = await getDb().selectFrom('payments').select('at').executeTakeFirstOrThrow();
      expect(Number(at)).toBe(testServer.now() - 31 * MINUTE_MS);
    });

    test('disappears if it is dropped, and its claim expires', async () => {
      const claim = await exchange.createClaim('BTC', '0.01');
      const id = node.broadcast([[claim.address, '0.01']]);
      await exchange.check();
      expect((await claim.fetchStatus()).confirmations).toEqual({ have: 0, need: CONFIRMATIONS });
      node.drop(id);
      // A node that was restarted does not know it yet.
      node.change('getmempoolinfo', () => ({ loaded: false }));
      await exchange.check();
      expect((await claim.fetchStatus()).confirmations).toEqual({ have: 0, need: CONFIRMATIONS });
      node.change(null);
      await exchange.check();
      expect((await claim.fetchStatus()).confirmations).toBeNull();
      expect(await listObserved()).toEqual([]);
      exchange.testServer.advanceClock(31 * MINUTE_MS);
      expect(await expireOverdueClaims(exchange.testServer.context)).toBe(1);
    });

    test('is replaced by one with a higher fee, also at an address that claims share', async () => {
      await getDb().updateTable('payment_requisites').set({ active: 0n }).execute();
      await exchange.operator.succeed(`requisite add BTC ${SHARED_ADDRESS}`);
      const claim = await exchange.createClaim('BTC', '0.01');
      expect(claim.address).toBe(SHARED_ADDRESS);
      const { fromSumma } = claim.claim;
      const replaced = node.broadcast([[SHARED_ADDRESS, fromSumma]]);
      await exchange.check();
      const id = node.broadcast([[SHARED_ADDRESS, fromSumma]], replaced);
      await exchange.check();
      expect(await listObserved()).toMatchObject([
        { reference: `${id}:0`, claim_id: claim.id, height: null },
      ]);
      await finalize();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'aml' });
      expect(await listPayments()).toMatchObject([{ reference: `${id}:0` }]);
    });

    test('is no work for a person before its block', async () => {
      await exchange.operator.succeed(`requisite add BTC ${SHARED_ADDRESS}`);
      node.broadcast([[SHARED_ADDRESS, '0.123']]);
      await exchange.check();
      expect(await exchange.operator.succeed('payments')).toContain('unmatched, waits for a block');
      expect(await exchange.operator.succeed('payments --unmatched')).toContain('No unmatched payments.');
      node.mine();
      await exchange.check();
      expect(await exchange.operator.succeed('payments --unmatched')).toContain('0.12300000 BTC');
    });

    test('is read once, and in parts if many wait', async () => {
      for (let n = 0; n < 2_500; n++) node.broadcast([[FOREIGN_ADDRESS, '1']]);
      const claim = await exchange.createClaim('BTC', '0.01');
      node.broadcast([[claim.address, '0.01']]);
      let before = node.countRequests();
      await exchange.check();
      const first = node.countRequests() - before;
      expect((await claim.fetchStatus()).confirmations).toEqual({ have: 0, need: CONFIRMATIONS });
      before = node.countRequests();
      await exchange.check();
      // The blocks and two rounds, each with a batch; then one round without.
      expect([first, node.countRequests() - before]).toEqual([15, 8]);
    });
  });

  describe('blocks that the network replaces', () => {
    test('let their payments wait again, with the time of their first sight', async () => {
      const claim = await exchange.createClaim('BTC', '0.01');
      node.mine();
      node.broadcast([[claim.address, '0.01']]);
      node.mine();
      await exchange.check();
      const [before] = await listObserved();
      exchange.testServer.advanceClock(MINUTE_MS);
      node.removeBlocks(2);
      node.mineWithout(2);
      await exchange.check();
      expect((await claim.fetchStatus()).confirmations).toEqual({ have: 0, need: CONFIRMATIONS });
      node.mine();
      await exchange.check();
      const [after] = await listObserved();
      expect(after).toMatchObject({ first_seen_at: before?.first_seen_at, claim_id: claim.id });
      expect(after?.block_hash).not.toBe(before?.block_hash);
      await finalize();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', received: '0.01000000' });
    });

    test('take away a payment that another one conflicts with, and keep what was final', async () => {
      const [lost, final] = [
        await exchange.createClaim('BTC', '0.01'),
        await exchange.createClaim('BTC', '0.02'),
      ];
      const recorded = node.broadcast([[final.address, '0.02']]);
      node.mine(CONFIRMATIONS - 1);
      const taken = node.broadcast([[lost.address, '0.01']]);
      node.mine();
      await exchange.check();
      expect((await final.fetchStatus()).status).toBe('aml');
      node.removeBlocks(CONFIRMATIONS);
      node.drop(recorded);
      node.drop(taken);
      node.mine(CONFIRMATIONS + 1);
      // The first check notices the new blocks, the second one that the payments do not wait either.
      await exchange.check();
      await exchange.check();
      expect((await lost.fetchStatus()).confirmations).toBeNull();
      expect(await listObserved()).toMatchObject([{ reference: `${recorded}:0` }]);
      const [line = ''] =
        /.*recorded payments are in replaced blocks.*/.exec(exchange.testServer.log()) ?? [];
      expect(line).toContain(recorded);
    });
  });

  test('a process that has lost the lease changes nothing', async () => {
    node.broadcast([[(await exchange.createClaim('BTC', '0.01')).address, '0.01']]);
    await getDb().updateTable('leases').set({ holder: 'other' }).execute();
    await exchange.checkWithoutLease();
    node.mine();
    await exchange.checkWithoutLease();
    expect(await listObserved()).toEqual([]);
  });
});
