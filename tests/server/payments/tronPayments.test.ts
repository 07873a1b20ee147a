import { afterEach, expect, test } from 'vitest';
import { getUnsettledAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import {
  APPROVAL,
  createCall,
  createTransfer,
  listRecordedCalls,
  TRANSFER,
  type TronEvent,
  type TronTransaction,
  USDT,
} from './support/tron/startTronNode.ts';
import { FIRST_ADDRESS, openTronExchange, toSun } from './support/tron/tronExchange.ts';
import { CONFIRMATIONS } from './support/watchedExchange.ts';

/** A contract of another token: USDT of the test network Nile. */
const OTHER_TOKEN = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

/** Recipients in the recorded blocks, of 8 sun and of 500 USDT. */
const RECORDED_COIN = 'TR7ZnKdDYXBe2Wr3t27tXXL1hj3kq19FzG';
const RECORDED_TOKEN = 'TBa4Nb96tj4jUx85tcqvyWYyFi7mowHVLJ';

/** Creates a call whose event differs from what a token emits. */
function createOddCall(event: TronEvent, change: object): TronTransaction {
  const { info, ...call } = createCall([event]);
  const [log] = info.log as [object];
  return { ...call, info: { ...info, log: [{ ...log, ...change }] } };
}

forEachDatabase(startServer => {
  const exchange = createBeforeEach(() => openTronExchange(startServer));
  afterEach(() => exchange.node.close());

  test.each([
    ['TRX', '150', '150.000000'],
    ['USDTTRC20', '60', '60.00'],
  ])('records a payment in %s when it has its confirmations', async (code, amount, received) => {
    const claim = await exchange.createClaim(code, amount);
    const reference = exchange.send(code, claim.address, amount);
    for (const have of [1, 2]) {
      await exchange.check();
      const confirmations = { have, need: CONFIRMATIONS };
      expect(await claim.fetchStatus()).toMatchObject({ status: 'waiting', received: null, confirmations });
      expect(await exchange.operator.succeed(`claim ${claim.claim.number}`)).toContain(
        `${have} of ${CONFIRMATIONS} confirmations  ${reference}`,
      );
      exchange.node.mine();
    }
    await exchange.check();
    expect(await claim.fetchStatus()).toMatchObject({
      received,
      transfers: [{ kind: 'payment', transaction: reference.split(':')[0] }],
    });
    expect(await claim.listStatuses()).toEqual(['new', 'waiting', 'confirming', 'aml']);
    await expectBalancedLedger(exchange.testServer.context.db);
  });

  test.each([
    ['TRX', '150', '140', 'hold', 'underpaid', '140.000000'],
    ['TRX', '150', '160', 'hold', 'overpaid', '160.000000'],
    ['TRX', '150', '149.9', 'aml', null, '149.900000'],
    ['USDTTRC20', '60', '50', 'hold', 'underpaid', '50.00'],
    // The network has more decimals than the currency.
    ['USDTTRC20', '60', '60.009999', 'aml', null, '60.00'],
  ])('%s: of a claim over %s, %s makes it %s', async (code, expected, sent, status, reason, received) => {
    const claim = await exchange.createClaim(code, expected);
    exchange.send(code, claim.address, sent);
    await exchange.finalize();
    expect(await claim.fetchStatus()).toMatchObject({ status, reason, received });
    await expectBalancedLedger(exchange.testServer.context.db);
  });

  test('payments in one transaction belong to their claims, with the index of the event in the transaction', async () => {
    const claims = [
      await exchange.createClaim('USDTTRC20', '60'),
      await exchange.createClaim('USDTTRC20', '70'),
    ];
    const [first, second] = claims.map(({ address }) => address) as [string, string];
    const paid = createCall([
      { contract: OTHER_TOKEN, to: first, value: toSun('60') },
      { contract: USDT, to: first, value: toSun('60') },
      { contract: USDT, to: first, value: toSun('5000'), topic: APPROVAL },
      { contract: USDT, to: second, value: toSun('70') },
    ]);
    // The index in the block would count these, too.
    exchange.node.mine([createCall([{ contract: USDT, to: USDT, value: 1n }]), paid]);
    await exchange.finalize();
    for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
    expect((await exchange.listObserved()).map(({ reference }) => reference)).toEqual([
      `${paid.id}:1`,
      `${paid.id}:3`,
    ]);
    const { db } = exchange.testServer.context;
    expect(await db.selectFrom('payments').select('reference').orderBy('reference').execute()).toEqual([
      { reference: `${paid.id}:1` },
      { reference: `${paid.id}:3` },
    ]);
  });

  test('ignores failed transactions, other contracts, approvals, and addresses of others', async () => {
    const [coin, token] = [
      await exchange.createClaim('TRX', '150'),
      await exchange.createClaim('USDTTRC20', '60'),
    ];
    const event = { contract: USDT, to: token.address, value: toSun('60') };
    const [first, second] = [createCall([event]), createCall([event])];
    exchange.node.mine([
      createTransfer(coin.address, toSun('150'), 'REVERT'),
      createTransfer(FIRST_ADDRESS, toSun('150')),
      createCall([event], 'OUT_OF_ENERGY'),
      createCall([event], 'REVERT'),
      // The block and the result of the transaction must agree.
      { ...first, transaction: { ...first.transaction, ret: [{ contractRet: 'REVERT' }] } },
      { ...second, info: { ...second.info, receipt: { result: 'REVERT' } } },
      createCall([{ ...event, contract: OTHER_TOKEN }]),
      createCall([{ ...event, topic: APPROVAL }]),
      createCall([{ ...event, value: 0n }]),
      createOddCall(event, { topics: [TRANSFER] }),
      createOddCall(event, { topics: [TRANSFER, 'x', 'x'] }),
      createOddCall(event, { data: '' }),
      createCall([{ ...event, value: 9_999n }]),
    ]);
    await exchange.finalize();
    expect(await exchange.listObserved()).toEqual([]);
    expect([(await coin.fetchStatus()).status, (await token.fetchStatus()).status]).toEqual([
      'waiting',
      'waiting',
    ]);
  });

  test('reads blocks and results that a node of the main network has sent', async () => {
    const { node, operator } = exchange;
    await operator.succeed(`requisite add TRX ${RECORDED_COIN}`);
    await operator.succeed(`requisite add USDTTRC20 ${RECORDED_TOKEN}`);
    node.mineRecorded();
    node.mine(listRecordedCalls());
    await exchange.check();
    expect(await exchange.listObserved()).toMatchObject([
      { address: RECORDED_COIN, amount: 8n, height: 84_940_008n },
      { address: RECORDED_TOKEN, amount: 50_000n },
    ]);
  });

  test('a payment after the deadline is late; one to an old address waits to be returned', async () => {
    const { testServer, node } = exchange;
    const [late, completed] = [
      await exchange.createClaim('USDTTRC20', '60'),
      await exchange.createClaim('TRX', '150'),
    ];
    exchange.send('TRX', completed.address, '150');
    await exchange.finalize();
    await completed.move('paid', 'payout', 'completed');
    testServer.advanceClock(31 * 60_000);
    node.mine();
    await expireOverdueClaims(testServer.context);
    exchange.send('USDTTRC20', late.address, '60');
    exchange.send('TRX', completed.address, '150');
    await exchange.finalize();
    expect(await late.fetchStatus()).toMatchObject({ status: 'hold', reason: 'paid_late' });
    expect(await getUnsettledAmount(testServer.context.db, await completed.fetchRow())).toBe(150_000_000n);
    await expectBalancedLedger(testServer.context.db);
  });

  test('blocks that the network replaces take back what was not final', async () => {
    const { node, testServer } = exchange;
    const claim = await exchange.createClaim('TRX', '150');
    node.mine();
    exchange.send('TRX', claim.address, '150');
    await exchange.check();
    expect((await claim.fetchStatus()).confirmations).toEqual({ have: 1, need: CONFIRMATIONS });
    node.removeBlocks(2);
    for (let n = 0; n < CONFIRMATIONS + 2; n++) node.mine();
    await exchange.check();
    expect(await claim.fetchStatus()).toMatchObject({ status: 'waiting', confirmations: null });
    expect(testServer.log()).toContain('the network has replaced blocks');
    exchange.send('TRX', claim.address, '150');
    await exchange.finalize();
    expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', received: '150.000000' });
  });

  test('reads all blocks after a long silence', async () => {
    const claims = [];
    for (const code of ['TRX', 'USDTTRC20']) {
      const claim = await exchange.createClaim(code, '200');
      claims.push(claim);
      for (let n = 0; n < 11; n++) exchange.node.mine();
      exchange.send(code, claim.address, '200');
    }
    await exchange.finalize();
    for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
  });

  test('an amount beyond the range of a double is exact', async () => {
    const claim = await exchange.createClaim('TRX', '150');
    exchange.node.mine([createTransfer(claim.address, 9_007_199_254_740_993n)]);
    await exchange.check();
    expect(await exchange.listObserved()).toMatchObject([{ amount: 9_007_199_254_740_993n }]);
  });

  test('a currency may have a contract of its own, whose decimals are read once', async () => {
    const { node, operator } = exchange;
    await operator.succeed(`currency USDTTRC20 contract ${OTHER_TOKEN}`);
    node.setDecimals(18);
    const claim = await exchange.createClaim('USDTTRC20', '60');
    const event = { contract: OTHER_TOKEN, to: claim.address, value: 60n * 10n ** 18n };
    node.mine([createCall([event]), createCall([{ ...event, contract: USDT }])]);
    await exchange.finalize();
    expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', received: '60.00' });
    expect(node.requests.filter(({ path }) => path.endsWith('/triggerconstantcontract'))).toHaveLength(1);
  });

  test('the contract must be an address of TRON, of a token', async () => {
    const { operator } = exchange;
    for (const [call, reason] of [
      [
        'currency USDTTRC20 contract 0xdAC17F958D2ee523a2206206994597C13D831ec7',
        'not a valid address (format)',
      ],
      [`currency USDTTRC20 contract ${OTHER_TOKEN.slice(0, -1)}g`, 'not a valid address (checksum)'],
      [`currency TRX contract ${OTHER_TOKEN}`, 'TRX is no token whose payments a node reports.'],
    ] as const)
      expect((await operator.run(call)).err).toContain(reason);
    expect(await operator.succeed('currency USDTTRC20')).toMatch(new RegExp(`^contract +${USDT}$`, 'm'));
  });
});
