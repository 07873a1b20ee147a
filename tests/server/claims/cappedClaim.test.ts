import { beforeEach, expect, test } from 'vitest';
import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { PaymentSystemIds } from '#core/contract/calculator.ts';
import { Course } from '#core/contract/course/pair.ts';
import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import { loadClaimById } from '#server/exchange/claims/findClaimById.ts';
import { retakePromocode } from '#server/exchange/claims/promocodeUse.ts';
import { getCurrentCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import {
  decreaseByShare,
  isGreaterFraction,
  parsePercent,
} from '#server/exchange/courses/prices/fraction.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { freezeCourse } from '../../support/frozenCourse.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createVerificationClient } from '../../support/verificationClient.ts';
import { createCalculatorClient } from '../support/calculatorClient.ts';
import { fetchJsonRates, fetchXmlRates } from '../support/rateExports.ts';

/** 81.92 − 0.1 %, the largest course from Tether to roubles. */
const CAP = '81.83808';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const calculator = createBeforeEach(() => createCalculatorClient(testServer));
  const client = createBeforeEach(() => createInProcessClient(testServer.app));
  beforeEach(async () => {
    const row = { single_use: 0n, used: 0n, active: 1n, valid_until: null };
    await testServer.context.db
      .insertInto('promocodes')
      .values({ ...row, code: 'WHOLE', percent: '100' })
      .execute();
    await testServer.context.catalogue.reload();
  });

  /** A body of 2,000 USDT for roubles at the course of a verified card with a promocode. */
  async function buildBody(promocode: string): Promise<ClaimCreate> {
    const body = await client.buildClaim('USDTTRC20', 'SBERRUB', {
      fromSumma: '2000.00',
      verification: true,
    });
    const { verificationCourse, quote } = await calculator.course(
      'USDTTRC20',
      'SBERRUB',
      `?promocode=${promocode}`,
    );
    const rate = parseCourse(verificationCourse ?? '');
    const units = toReceiveUnits(200_000n, rate, { from: 2, to: 2 }, 'down');
    return { ...body, toSumma: unitsToDecimal(units, 2), promocode, quote };
  }

  const readRow = (id: string) => loadClaimById(testServer.context.db, id);

  test('no course of the start catalogue exceeds the market less margin_min', async () => {
    const { rates, catalogue } = testServer.context;
    const expectWithin = (from: string, to: string, course: string | null | undefined) => {
      const tickers = [from, to].map(code => catalogue.findCurrencyByCode(code)?.ticker ?? '');
      const source = rates.getSourceCourse(tickers[0] ?? '', tickers[1] ?? '');
      if (!source.ok || !course) return;
      const cap = decreaseByShare(source.rate, parsePercent('0.1'));
      expect([from, to, isGreaterFraction(parseCourse(course), cap)]).toEqual([from, to, false]);
    };
    const { byId } = catalogue.getSnapshot();
    for (const from of await calculator.get(PaymentSystemIds, '/from/'))
      for (const to of await calculator.get(PaymentSystemIds, `/from/${from}/`))
        for (const promocode of ['START', 'WHOLE']) {
          const path = `/course/${from}/${to}/?promocode=${promocode}`;
          const { course, verificationCourse } = await calculator.get(Course, path);
          const [fromCode = '', toCode = ''] = [byId.get(from)?.code, byId.get(to)?.code];
          for (const text of [course, verificationCourse]) expectWithin(fromCode, toCode, text);
        }
    for (const rate of await fetchJsonRates(testServer))
      expectWithin(rate.from, rate.to, rate.in === '1' ? rate.out : null);
    expect((await fetchXmlRates(testServer)).length).toBeGreaterThan(100);
  });

  test('a claim with START and a verified card keeps margin_min, and its waterfall shows the cap', async () => {
    const { id, secret } = await client.createClaim(await buildBody('START'));
    expect(await readRow(id)).toMatchObject({
      course: CAP,
      source_course: '81.92',
      uncapped_course: '81.95837583',
      margin: '0.6',
      discount: '0.15',
      to_amount: 163_676_16n,
    });
    const { waterfall } = (await (await client.fetchClaim(id, 'status', secret)).json()) as {
      waterfall: Record<string, string>;
    };
    // 163,840 − 0.6 % + what START and the card would give; the cap leaves 0.1 % of the source.
    expect(waterfall).toEqual({
      source: '163840.00',
      margin: '983.04',
      discount: '1059.79',
      cap: '240.59',
      rounding: '0.00',
      payout: '163676.16',
    });
  });

  test('a promocode of the whole margin leaves margin_min, and bonus is what it gives', async () => {
    expect(await calculator.course('USDTTRC20', 'SBERRUB', '?promocode=WHOLE')).toMatchObject({
      course: CAP,
      verificationCourse: CAP,
      bonus: '0.503',
      bonusVerification: '0.003',
    });
    // The course of a verified card has all of the bonus already.
    await calculator.saveSetting('margin_sell', '0.3');
    expect(await calculator.course('USDTTRC20', 'SBERRUB', '?promocode=START')).toMatchObject({
      bonus: '0.075',
      bonusVerification: null,
    });
    await calculator.saveSetting('margin_sell', '0.1');
    expect(await calculator.course('USDTTRC20', 'SBERRUB', '?promocode=START')).toMatchObject({
      course: CAP,
      bonus: null,
    });
  });

  test('margin_min changes all courses, and rows below it do not exceed it', async () => {
    const pair = { from_id: BigInt(calculator.id('USDTTRC20')), to_id: BigInt(calculator.id('SBERRUB')) };
    const row = { ...pair, margin: '0', discount: '1', max: null, frozen_course: null, closed: null };
    await testServer.context.db.insertInto('pairs').values(row).execute();
    await testServer.context.catalogue.reload();
    expect(await calculator.course('USDTTRC20', 'SBERRUB')).toMatchObject({ course: CAP, bonus: null });
    await calculator.saveSetting('margin_min', '1');
    expect((await calculator.course('USDTTRC20', 'SBERRUB')).course).toBe('81.1008');
    await calculator.saveSetting('margin_min', '0');
    expect((await calculator.course('USDTTRC20', 'SBERRUB')).course).toBe('81.92');
    await freezeCourse(testServer, 'USDTTRC20', 'SBERRUB', '90');
    expect((await calculator.course('USDTTRC20', 'SBERRUB')).course).toBe('81.92');
  });

  test('a claim that is repriced keeps the margin_min of now', async () => {
    const { id } = await client.createClaim(await buildBody('WHOLE'));
    const claim = await readRow(id);
    const reprice = () => getCurrentCourse(testServer.context, testServer.context.db, claim);
    const unchanged = { course: CAP, sourceCourse: '81.92', uncappedCourse: claim.uncapped_course };
    expect(await reprice()).toEqual(unchanged);
    await calculator.saveSetting('margin_min', '2');
    expect(await reprice()).toEqual({ ...unchanged, course: '80.2816' });
    // What was promised is not exceeded when the bound is lowered.
    await calculator.saveSetting('margin_min', '0');
    expect(await reprice()).toEqual(unchanged);
    const older = { ...claim, course: '82.5', uncapped_course: null };
    expect(await getCurrentCourse(testServer.context, testServer.context.db, older)).toEqual({
      course: '81.92',
      sourceCourse: '81.92',
      uncappedCourse: '82.5',
    });
  });

  test('the course of a verified card is accepted once the card is approved', async () => {
    const verification = createVerificationClient(testServer);
    const body = await verification.claimClient.buildClaim('SBERRUB', 'USDTTRC20', {
      fromSumma: '20000',
      verification: true,
    });
    await calculator.saveSetting('margin_buy', '0.3');
    const { verificationCourse, quote } = await calculator.course('SBERRUB', 'USDTTRC20', '?promocode=WHOLE');
    const received = toReceiveUnits(
      20_000_00n,
      parseCourse(verificationCourse ?? ''),
      { from: 2, to: 2 },
      'down',
    );
    const toSumma = unitsToDecimal(received, 2);
    const claim = await verification.claimClient.createClaim({ ...body, toSumma, promocode: 'WHOLE', quote });
    const { id } = await verification.createPending(claim);
    await verification.decide(id, { approve: true });
    const row = await readRow(claim.id);
    expect(row).toMatchObject({ status: 'waiting', course: verificationCourse });
    expect(row.uncapped_course).not.toBeNull();
    expect(decimalToUnits(toSumma, 2)).toBe(row.to_amount);
  });

  test('a claim that loses its promocode loses what the cap left of it', async () => {
    await testServer.context.db.updateTable('promocodes').set({ single_use: 1n }).execute();
    await testServer.context.catalogue.reload();
    const { id } = await client.createClaim(await buildBody('WHOLE'));
    const changed = await runInTransaction(testServer.context.db, async trx =>
      retakePromocode(trx, await loadClaimById(trx, id), testServer.now()),
    );
    // 81.92 − 0.6 % + 0.5 %, below the cap.
    expect(changed).toMatchObject({ promocode: null, discount: '0', uncapped_course: null });
    expect(Number(changed.course)).toBeCloseTo(81.8356224, 6);
  });
});
