import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import type { MatchedStatement, StatementLine } from '#core/contract/operator/transfers/statements.ts';
import type { WaitingTransfers } from '#core/contract/operator/transfers/waitingTransfers.ts';
import type { Today } from '#core/contract/operator/today/today.ts';
import { registerPaymentGauges } from '#server/operator/metrics/paymentMetrics.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { parseMetrics } from '../metrics/scrapeMetrics.ts';
import { callOperator, openStaff, readOperator } from '../operator/staff/support/staffBrowser.ts';
import { startDevNode, type DevNode } from './support/devNode.ts';
import {
  CONFIRMATIONS,
  FIRST_ADDRESS,
  openWatchedExchange,
  toTokenUnits,
  toWei,
} from './support/watchedExchange.ts';

/** An address that claims share. */
const SHARED_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const POOL_CODE = 'USDCERC20';

forEachDatabase(startServer => {
  let node: DevNode;
  let token: string;
  let sharedToken: string;
  beforeAll(async () => {
    node = await startDevNode();
    token = await node.deployToken();
    sharedToken = await node.deployToken();
  });
  afterAll(() => node.stop());
  const exchange = createBeforeEach(async () => {
    const opened = await openWatchedExchange(startServer, node, token);
    const { operator, testServer } = opened;
    // The command line uses the real clock.
    testServer.advanceClock(Date.now() - testServer.now());
    await testServer.context.db
      .updateTable('payment_requisites')
      .set({ active: 0n })
      .where('value', 'like', `DEMO-${POOL_CODE}%`)
      .execute();
    await operator.succeed(`requisite add ${POOL_CODE} ${SHARED_ADDRESS}`);
    await operator.succeed(`currency ${POOL_CODE} contract ${sharedToken}`);
    await operator.succeed(`currency ${POOL_CODE} confirmations ${CONFIRMATIONS}`);
    return opened;
  });

  /** Pays to the shared address, with all confirmations. Returns the reference. */
  async function payShared(amount: string): Promise<string> {
    const transaction = await node.sendTokens(sharedToken, [SHARED_ADDRESS, toTokenUnits(amount)]);
    await exchange.check();
    await node.mine(CONFIRMATIONS - 1);
    await exchange.check();
    return `${transaction}:0`;
  }
  const listUnmatched = () => exchange.operator.succeed('payments --unmatched');

  test('what belongs to no claim is taken off the list, once', async () => {
    const reference = await payShared('123.45');
    const other = await payShared('123.45');
    expect(await listUnmatched()).toContain(reference);
    const dismiss = `payments dismiss ${POOL_CODE} ${reference}`;
    expect(await exchange.operator.succeed(dismiss)).toContain(`123.45 ${POOL_CODE} is off the list.`);
    const left = await listUnmatched();
    expect(left).not.toContain(reference);
    expect(left).toContain(other);
    const { code, err } = await exchange.operator.run(dismiss);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no such unmatched payment.')]);
    expect(await exchange.operator.succeed('changes')).toContain('payments dismiss');
  });

  test('the exact amount at a shared address names its claim', async () => {
    const claims = [
      await exchange.createClaim(POOL_CODE, '100'),
      await exchange.createClaim(POOL_CODE, '101'),
    ];
    await payShared('101');
    expect((await claims[1]?.fetchStatus())?.status).toBe('aml');
    expect((await claims[0]?.fetchStatus())?.status).toBe('waiting');
    expect(await listUnmatched()).toContain('No unmatched payments.');
  });

  test('an amount that two claims may expect is for a person, who records it', async () => {
    const cancelled = await exchange.createClaim(POOL_CODE, '100');
    await cancelled.postStep('cancel');
    const open = await exchange.createClaim(POOL_CODE, '100');
    const reference = await payShared('100');
    for (const { fetchStatus, status } of [
      { ...open, status: 'waiting' },
      { ...cancelled, status: 'cancelled' },
    ])
      expect((await fetchStatus()).status).toBe(status);
    expect(await listUnmatched()).toContain(`100.00 ${POOL_CODE}  ${SHARED_ADDRESS}  ${reference}`);
    await exchange.operator.succeed(
      `claim ${open.claim.number} --amount 100 --reference ${reference} --force`,
    );
    expect(await listUnmatched()).toContain('No unmatched payments.');
    await exchange.check();
    expect(await exchange.operator.succeed('payments')).toMatch(/recorded +0x/);
    expect(await open.fetchStatus()).toMatchObject({ status: 'confirming', received: '100.00' });
  });

  test('a second payment of an amount that is already seen is for a person', async () => {
    const claim = await exchange.createClaim(POOL_CODE, '100');
    const payment = [SHARED_ADDRESS, toTokenUnits('100')] as const;
    await node.sendTokens(sharedToken, payment, payment);
    await exchange.check();
    expect((await claim.fetchStatus()).confirmations).toEqual({ have: 1, need: CONFIRMATIONS });
    expect(await listUnmatched()).toMatch(/:1$/m);
  });

  test('a cashier gets the claims that a payment may be for, and takes it off the list, once', async () => {
    const cancelled = await exchange.createClaim(POOL_CODE, '100');
    await cancelled.postStep('cancel');
    const open = await exchange.createClaim(POOL_CODE, '100');
    const reference = await payShared('100');
    const cashier = await openStaff(exchange.testServer, 'cashier');
    const list = async () => (await readOperator<WaitingTransfers>(cashier, 'transfers/')).results;
    const line = { amount: '100.00', reference, text: SHARED_ADDRESS };
    expect(await list()).toMatchObject([{ source: 'network', currency: POOL_CODE, ...line }]);
    const match = async (lines: StatementLine[]) =>
      (await readOperator<MatchedStatement>(cashier, 'statements/match/', { currency: POOL_CODE, lines }))
        .lines;
    const elsewhere = { ...line, text: FIRST_ADDRESS };
    for (const [index, { matches }] of (await match([line, elsewhere])).entries()) {
      expect(matches.map(({ id: claim }) => claim).toSorted()).toEqual([open.id, cancelled.id].toSorted());
      const reasons = { isAddress: index === 0, isExact: true, isNumbered: false };
      expect(matches).toMatchObject([reasons, reasons]);
    }
    const bare = { amount: '0.02', reference, text: FIRST_ADDRESS };
    expect(await match([bare])).toMatchObject([{ matches: [] }]);

    const dismiss = async (change = {}, browser = cashier) => {
      const body = { currency: POOL_CODE, reference, ...change };
      return (await callOperator(browser, 'transfers/dismiss/', body)).status;
    };
    expect(await dismiss({}, await openStaff(exchange.testServer, 'support'))).toBe(403);
    expect(await dismiss({ reference: `${reference}1` })).toBe(404);
    expect(await dismiss({ currency: 'NONE' })).toBe(404);
    expect([await dismiss(), await dismiss()]).toEqual([204, 204]);
    expect(await list()).toEqual([]);
    const changes = (await exchange.operator.succeed('changes')).match(/payments dismiss/g);
    expect(changes).toHaveLength(1);
    const restore = async () =>
      (await callOperator(cashier, 'transfers/restore/', { currency: POOL_CODE, reference })).status;
    expect([await restore(), await restore()]).toEqual([204, 204]);
    expect(await list()).toMatchObject([{ reference }]);
    expect((await exchange.operator.succeed('changes')).match(/payments restore/g)).toHaveLength(1);
  });

  test('a payment of another sum to the own address of a claim names it', async () => {
    const claim = await exchange.createClaim('ETH', '0.05');
    const cashier = await openStaff(exchange.testServer, 'cashier');
    const lines = [{ amount: '0.07', reference: `0x${'a'.repeat(64)}:0`, text: claim.address }];
    const body = { currency: 'ETH', lines };
    const { lines: matched } = await readOperator<MatchedStatement>(cashier, 'statements/match/', body);
    expect(matched).toMatchObject([{ matches: [{ id: claim.id, isAddress: true, isExact: false }] }]);
  });

  test('staff sees what belongs to no claim, what is not final, and which network is silent', async () => {
    const { testServer, createClaim } = exchange;
    const claim = await createClaim('ETH', '0.05');
    const reference = await payShared('250');
    const seen = await node.sendCoin(claim.address, toWei('0.05'));
    await exchange.check();
    const checkedAt = testServer.now();
    const cashier = await openStaff(testServer, 'cashier');
    const readGroups = async () => (await readOperator<Today>(cashier, 'today/')).groups;
    const [transfers, ...others] = (await readGroups()).filter(({ kind }) =>
      ['transfers', 'nodes'].includes(kind),
    );
    expect(others).toEqual([]);
    expect(transfers).toMatchObject({ kind: 'transfers', right: 'payments', count: 1 });
    expect(transfers?.rows).toMatchObject([
      { title: SHARED_ADDRESS, state: reference, amount: '250.00', currency: POOL_CODE },
    ]);
    expect(
      (await readOperator<OperatorClaimDetail>(cashier, `claims/${claim.id}/`)).seenPayments,
    ).toMatchObject([{ amount: '0.05000000', reference: `${seen}:0`, have: 1, need: CONFIRMATIONS }]);

    testServer.advanceClock(121_000);
    const nodes = (await readGroups()).find(({ kind }) => kind === 'nodes');
    expect(nodes?.rows).toMatchObject([
      { id: 'ethereum', title: 'Ethereum', since: new Date(checkedAt).toISOString() },
    ]);
  });

  test('metrics have the last check of each network, and count what belongs to no claim', async () => {
    const read = async () => {
      const registry = new Registry();
      registerPaymentGauges(registry, exchange.testServer.context);
      return parseMetrics(await registry.metrics()).getValue;
    };
    await exchange.check();
    const checked = 'razmen_payment_source_checked_timestamp_seconds{source="ethereum"}';
    expect((await read())(checked)).toBe(exchange.testServer.now() / 1_000);
    expect((await read())('razmen_unmatched_payments')).toBe(0);
    await payShared('250');
    expect((await read())('razmen_unmatched_payments')).toBe(1);
    await exchange.testServer.context.db.deleteFrom('payment_sources').execute();
    expect((await read())(checked)).toBe(0);
  });

  test('the operator sets confirmations and contracts of networks that nodes report', async () => {
    const { operator } = exchange;
    expect(await operator.succeed('currency USDTBEP20')).toMatch(
      /confirmations +30\ncontract +0x55d398326f99059fF775485246999027B3197955/,
    );
    expect(
      await operator.succeed(`currency USDTBEP20 contract ${token.toUpperCase().replace('0X', '0x')}`),
    ).toMatch(/contract: 0x55d398326f99059fF775485246999027B3197955 → 0x/);
    expect(await operator.succeed('currency USDTBEP20 contract none')).toContain('→ 0x55d398326f99059fF7');
    for (const [call, reason] of [
      ['currency USDTERC20 contract 0xdAC17F958D2ee523a2206206994597C13D831eC7', 'checksum'],
      ['currency USDTERC20 contract 0x12', 'format'],
      ['currency ETH contract 0xdAC17F958D2ee523a2206206994597C13D831ec7', 'no token'],
      ['currency XRP contract EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'no token'],
      ['currency ETH confirmations 0', 'from 1 to 100'],
      ['currency ETH confirmations 101', 'from 1 to 100'],
      ['currency XMR confirmations 2', 'No node reports payments in XMR'],
    ] as const)
      expect((await operator.run(call)).err).toContain(reason);
  });
});
