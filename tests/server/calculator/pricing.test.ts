import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PaymentSystemIds } from '#core/contract/calculator.ts';
import { Pair } from '#core/contract/course/pair.ts';
import type { PairSide } from '#core/contract/course/pair.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { parseCourse, derivePairLimits } from '#core/exchange/course.ts';
import { holdReserve, releaseReserve } from '#server/exchange/catalogue/reserveLedger.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createClaimRow } from '../support/claimRow.ts';
import { forEachDatabase, createTestServer, type TestServer } from '../../support/testServer.ts';
import { createCalculatorClient, CALCULATOR_PATH } from '../support/calculatorClient.ts';

describe('the calculator', () => {
  let testServer: TestServer;
  let calculator: ReturnType<typeof createCalculatorClient>;
  beforeEach(async () => {
    testServer = await createTestServer({ LIMIT_CALCULATOR_PER_MINUTE: '1000000' });
    calculator = createCalculatorClient(testServer);
  });
  afterEach(() => testServer.close());

  it('prices every offered pair with satisfiable limits', async () => {
    for (const from of await calculator.get(PaymentSystemIds, '/from/'))
      for (const to of await calculator.get(PaymentSystemIds, `/from/${from}/`)) {
        const { closed, course: text, structure, quote } = await calculator.get(Pair, `/pair/${from}/${to}/`);
        expect([from, to, closed]).toEqual([from, to, null]);
        expect(quote).not.toBeNull();
        const { min, max, roundCalculator } = structure.from;
        const units = (text: string | null) => decimalToUnits(text ?? '0', roundCalculator);
        expect(units(max)).toBeGreaterThanOrEqual(units(min));
        expect(text.replace(/^0\.0*/, '').replace('.', '').length).toBeLessThanOrEqual(11);
      }
  });

  it('derives the course from source, margin and discount exactly', async () => {
    // 81.92 − 0.6 %; with START a quarter of that margin less: × (1 + 0.15 %); verification: × (1 + 0.5 %).
    expect(await calculator.course('USDTTRC20', 'SBERRUB')).toMatchObject({
      course: '81.42848',
      verificationCourse: '81.8356224',
      bonus: null,
    });
    expect(await calculator.course('USDTTRC20', 'SBERRUB', '?promocode=start')).toMatchObject({
      course: '81.55062272',
      // Without the cap 81.95837583, more than the source: 81.92 − 0.1 %.
      verificationCourse: '81.83808',
      bonus: '0.15',
      bonusVerification: '0.003',
      regular: { course: '81.42848', verificationCourse: '81.8356224' },
    });
    expect(await calculator.course('USDTTRC20', 'SBERRUB')).toMatchObject({ regular: null });
    // 1 ÷ 81.92 − 0.9 %: buying is dearer than selling.
    expect((await calculator.course('SBERRUB', 'USDTTRC20')).course).toBe('0.01209716796');
    expect((await calculator.course('USDTTRC20', 'CASHRUB')).verificationCourse).toBeNull();
    expect((await calculator.course('BTC', 'ETH')).verificationCourse).toBeNull();
  });

  it('uses the operator’s margin, discount or course of a pair', async () => {
    const pair = { from_id: BigInt(calculator.id('USDTTRC20')), to_id: BigInt(calculator.id('SBERRUB')) };
    const none = { margin: null, discount: null, max: null, frozen_course: null, closed: null };
    const { db, catalogue } = testServer.context;
    await db
      .insertInto('pairs')
      .values({ ...pair, ...none, margin: '2', discount: '0.7' })
      .execute();
    await catalogue.reload();
    // 81.92 × 0.98 × 1.007. The promocode's smaller discount is not added.
    expect(await calculator.course('USDTTRC20', 'SBERRUB', '?promocode=START')).toMatchObject({
      course: '80.8435712',
      bonus: '0.7',
      regular: { course: '80.8435712' },
    });
    await db.updateTable('pairs').set({ discount: '5' }).execute();
    await catalogue.reload();
    expect(await calculator.course('USDTTRC20', 'SBERRUB')).toMatchObject({ bonus: '1' });
    await db.updateTable('pairs').set({ frozen_course: '80', max: 100_000n }).execute();
    await catalogue.reload();
    expect(await calculator.course('USDTTRC20', 'SBERRUB', '?promocode=START')).toMatchObject({
      course: '80',
      verificationCourse: '80.4',
      bonus: null,
      regular: { course: '80', verificationCourse: '80.4' },
      from: { max: '1000.00' },
    });
  });

  it.each([
    ['NOSUCH', 'promocode_invalid'],
    ['USED', 'promocode_used'],
    ['OFF', 'promocode_invalid'],
    ['ENDED', 'promocode_expired'],
  ])('refuses the promocode %s on its field: %s', async (text, code) => {
    const plain = { percent: '50', single_use: 1n, used: 0n, active: 1n, valid_until: null };
    await testServer.context.db
      .insertInto('promocodes')
      .values([
        { ...plain, code: 'USED', used: 1n },
        { ...plain, code: 'OFF', active: 0n },
        { ...plain, code: 'ENDED', valid_until: BigInt(testServer.now()) },
      ])
      .execute();
    await testServer.context.catalogue.reload();
    for (const kind of ['pair', 'course']) {
      const path = `${CALCULATOR_PATH}/${kind}/${calculator.id('BTC')}/${calculator.id('SBERRUB')}/?promocode=${text}`;
      const response = await testServer.get(path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        promocode: [expect.stringMatching(/промокод/i)],
        codes: { promocode: code },
      });
    }
  });

  it('returns limits that the form calculates identically', async () => {
    for (const [from, to] of [
      ['USDTTRC20', 'SBERRUB'],
      ['SBERRUB', 'BTC'],
      ['TON', 'SBPRUB'],
      ['CASHRUB', 'ETH'],
      ['DOGE', 'XRP'],
    ] as const) {
      const { structure, course: text } = await calculator.pair(from, to);
      const decimals = { from: structure.from.roundCalculator, to: structure.to.roundCalculator };
      const units = (side: PairSide) => ({
        min: decimalToUnits(side.min ?? '0', side.roundCalculator),
        max: side.max === null ? null : decimalToUnits(side.max, side.roundCalculator),
      });
      const rate = parseCourse(text);
      const within = derivePairLimits(units(structure.from), units(structure.to), rate, decimals);
      expect([from, within.from]).toEqual([from, units(structure.from)]);
    }
  });

  it('has lower minimums in verification mode', async () => {
    const { structure } = await calculator.pair('USDTTRC20', 'SBERRUB');
    expect(structure.to).toMatchObject({ min: '3000.00', minVerification: '1000.00' });
    // 3000 ÷ 81.42848 is 36.85; the coin's own minimum is greater.
    expect(structure.from).toMatchObject({ min: '50.00', minVerification: '50.00' });
    const bought = await calculator.pair('SBERRUB', 'USDTBEP20');
    // 30 USDT cost 2479.92 ₽: above 1000 ₽, below 3000 ₽.
    expect(bought.structure.from.min).toBe('3000.00');
    expect(Number(bought.structure.from.minVerification)).toBeLessThan(2500);
    expect(Number(bought.structure.from.minVerification)).toBeGreaterThan(2400);
  });
});

forEachDatabase(startServer => {
  it('a hold of X lowers the free reserve and the maximum by X, and a release restores both', async () => {
    const testServer = await startServer();
    const calculator = createCalculatorClient(testServer);
    const claim = createClaimRow({
      from_id: BigInt(calculator.id('USDTTRC20')),
      to_id: BigInt(calculator.id('SBERRUB')),
    });
    const entry = { currencyId: claim.to_id, claimId: claim.id, amount: 12_345_67n, at: testServer.now() };
    const readLimits = async () => ({
      reserve: decimalToUnits((await calculator.fetchReserve('SBERRUB')) ?? '', 2),
      max: decimalToUnits((await calculator.pair('USDTTRC20', 'SBERRUB')).structure.to.max ?? '', 2),
      course: decimalToUnits((await calculator.course('BTC', 'SBERRUB')).to?.max ?? '', 2),
      side: decimalToUnits((await calculator.pair('USDTTRC20', 'SBERRUB')).structure.to.reserve ?? '', 2),
    });
    const before = await readLimits();
    await runInTransaction(testServer.context.db, async trx => {
      await trx.insertInto('claims').values(claim).execute();
      expect(await holdReserve(trx, entry)).toBe(true);
    });
    const whileHeld = await readLimits();
    for (const key of ['reserve', 'max', 'course', 'side'] as const)
      expect([key, before[key] - whileHeld[key]]).toEqual([key, entry.amount]);
    await runInTransaction(testServer.context.db, trx => releaseReserve(trx, entry));
    expect(await readLimits()).toEqual(before);
  });
});
