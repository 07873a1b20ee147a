import { afterEach, expect, test } from 'vitest';
import { PAYMENT_SOURCES } from '#server/exchange/payments/paymentWatcher.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createPaymentWatch } from './support/paymentWatch.ts';
import { GLOBAL_IDS } from './support/ton/startTonIndex.ts';
import { openTonExchange, OTHER_MASTER } from './support/ton/tonExchange.ts';

/** The key of toncenter, which must not be shown. */
const SECRET = 'k3y-0f-the-index';

type Failure = [
  resource: string,
  respond: (body: string) => string | { status: number; body: string },
  message: string,
];

forEachDatabase(startServer => {
  const exchange = createBeforeEach(() => openTonExchange(startServer, { TON_API_KEY: SECRET }));
  afterEach(() => exchange.index.close());

  test.each<Failure>([
    ['masterchainInfo', () => '<html>', 'masterchainInfo: the response is not JSON'],
    ['masterchainInfo', () => '{"last":null}', 'masterchainInfo: the node returned an unexpected result'],
    ['blocks', () => '[]', 'blocks: the node returned an unexpected result'],
    ['blocks', body => body.replaceAll('"workchain":-1', '"workchain":0'), 'an unexpected result'],
    ['blocks', body => body.replace(/"seqno":\d+/, '"seqno":1'), 'blocks: the index lacks the block 47'],
    ...[401, 403, 422, 429, 503].map((status): Failure => [
      'transactions',
      () => ({ status, body: JSON.stringify({ error: `The key ${SECRET} exceeds the limit` }) }),
      `transactions: status ${status}`,
    ]),
    ...[
      [/"value":"\d+"/, '"value":null'],
      [/"value":"\d+"/, '"value":"-1"'],
      [/"value":"\d+"/, '"value":1.5'],
      [/"bounced":false/, '"bounced":null'],
      [/"aborted":false/, '"aborted":null'],
      [/"lt":"\d+"/, '"lt":"x"'],
      [/"mc_block_seqno":\d+/, '"mc_block_seqno":null'],
      [/"body":"[^"]*"/, '"body":null'],
      [/"prev_trans_hash":"[^"]*"/, '"prev_trans_hash":"AAAA"'],
      [/"account":"0:/, '"account":"1:'],
    ].map(([pattern, text]): Failure => [
      'transactions',
      body => body.replace(pattern as RegExp, text as string),
      'transactions: the node returned an unexpected result',
    ]),
    ['transactions', body => body.replace(/"body":"[^"]*"/, '"body":"te6cc"'), 'no bag of cells'],
    ['transactions', body => body.replace(/"account":"0:\w/, '"account":"0:0'), 'not asked for'],
    ['transactions', body => body.replace(/"lt":"\d+"/, '"lt":"9223372036854775807"'), 'not asked for'],
  ])('reads on after a wrong response to %s (%#)', async (resource, respond, message) => {
    const { createClaim, send, check, index, testServer } = exchange;
    const claims = [await createClaim('TON', '30'), await createClaim('USDTTON', '60')];
    send('TON', '30', claims[0]?.comment ?? '');
    send('USDTTON', '60', claims[1]?.comment ?? '');
    const readCursor = () => testServer.context.db.selectFrom('payment_sources').selectAll().execute();
    const before = await readCursor();
    index.change((called, body) => (called === resource ? respond(body) : body));
    const failure = (await check().catch((error: unknown) => error)) as Error;
    expect(failure.message).toContain(message);
    expect(JSON.stringify([failure, failure.message, failure.stack, failure.cause])).not.toContain(SECRET);
    expect(await readCursor()).toEqual(before);
    index.change((_, body) => body);
    await check();
    for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
  });

  test('refuses an index of the test network, also after one of the main network', async () => {
    const { check, index, testServer } = exchange;
    index.setGlobalId(GLOBAL_IDS.test);
    const message = 'the node has global id -3; TON has -239';
    await expect(check()).rejects.toThrow(message);
    await testServer.context.db.deleteFrom('leases').execute();
    await expect(createPaymentWatch(testServer, index.url, 'ton').check()).rejects.toThrow(message);
  });

  test.each([
    ['{"gas_used":1,"exit_code":-13,"stack":[]}', 'runGetMethod: the node returned an unexpected result'],
    [
      '{"gas_used":1,"exit_code":0,"stack":[{"type":"cell","value":"te6cckEBAQEAAgAAAEysuc0="}]}',
      'runGetMethod: the index returned no address',
    ],
    ['{"gas_used":1,"exit_code":0,"stack":[{"type":"num","value":"0x1"}]}', 'an unexpected result'],
  ])('a contract without jetton wallets is an error: %s', async (response, message) => {
    const { check, index, operator } = exchange;
    await operator.succeed(`currency USDTTON contract ${OTHER_MASTER}`);
    index.change((resource, body) => (resource === 'runGetMethod' ? response : body));
    index.mine();
    await expect(check()).rejects.toThrow(message);
  });

  test('an index that is not synchronized counts as silent', async () => {
    exchange.index.mine([], exchange.testServer.now() - 6 * 60_000);
    await expect(exchange.check()).rejects.toThrow('the newest block of the node is 6 minutes old');
  });

  test('asks once for nothing new, and five times for new blocks', async () => {
    const { check, index, send } = exchange;
    send('USDTTON', '60', 'first');
    await check();
    index.requests.splice(0);
    await check();
    index.mineEmpty(3);
    send('USDTTON', '60', 'second');
    await check();
    const resources = index.requests.map(({ path }) => path.replace(/^\/api\/v3\/|\?.*/g, ''));
    const ofNewBlocks = ['masterchainInfo', 'blocks', 'blocks', 'transactions', 'transactions'];
    expect(resources).toEqual(['masterchainInfo', ...ofNewBlocks]);
    expect(new Set(index.requests.map(({ key }) => key))).toEqual(new Set([SECRET]));
  });

  test.each([
    ['ten requests in a second with a key', 'key', 12, 1_000],
    ['one without', null, 3, 2_000],
  ])('sends at most %s', async (_, tonApiKey, count, atLeastMs) => {
    const { context } = exchange.testServer;
    const source = PAYMENT_SOURCES.ton(exchange.index.url, { ...context.config, tonApiKey });
    const startedAt = performance.now();
    for (let n = 0; n < count; n++) await source.fetchHead(new AbortController().signal);
    expect(performance.now() - startedAt).toBeGreaterThan(atLeastMs);
  });
});
