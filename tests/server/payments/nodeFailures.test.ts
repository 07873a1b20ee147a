import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { startDevNode, type DevNode } from './support/devNode.ts';
import { startNodeProxy, type NodeProxy } from './support/nodeProxy.ts';
import { createPaymentWatch } from './support/paymentWatch.ts';
import { CONFIRMATIONS, openWatchedExchange, toTokenUnits, toWei } from './support/watchedExchange.ts';

/** A part of the node's address that must not be shown. */
const SECRET = 'k3y-0f-the-node';

const replaceResult = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result });

/** Changes the result of a response. */
const changeResult = (body: string, change: (result: never) => unknown) =>
  replaceResult(change((JSON.parse(body) as { result: never }).result));

forEachDatabase(startServer => {
  let node: DevNode;
  let token: string;
  let proxy: NodeProxy;
  beforeAll(async () => {
    node = await startDevNode();
    token = await node.deployToken();
    proxy = await startNodeProxy(node.url);
  });
  afterAll(async () => {
    await proxy.close();
    await node.stop();
  });
  const exchange = createBeforeEach(async () => {
    proxy.change((_, body) => body);
    return openWatchedExchange(startServer, node, token);
  });

  test.each<[method: string, respond: (body: string) => string, message: string]>([
    ['eth_getBlockByNumber', () => '<html>', 'is not JSON-RPC'],
    ['eth_getBlockByNumber', () => '{}', 'is not JSON-RPC'],
    ['eth_getBlockByNumber', () => replaceResult({ number: '0x1' }), 'an unexpected result'],
    [
      'eth_getBlockByNumber',
      () => JSON.stringify({ error: { code: -32_005, message: `limit of ${SECRET}` } }),
      'eth_getBlockByNumber: the node returned error -32005',
    ],
    ['eth_chainId', () => replaceResult('0x38'), 'the node has chain id 56; Ethereum has 1'],
    [
      'eth_getLogs',
      body => changeResult(body, (logs: object[]) => logs.map(log => ({ ...log, data: 7 }))),
      'an unexpected result',
    ],
    [
      'eth_getLogs',
      body =>
        changeResult(body, (logs: object[]) =>
          logs.map(log => ({ ...log, blockHash: `0x${'0'.repeat(64)}` })),
        ),
      'an event that was not asked for',
    ],
    ['eth_getTransactionReceipt', () => replaceResult(null), 'an unexpected result'],
    [
      'eth_getTransactionReceipt',
      body => changeResult(body, (receipt: object) => ({ ...receipt, blockHash: `0x${'0'.repeat(64)}` })),
      'the transaction is in another block',
    ],
    ['eth_call', () => replaceResult('0x'), 'the contract of USDTERC20 cannot be read'],
  ])('reads on after a wrong response to %s (%#)', async (method, respond, message) => {
    const { testServer, createClaim } = exchange;
    const claims = [await createClaim('ETH', '0.05'), await createClaim('USDTERC20', '100')];
    await node.sendCoin(claims[0]?.address ?? '', toWei('0.05'));
    await node.sendTokens(token, [claims[1]?.address ?? '', toTokenUnits('100')]);
    await node.mine(CONFIRMATIONS);
    const before = await testServer.context.db.selectFrom('payment_sources').selectAll().execute();
    // The lease of the first process is released.
    await testServer.context.db.deleteFrom('leases').execute();
    const watch = createPaymentWatch(testServer, `${proxy.origin}/v1/${SECRET}?token=${SECRET}`);
    proxy.change((called, body) => (called === method ? respond(body) : body));
    const failure = (await watch.check().catch((error: unknown) => error)) as Error;
    expect(failure.message).toContain(message);
    expect(JSON.stringify([failure, failure.message, failure.stack, failure.cause])).not.toContain(SECRET);
    expect(await testServer.context.db.selectFrom('payment_sources').selectAll().execute()).toEqual(before);
    proxy.change((_, body) => body);
    await watch.check();
    for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
  });

  test('a node that is not synchronized, or far behind, counts as silent', async () => {
    const { testServer, check } = exchange;
    await node.mine(200);
    await check();
    const { checked_at } = await testServer.context.db
      .selectFrom('payment_sources')
      .select('checked_at')
      .executeTakeFirstOrThrow();
    await testServer.context.db.deleteFrom('leases').execute();
    const watch = createPaymentWatch(testServer, proxy.origin);
    proxy.change((method, body) =>
      method === 'eth_getBlockByNumber'
        ? changeResult(body, (block: object) => ({ ...block, number: '0x1' }))
        : body,
    );
    await expect(watch.check()).rejects.toThrow(/the node is \d+ blocks behind what was read/);
    proxy.change((_, body) => body);
    testServer.advanceClock(Date.now() - testServer.now() + 24 * 3_600_000);
    await expect(watch.check()).rejects.toThrow(/the newest block of the node is \d+ minutes old/);
    expect(await testServer.context.db.selectFrom('payment_sources').select('checked_at').execute()).toEqual([
      { checked_at },
    ]);
  });

  test('a node that is a few blocks behind takes nothing back', async () => {
    const { testServer, createClaim, check } = exchange;
    const claim = await createClaim('ETH', '0.05');
    await node.sendCoin(claim.address, toWei('0.05'));
    const late = await node.call<object>('eth_getBlockByNumber', 'latest', false);
    await node.mine();
    await check();
    await testServer.context.db.deleteFrom('leases').execute();
    const watch = createPaymentWatch(testServer, proxy.origin);
    proxy.change((method, body) => (method === 'eth_getBlockByNumber' ? replaceResult(late) : body));
    await watch.check();
    expect((await claim.fetchStatus()).confirmations).toEqual({ have: 2, need: CONFIRMATIONS });
  });
});
