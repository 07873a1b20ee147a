import { beforeEach, expect, test } from 'vitest';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { runOperator } from '../../support/operatorCommand.ts';
import { keepOneRequisite } from '../../support/paymentRequisites.ts';

forEachDatabase(startServer => {
  let client: ReturnType<typeof createInProcessClient>;

  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  beforeEach(async () => {
    // The operator's commands use the real clock.
    testServer.advanceClock(Date.now() - testServer.now());
    client = createInProcessClient(testServer.app);
    await keepOneRequisite(testServer, 'LTC');
  });

  const createClaim = async (fromSumma: string) =>
    client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma }));

  test('the rest of an underpaid claim is expected as well, and the operator is told of it', async () => {
    const first = await createClaim('1');
    const pay = (id: string, amount: string, message: string) =>
      runOperator(testServer, 'claim', id, '--amount', amount, '--reference', `${message.repeat(64)}:0`);
    expect(await pay(first.id, '0.6', 'a')).toMatchObject({ code: 0 });
    expect((await createClaim('0.4')).fromSumma).toBe('0.40000100');
    const found = await runOperator(testServer, 'claims', '--currency', 'LTC', '--amount', '0.4');
    expect(found.out).toContain(first.number);
    const other = await createClaim('0.7');
    expect(await pay(other.id, '0.4', 'b')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${first.number} (hold) expects exactly this amount`) as string,
    });
  });

  test('a payment is recorded for the claim with exactly its amount before one within the tolerance', async () => {
    const [first, second] = [await createClaim('0.5'), await createClaim('0.5')];
    await testServer.context.db
      .updateTable('claims')
      .set({ deadline: BigInt(Date.now() + 600_000) })
      .execute();
    const pay = ['--amount', second.fromSumma, '--reference', `${'a'.repeat(64)}:0`];
    expect(await runOperator(testServer, 'claim', first.id, ...pay)).toMatchObject({
      code: 1,
      err: `${second.number} (waiting) expects exactly this amount at the same address. Record the payment there, or use --force. Nothing was changed.\n`,
    });
    expect(await testServer.context.db.selectFrom('payments').select('id').execute()).toEqual([]);
    const possible = await runOperator(
      testServer,
      'claims',
      '--currency',
      'ltc',
      '--amount',
      second.fromSumma,
    );
    expect(
      possible.out
        .split('\n')
        .slice(1, 3)
        .map(line => line.split(/ +/)[1]),
    ).toEqual([second.number, first.number]);
    expect(await runOperator(testServer, 'claim', second.id, ...pay)).toMatchObject({ code: 0 });
    const forced = [
      '--amount',
      unitsToDecimal(50_000_200n, 8),
      '--reference',
      `${'b'.repeat(64)}:0`,
      '--force',
    ];
    expect(await runOperator(testServer, 'claim', first.id, ...forced)).toMatchObject({ code: 0 });
  });

  test('a payment of an ended claim’s amount needs a decision, since that claim may have been paid in time', async () => {
    const ended = await createClaim('0.5');
    await client.fetchClaim(ended.id, 'cancel', ended.secret);
    const next = await createClaim('0.5');
    expect(next.fromSumma).toBe('0.50000000');
    const pay = ['--amount', '0.5', '--reference', `${'c'.repeat(64)}:0`];
    for (const [claim, other] of [
      [next, `${ended.number} (cancelled)`],
      [ended, `${next.number} (waiting)`],
    ] as const)
      expect((await runOperator(testServer, 'claim', claim.id, ...pay)).err).toContain(other);
    expect(await runOperator(testServer, 'claim', next.id, ...pay, '--force')).toMatchObject({ code: 0 });
  });

  test('a payment within the tolerance of a claim is found, at both its ends', async () => {
    const claim = await client.createClaim(
      await client.buildClaim('USDTTRC20', 'SBERRUB', { fromSumma: '1000' }),
    );
    for (const [amount, isFound] of [
      ['995', true],
      ['1005', true],
      ['994.99', false],
      ['1005.01', false],
    ] as const) {
      const { out } = await runOperator(testServer, 'claims', '--currency', 'USDT', '--amount', amount);
      expect([amount, out.includes(claim.number)]).toEqual([amount, isFound]);
    }
  });

  test('a payment is looked for with both its currency and its amount', async () => {
    for (const args of [
      ['--currency', 'LTC'],
      ['--amount', '1'],
      ['--currency', 'LTC', '--amount', '1', '--unsettled'],
    ])
      expect(await runOperator(testServer, 'claims', ...args)).toMatchObject({
        code: 1,
        err: expect.stringContaining('Usage: claims') as string,
      });
    for (const args of [
      ['NOPE', '1'],
      ['LTC', '0.000000001'],
      ['LTC', '-1'],
    ])
      expect(
        await runOperator(testServer, 'claims', '--currency', args[0] ?? '', `--amount=${args[1]}`),
      ).toMatchObject({
        code: 1,
      });
    expect(await runOperator(testServer, 'claims', '--currency', 'LTC', '--amount', '1')).toMatchObject({
      code: 0,
      out: 'No claims.\n',
    });
  });
});
