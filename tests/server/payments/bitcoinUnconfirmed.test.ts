import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYMENT_NETWORKS } from '#server/exchange/catalogue/paymentNetworks.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { SourceError } from '#server/exchange/courses/prices/download.ts';
import { createPaymentWatchers } from '#server/exchange/payments/paymentWatcher.ts';
import { createBeforeEach, forEachDatabase, testedDialect } from '../../support/testServer.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { openCoinExchange } from './support/bitcoinExchange.ts';
import { startBitcoinNode, type BitcoinNode } from './support/bitcoinNode.ts';
import { CONFIRMATIONS } from './support/watchedExchange.ts';

const MINUTE_MS = 60_000;

const FOREIGN_ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

forEachDatabase(startServer => {
  let node: BitcoinNode;
  beforeAll(async () => void (node = await startBitcoinNode(PAYMENT_NETWORKS.bitcoin)));
  afterAll(() => node.stop());
  const exchange = createBeforeEach(async () => {
    // What waits from the test before.
    node.change(null);
    node.mine();
    return openCoinExchange(startServer, node);
  });

  const getDb = () => exchange.testServer.context.db;
  const listObserved = () => getDb().selectFrom('observed_payments').selectAll().execute();
  const expire = () => expireOverdueClaims(exchange.testServer.context);

  describe('a payment that waits for a block for three hours', () => {
    const advance = (minutes: number) => exchange.testServer.advanceClock(minutes * MINUTE_MS);
    /** Creates a claim whose payment waits since now. */
    async function createPaidClaim() {
      const claim = await exchange.createClaim('BTC', '0.01');
      node.broadcast([[claim.address, '0.01']]);
      await exchange.check();
      // The blocks of the node have the time of this computer.
      node.change('getblockheader', header => ({
        ...(header as object),
        time: Math.floor(exchange.testServer.now() / 1_000),
      }));
      return claim;
    }

    test('holds the promised course no longer, and is late with its block', async () => {
      const claim = await createPaidClaim();
      advance(179);
      await exchange.check();
      expect(await expire()).toBe(0);
      expect((await claim.fetchStatus()).status).toBe('waiting');
      advance(2);
      // The memory of the node has it at each check, and the claim may expire after any of them.
      await exchange.check();
      const ended = await listObserved();
      await exchange.check();
      expect(await expire()).toBe(1);
      expect(await claim.fetchStatus()).toMatchObject({ status: 'expired', confirmations: null });
      expect(await exchange.operator.succeed('payments')).toContain('late, waits for a block');
      advance(24 * 60);
      await exchange.check();
      expect(await listObserved()).toEqual(ended);
      const minedAt = exchange.testServer.now();
      node.mine();
      await exchange.check();
      expect((await claim.fetchStatus()).confirmations).toEqual({ have: 1, need: CONFIRMATIONS });
      advance(4 * 60);
      node.removeBlocks(1);
      node.mineWithout(2);
      await exchange.check();
      await exchange.check();
      expect(await listObserved()).toMatchObject([{ height: null, first_seen_at: BigInt(minedAt) }]);
      node.mine(CONFIRMATIONS);
      await exchange.check();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'hold', reason: 'paid_late' });
      await expectBalancedLedger(getDb());
    });

    test('keeps its claim while the node is silent, until a check finds it still waiting', async () => {
      const claim = await createPaidClaim();
      advance(181);
      expect(await expire()).toBe(0);
      node.mine(CONFIRMATIONS);
      await exchange.check();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', reason: null });
    });

    test('keeps its claim if its block was replaced', async () => {
      const claim = await createPaidClaim();
      const firstSeenAt = exchange.testServer.now();
      node.mine();
      await exchange.check();
      advance(181);
      node.removeBlocks(1);
      node.mineWithout(2);
      await exchange.check();
      await exchange.check();
      expect(await expire()).toBe(0);
      expect((await claim.fetchStatus()).confirmations).toEqual({ have: 0, need: CONFIRMATIONS });
      node.mine(CONFIRMATIONS);
      await exchange.check();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', reason: null });
      const { at } = await getDb().selectFrom('payments').select('at').executeTakeFirstOrThrow();
      expect(Number(at)).toBe(firstSeenAt);
    });
  });

  test('a payment that replaces another one after the deadline does not keep the claim', async () => {
    const claim = await exchange.createClaim('BTC', '0.01');
    const first = node.broadcast([[claim.address, '0.01']]);
    await exchange.check();
    exchange.testServer.advanceClock(31 * MINUTE_MS);
    await exchange.check();
    expect(await expire()).toBe(0);
    node.broadcast([[claim.address, '0.01']], first);
    await exchange.check();
    expect(await expire()).toBe(1);
    node.mine(CONFIRMATIONS);
    await exchange.check();
    expect(await claim.fetchStatus()).toMatchObject({ status: 'hold', reason: 'paid_late' });
    await expectBalancedLedger(getDb());
  });

  describe('blocks are read', () => {
    /** Creates a claim with a final payment. */
    async function createFinalClaim() {
      const claim = await exchange.createClaim('BTC', '0.01');
      node.broadcast([[claim.address, '0.01']]);
      node.mine(CONFIRMATIONS);
      return claim;
    }

    test.each<[method: string, result: unknown, message: string]>([
      ['getmempoolinfo', 7, 'getmempoolinfo: the node returned an unexpected result'],
      ['getrawmempool', ['k3y'], 'getrawmempool: the node returned an unexpected result'],
      ['getrawtransaction', 'zz', 'getrawtransaction: the node returned no transaction for'],
      ['getrawtransaction', '02000000', 'getrawtransaction: the node returned no transaction for'],
    ])('after a wrong result of %s (%#)', async (method, result, message) => {
      const claim = await createFinalClaim();
      node.broadcast([[FOREIGN_ADDRESS, '1']]);
      node.change(method, () => result);
      const failure = (await exchange.check().catch((error: unknown) => error)) as Error;
      expect(failure.message).toContain(message);
      expect(failure.message).not.toMatch(/k3y|n0de/);
      expect((await claim.fetchStatus()).status).toBe('aml');
    });

    test('while the memory of the node does not answer', async () => {
      const claim = await createFinalClaim();
      const { context } = exchange.testServer;
      await getDb().deleteFrom('leases').execute();
      node.change('getrawmempool', () => new Promise(() => {}));
      const config = { ...context.config, nodes: { bitcoin: node.url } };
      const database = { db: context.db, dialect: testedDialect };
      const [watcher] = createPaymentWatchers({ ...context, config }, database);
      watcher?.start();
      // A call has ten seconds.
      await expect
        .poll(async () => (await claim.fetchStatus()).status, { timeout: 5_000, interval: 50 })
        .toBe('aml');
      await watcher?.stop();
    });
  });

  describe('a payment in the memory of the node is seen', () => {
    async function expectSeen(prepare: () => void) {
      const claim = await exchange.createClaim('BTC', '0.01');
      prepare();
      node.broadcast([[claim.address, '0.01']]);
      const failure = await exchange.check().catch((error: unknown) => error);
      if (failure !== undefined) await exchange.check();
      expect((await claim.fetchStatus()).confirmations).toEqual({ have: 0, need: CONFIRMATIONS });
      return failure;
    }

    test('beside an unreadable one', async () => {
      let calls = 0;
      const failure = await expectSeen(() => {
        node.broadcast([[FOREIGN_ADDRESS, '1']]);
        node.change('getrawtransaction', hex => (calls++ === 0 ? 'zz' : hex));
      });
      expect(failure).toBeInstanceOf(SourceError);
      expect(calls).toBe(2);
    });

    test('after many that the node lists, but has dropped', async () => {
      const dropped = Array.from({ length: 5_000 }, (_, n) => n.toString(16).padStart(64, '0'));
      expect(
        await expectSeen(() => node.change('getrawmempool', ids => [...dropped, ...(ids as string[])])),
      ).toBeUndefined();
    });

    test('among many that are too large for one response', async () => {
      const failure = await expectSeen(() => {
        for (let n = 0; n < 2_000; n++) node.broadcast([[FOREIGN_ADDRESS, '1']]);
        // What follows the outputs is not read.
        node.change('getrawtransaction', hex => `${String(hex)}${'00'.repeat(20_000)}`);
      });
      expect(failure).toMatchObject({ message: 'getrawtransaction: the response exceeds 70000000 bytes' });
    });
  });
});
