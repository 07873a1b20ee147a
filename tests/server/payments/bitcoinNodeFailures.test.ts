import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAYMENT_NETWORKS } from '#server/exchange/catalogue/paymentNetworks.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openCoinExchange } from './support/bitcoinExchange.ts';
import { startBitcoinNode, type BitcoinNode } from './support/bitcoinNode.ts';
import { createPaymentWatch } from './support/paymentWatch.ts';
import { CONFIRMATIONS } from './support/watchedExchange.ts';

forEachDatabase(startServer => {
  let node: BitcoinNode;
  beforeAll(async () => void (node = await startBitcoinNode(PAYMENT_NETWORKS.bitcoin)));
  afterAll(() => node.stop());
  const exchange = createBeforeEach(async () => {
    node.change(null);
    node.setSyncing(false);
    node.mine();
    return openCoinExchange(startServer, node);
  });

  const readSources = () =>
    exchange.testServer.context.db.selectFrom('payment_sources').selectAll().execute();

  /**
   * Checks with another process, and expects an error without the password that changes nothing. Then the first process
   * finds the payments.
   */
  async function expectFailure(message: string, url = node.url): Promise<void> {
    const { testServer } = exchange;
    const claim = await exchange.createClaim('BTC', '0.01');
    const waiting = await exchange.createClaim('BTC', '0.02');
    node.broadcast([[claim.address, '0.01']]);
    node.mine(CONFIRMATIONS);
    node.broadcast([[waiting.address, '0.02']]);
    const before = await readSources();
    await testServer.context.db.deleteFrom('leases').execute();
    const watch = createPaymentWatch(testServer, url, 'bitcoin');
    const failure = (await watch.check().catch((error: unknown) => error)) as Error;
    expect(failure.message).toContain(message);
    expect(JSON.stringify([failure, failure.message, failure.stack, failure.cause])).not.toMatch(/k3y|n0de/);
    expect(await readSources()).toEqual(before);
    node.change(null);
    node.setSyncing(false);
    await testServer.context.db.deleteFrom('leases').execute();
    await exchange.check();
    expect((await claim.fetchStatus()).status).toBe('aml');
    expect((await waiting.fetchStatus()).confirmations).toEqual({ have: 0, need: CONFIRMATIONS });
  }

  test.each<[method: string, result: unknown, message: string]>([
    ['getblockchaininfo', 7, 'getblockchaininfo: the node returned an unexpected result'],
    ['getblockchaininfo', { bestblockhash: 'k3y' }, 'an unexpected result'],
    ['getblockheader', { height: '7' }, 'an unexpected result'],
    ['getblockhash', '00'.repeat(32), 'the node is not one of Bitcoin: it has another block 478559'],
    ['getblock', null, 'an unexpected result'],
    ['getblock', '00', 'the serialized data of the node end too early'],
    ['getblock', `${'00'.repeat(80)}00`, 'the transactions do not match the header'],
    ['getblock', `${'00'.repeat(80)}fdffff`, 'end too early'],
  ])('reads on after a wrong result of %s (%#)', async (method, result, message) => {
    node.change(method, () => result);
    await expectFailure(message);
  });

  test('reads on after a block with another amount', async () => {
    node.change('getblock', block => String(block).replace('40420f0000000000', '80841e0000000000'));
    await expectFailure('the transactions do not match the header');
  });

  test('a wrong password is an error without it', async () => {
    await expectFailure('status 401', node.url.replace('k3y', 'wr0ng-k3y'));
  });

  test('a node that has not read the chain is silent', async () => {
    node.setSyncing(true);
    await expectFailure('the node has not read the whole chain yet');
  });

  test('the node of another network is refused, also one with the same first block', async () => {
    await expect(createPaymentWatch(exchange.testServer, node.url, 'bitcoincash').check()).rejects.toThrow(
      'the node is not one of Bitcoin Cash: it has another block 661648',
    );
    await expect(createPaymentWatch(exchange.testServer, node.url, 'litecoin').check()).rejects.toThrow(
      'the node is not one of Litecoin: it has another block 0',
    );
  });

  test('a newest block of three hours ago is too old', async () => {
    const { testServer } = exchange;
    testServer.advanceClock(Date.now() - testServer.now() + 2.5 * 3_600_000);
    await exchange.check();
    testServer.advanceClock(3_600_000);
    await expect(exchange.check()).rejects.toThrow(/the newest block of the node is \d+ minutes old/);
  });
});
