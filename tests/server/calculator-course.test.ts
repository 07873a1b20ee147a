import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '#core/contract/calculator.ts';
import { fromText } from '#core/exchange/amount.ts';
import * as course from '#core/exchange/course.ts';
import * as reserve from '#server/catalogue/reserve.ts';
import { inTransaction } from '#server/database/database.ts';
import { row } from './claimrow.ts';
import { forEachDatabase, world, type World } from './world.ts';
import { caller, root } from './caller.ts';

describe('the calculator', () => {
  let made: World;
  let call: ReturnType<typeof caller>;
  beforeEach(async () => {
    made = await world({ LIMIT_CALCULATOR_PER_MINUTE: '1000000' });
    call = caller(made);
  });
  afterEach(() => made.close());

  it('prices every pair that it offers, within limits that can be met', async () => {
    for (const from of await call.get(contract.Ids, '/from/'))
      for (const to of await call.get(contract.Ids, `/from/${from}/`)) {
        const {
          closed,
          course: text,
          structure,
          quote,
        } = await call.get(contract.Pair, `/pair/${from}/${to}/`);
        expect([from, to, closed]).toEqual([from, to, null]);
        expect(quote).not.toBeNull();
        const { min, max, roundCalculator } = structure.from;
        const units = (text: string | null) => fromText(text ?? '0', roundCalculator);
        expect(units(max)).toBeGreaterThanOrEqual(units(min));
        expect(text.replace(/^0\.0*/, '').replace('.', '').length).toBeLessThanOrEqual(11);
      }
  });

  it('makes the course of source, margin and discount, to the last digit', async () => {
    // 81.92 − 0.6 %; with START a quarter of that margin less: × (1 + 0.15 %); verification: × (1 + 0.5 %).
    expect(await call.course('USDTTRC20', 'SBERRUB')).toMatchObject({
      course: '81.42848',
      verificationCourse: '81.8356224',
      bonus: null,
    });
    expect(await call.course('USDTTRC20', 'SBERRUB', '?promocode=start')).toMatchObject({
      course: '81.55062272',
      verificationCourse: '81.95837583',
      bonus: '0.15',
    });
    // 1 ÷ 81.92 − 0.9 %: buying is dearer than selling.
    expect((await call.course('SBERRUB', 'USDTTRC20')).course).toBe('0.01209716796');
    expect((await call.course('USDTTRC20', 'CASHRUB')).verificationCourse).toBeNull();
    expect((await call.course('BTC', 'ETH')).verificationCourse).toBeNull();
  });

  it('takes the operator’s margin, discount or course of a pair instead', async () => {
    const pair = { from_id: BigInt(call.id('USDTTRC20')), to_id: BigInt(call.id('SBERRUB')) };
    const none = { margin: null, discount: null, max: null, frozen_course: null, closed: null };
    const { db, catalogue } = made.context;
    await db
      .insertInto('pairs')
      .values({ ...pair, ...none, margin: '2', discount: '0.7' })
      .execute();
    await catalogue.reload();
    // 81.92 × 0.98 × 1.007; half a percent of the promocode does not add to the better 0.7.
    expect(await call.course('USDTTRC20', 'SBERRUB', '?promocode=START')).toMatchObject({
      course: '80.8435712',
      bonus: '0.7',
    });
    await db.updateTable('pairs').set({ discount: '5' }).execute();
    await catalogue.reload();
    expect(await call.course('USDTTRC20', 'SBERRUB')).toMatchObject({ bonus: '1' });
    await db.updateTable('pairs').set({ frozen_course: '80', max: 100_000n }).execute();
    await catalogue.reload();
    expect(await call.course('USDTTRC20', 'SBERRUB', '?promocode=START')).toMatchObject({
      course: '80',
      verificationCourse: '80.4',
      bonus: null,
      from: { max: '1000.00' },
    });
  });

  it.each([
    ['NOSUCH', 'promocode_invalid'],
    ['USED', 'promocode_used'],
    ['OFF', 'promocode_invalid'],
  ])('refuses the promocode %s on its field: %s', async (text, code) => {
    const plain = { percent: '50', single_use: 1n, used: 0n, active: 1n };
    await made.context.db
      .insertInto('promocodes')
      .values([
        { ...plain, code: 'USED', used: 1n },
        { ...plain, code: 'OFF', active: 0n },
      ])
      .execute();
    await made.context.catalogue.reload();
    for (const kind of ['pair', 'course']) {
      const path = `${root}/${kind}/${call.id('BTC')}/${call.id('SBERRUB')}/?promocode=${text}`;
      const response = await made.get(path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        promocode: [expect.stringMatching(/промокод/i)],
        codes: { promocode: code },
      });
    }
  });

  it('gives limits that a form counts to the same sums', async () => {
    for (const [from, to] of [
      ['USDTTRC20', 'SBERRUB'],
      ['SBERRUB', 'BTC'],
      ['TON', 'SBPRUB'],
      ['CASHRUB', 'ETH'],
      ['DOGE', 'XRP'],
    ] as const) {
      const { structure, course: text } = await call.pair(from, to);
      const decimals = { from: structure.from.roundCalculator, to: structure.to.roundCalculator };
      const units = (side: contract.Side) => ({
        min: fromText(side.min ?? '0', side.roundCalculator),
        max: side.max === null ? null : fromText(side.max, side.roundCalculator),
      });
      const rate = course.parse(text);
      const within = course.limits(units(structure.from), units(structure.to), rate, decimals);
      expect([from, within.from]).toEqual([from, units(structure.from)]);
    }
  });

  it('asks less in verification mode', async () => {
    const { structure } = await call.pair('USDTTRC20', 'SBERRUB');
    expect(structure.to).toMatchObject({ min: '3000.00', minVerification: '1000.00' });
    // 3000 ÷ 81.42848 is 36.85; the coin's own minimum is greater.
    expect(structure.from).toMatchObject({ min: '50.00', minVerification: '50.00' });
    const bought = await call.pair('SBERRUB', 'USDTBEP20');
    // 30 USDT cost 2479.92 ₽: above 1000 ₽, below 3000 ₽.
    expect(bought.structure.from.min).toBe('3000.00');
    expect(Number(bought.structure.from.minVerification)).toBeLessThan(2500);
    expect(Number(bought.structure.from.minVerification)).toBeGreaterThan(2400);
  });
});

forEachDatabase(open => {
  it('a hold of X lowers the free reserve and the greatest sum by exactly X, a release restores both', async () => {
    const made = await open();
    const call = caller(made);
    const claim = row({ from_id: BigInt(call.id('USDTTRC20')), to_id: BigInt(call.id('SBERRUB')) });
    const entry = { currencyId: claim.to_id, claimId: claim.id, amount: 12_345_67n, at: made.now() };
    const look = async () => ({
      reserve: fromText((await call.reserve('SBERRUB')) ?? '', 2),
      max: fromText((await call.pair('USDTTRC20', 'SBERRUB')).structure.to.max ?? '', 2),
      course: fromText((await call.course('BTC', 'SBERRUB')).to?.max ?? '', 2),
      side: fromText((await call.pair('USDTTRC20', 'SBERRUB')).structure.to.reserve ?? '', 2),
    });
    const before = await look();
    await inTransaction(made.context.db, async trx => {
      await trx.insertInto('claims').values(claim).execute();
      expect(await reserve.hold(trx, entry)).toBe(true);
    });
    const held = await look();
    for (const key of ['reserve', 'max', 'course', 'side'] as const)
      expect([key, before[key] - held[key]]).toEqual([key, entry.amount]);
    await inTransaction(made.context.db, trx => reserve.release(trx, entry));
    expect(await look()).toEqual(before);
  });
});
