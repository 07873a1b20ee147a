import { afterEach, expect, test } from 'vitest';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createPaymentWatch } from './support/paymentWatch.ts';
import { createCall, GENESIS_IDS, listRecordedCalls, USDT } from './support/tron/startTronNode.ts';
import { openTronExchange } from './support/tron/tronExchange.ts';
import { CONFIRMATIONS } from './support/watchedExchange.ts';

/** The key of TronGrid, which must not be shown. */
const SECRET = 'k3y-0f-the-node';

/** Contract of another token. */
const OTHER_TOKEN = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

type Failure = [
  method: string,
  respond: (body: string) => string | { status: number; body: string },
  message: string,
];

/** Changes a response in JSON. */
const changeJson = (body: string, change: (value: never) => unknown) =>
  JSON.stringify(change(JSON.parse(body) as never));

forEachDatabase(startServer => {
  const exchange = createBeforeEach(() => openTronExchange(startServer, { TRON_API_KEY: SECRET }));
  afterEach(() => exchange.node.close());

  test.each<Failure>([
    ['getnowblock', () => '<html>', 'getnowblock: the response is not JSON'],
    ['getnowblock', () => '{}', 'getnowblock: the node returned an unexpected result'],
    [
      'getnowblock',
      () => JSON.stringify({ Error: `class java.lang.IllegalAccessException : ${SECRET}` }),
      'getnowblock: the node returned an error',
    ],
    ...[401, 403, 429, 503].map((status): Failure => [
      'getblockbynum',
      () => ({ status, body: JSON.stringify({ Error: `The key ${SECRET} exceeds the limit` }) }),
      `getblockbynum: status ${status}`,
    ]),
    [
      'getblockbynum',
      body => changeJson(body, (block: object) => ({ ...block, transactions: [{ txID: 'x' }] })),
      'getblockbynum: the node returned an unexpected result',
    ],
    ['getblockbynum', body => body.replace(/("amount":)\d+/, '$1-1'), 'an unexpected result'],
    ['getblockbynum', body => body.replace(/("amount":)\d+/, '$11.5'), 'an unexpected result'],
    [
      'gettransactioninfobyblocknum',
      body => changeJson(body, (infos: object[]) => infos.map(info => ({ ...info, log: [{ address: 7 }] }))),
      'gettransactioninfobyblocknum: the node returned an unexpected result',
    ],
    ['gettransactioninfobyblocknum', () => '[]', 'the node lacks results of transactions'],
    ['gettransactioninfobyblocknum', () => '{}', 'the node lacks results of transactions'],
  ])('reads on after a wrong response to %s (%#)', async (method, respond, message) => {
    const { testServer, node } = exchange;
    const claims = [await exchange.createClaim('TRX', '150'), await exchange.createClaim('USDTTRC20', '60')];
    exchange.send('TRX', claims[0]?.address ?? '', '150');
    exchange.send('USDTTRC20', claims[1]?.address ?? '', '60');
    for (let n = 0; n < CONFIRMATIONS; n++) node.mine();
    const readCursor = () => testServer.context.db.selectFrom('payment_sources').selectAll().execute();
    const before = await readCursor();
    node.change((called, body) => (called === method ? respond(body) : body));
    const failure = (await exchange.check().catch((error: unknown) => error)) as Error;
    expect(failure.message).toContain(message);
    expect(JSON.stringify([failure, failure.message, failure.stack, failure.cause])).not.toContain(SECRET);
    expect(await readCursor()).toEqual(before);
    node.change((_, body) => body);
    await exchange.check();
    for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
  });

  test.each([
    ['nile', GENESIS_IDS.nile],
    ['shasta', GENESIS_IDS.shasta],
  ])('refuses a node of the test network %s, also after one of the main network', async (_, id) => {
    const { testServer, node } = exchange;
    node.setGenesis(id);
    const message = `the node has the first block ${id}, not that of TRON`;
    await testServer.context.db.deleteFrom('leases').execute();
    await expect(createPaymentWatch(testServer, node.url, 'tron').check()).rejects.toThrow(message);
    await testServer.context.db.deleteFrom('leases').execute();
    node.removeBlocks(1);
    node.mine();
    await expect(exchange.check()).rejects.toThrow(message);
  });

  test('waits for the results of the newest block', async () => {
    const { node } = exchange;
    const claim = await exchange.createClaim('USDTTRC20', '60');
    exchange.send('USDTTRC20', claim.address, '60');
    node.change((method, body) => (method === 'gettransactioninfobyblocknum' ? '[]' : body));
    await exchange.check();
    expect(await exchange.listObserved()).toEqual([]);
    node.change((_, body) => body);
    await exchange.check();
    expect(await exchange.listObserved()).toHaveLength(1);
  });

  test('a contract without decimals is an error', async () => {
    const { node, operator } = exchange;
    await operator.succeed(`currency USDTTRC20 contract ${OTHER_TOKEN}`);
    node.mine([createCall([{ contract: OTHER_TOKEN, to: USDT, value: 1n }])]);
    const message = 'the contract of USDTTRC20 cannot be read';
    for (const result of [{ result: true, message: '524556455254' }, { code: 'CONTRACT_VALIDATE_ERROR' }]) {
      node.change((method, body) =>
        method === 'triggerconstantcontract'
          ? changeJson(body, (sent: object) => ({ ...sent, result }))
          : body,
      );
      await expect(exchange.check()).rejects.toThrow(message);
    }
    node.setDecimals(78);
    node.change((_, body) => body);
    await expect(exchange.check()).rejects.toThrow('the contract of USDTTRC20 has 78 decimals');
  });

  test('a node that is not synchronized counts as silent', async () => {
    exchange.node.mine([], exchange.testServer.now() - 6 * 60_000);
    await expect(exchange.check()).rejects.toThrow('the newest block of the node is 6 minutes old');
  });

  test('asks once for nothing new, and twice for a new block', async () => {
    const { node } = exchange;
    node.requests.splice(0);
    await exchange.check();
    node.mine(listRecordedCalls());
    await exchange.check();
    expect(node.requests.map(({ path }) => path)).toEqual([
      '/wallet/getnowblock',
      '/wallet/getnowblock',
      '/wallet/gettransactioninfobyblocknum',
    ]);
  });

  test('sends the key in the header of TronGrid, and at most ten requests in a second', async () => {
    const { node } = exchange;
    for (let n = 0; n < 12; n++) node.mine(listRecordedCalls());
    const before = node.requests.length;
    const startedAt = performance.now();
    await exchange.check();
    expect(node.requests.length - before).toBeGreaterThan(20);
    expect(performance.now() - startedAt).toBeGreaterThan(1_500);
    expect(new Set(node.requests.map(({ key }) => key))).toEqual(new Set([SECRET]));
    expect(node.requests[0]?.path).toBe('/wallet/getnowblock');
  });
});
