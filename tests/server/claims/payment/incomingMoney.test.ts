import { describe, expect, test } from 'vitest';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { getHeldAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { createClaimDriver, readStatusAndBody } from '../../support/claimDriver.ts';
import { freezeCourse } from '../../../support/frozenCourse.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { takeHundredths, convertDown } from '../../support/claimAmounts.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));

  describe('money', () => {
    test.each([
      ['LTC', 'SBERRUB', ['new', 'waiting', 'confirming']],
      ['SBERRUB', 'USDTTRC20', ['new', 'waiting', 'claimed', 'paid']],
    ])('of the exact amount advances %s → %s', async (from, to, statuses) => {
      const driver = await createClaimDriver(testServer, from, to);
      expect(await driver.pay(driver.claim.fromSumma)).toMatchObject({ ok: true });
      const status = await driver.fetchStatus();
      expect(status.history.map(event => event.status)).toEqual(statuses);
      expect(status).toMatchObject({ received: status.fromSumma, recalculations: [], reason: null });
      expect(status.toSumma).toBe(driver.claim.toSumma);
      await expectBalancedLedger(testServer.context.db);
    });

    test.each([
      ['LTC', 'SBERRUB', 9_951n, 'confirming'],
      ['LTC', 'SBERRUB', 10_049n, 'confirming'],
      ['SBERRUB', 'LTC', 9_951n, 'paid'],
      ['SBERRUB', 'LTC', 10_049n, 'paid'],
    ])(
      'of %s → %s at %i hundredths of a percent is accepted and recalculated',
      async (from, to, share, expectedStatus) => {
        const driver = await createClaimDriver(testServer, from, to);
        const { fromSumma, toSumma } = driver.claim;
        const received = takeHundredths(fromSumma, share);
        await driver.pay(received);
        const status = await driver.fetchStatus();
        expect(status).toMatchObject({ status: expectedStatus, reason: null, fromSumma: received, received });
        expect(status.toSumma).toBe(convertDown(received, toSumma, driver.claim.course));
        expect(status.recalculations).toMatchObject([{ state: 'applied', toSumma: status.toSumma }]);
        expect(await getHeldAmount(testServer.context.db, driver.id)).toBe(
          (await driver.fetchRow()).to_amount,
        );
        await expectBalancedLedger(testServer.context.db);
      },
    );

    test.each([
      ['LTC', 'SBERRUB', '2', 9_900n, 'underpaid', ['confirming', 'hold'], 'confirming'],
      ['LTC', 'SBERRUB', '2', 10_100n, 'overpaid', ['confirming', 'hold'], 'confirming'],
      ['SBERRUB', 'LTC', '7000', 5_000n, 'underpaid', ['claimed', 'hold'], 'paid'],
      ['SBERRUB', 'LTC', '7000', 20_000n, 'overpaid', ['claimed', 'hold'], 'paid'],
    ] as const)(
      'of %s → %s, %s at %i is %s: on hold with an offer, accepted idempotently',
      async (from, to, amount, share, reason, statuses, accepted) => {
        const driver = await createClaimDriver(testServer, from, to, amount);
        const received = takeHundredths(driver.claim.fromSumma, share);
        await driver.pay(received);
        const held = await driver.fetchStatus();
        expect(held.history.slice(2).map(event => event.status)).toEqual(statuses);
        expect(held).toMatchObject({
          reason,
          fromSumma: driver.claim.fromSumma,
          can: ['bill', 'accept', 'refund'],
        });
        const toSumma = convertDown(received, driver.claim.toSumma, driver.claim.course);
        expect(held.recalculations).toMatchObject([
          { reason, fromSumma: received, toSumma, state: 'offered' },
        ]);
        const [status, body] = await readStatusAndBody(driver.postStep('accept'));
        expect([status, body]).toMatchObject([200, { status: accepted, fromSumma: received, toSumma }]);
        expect(await readStatusAndBody(driver.postStep('accept'))).toEqual([200, body]);
        expect(await getHeldAmount(testServer.context.db, driver.id)).toBe(
          (await driver.fetchRow()).to_amount,
        );
        await expectBalancedLedger(testServer.context.db);
        expect(await readStatusAndBody(driver.postStep('refund'))).toMatchObject([409, { status: accepted }]);
      },
    );

    test('that completes an underpayment advances the claim', async () => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      await driver.pay('1.5', { reference: 'a' });
      expect((await driver.fetchStatus()).status).toBe('hold');
      await driver.pay('0.5', { reference: 'b' });
      const status = await driver.fetchStatus();
      expect(status).toMatchObject({ status: 'confirming', received: '2.00000000', can: [] });
      expect(status.recalculations).toMatchObject([{ state: 'refused' }]);
      await expectBalancedLedger(testServer.context.db);
    });

    test('the requisite shows the missing amount', async () => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      const fetchRequisite = async () =>
        (await (await driver.client.fetchClaim(driver.id, 'requisite', driver.secret)).json()) as object;
      expect(await fetchRequisite()).toMatchObject({ amount: '2.00000000' });
      await driver.pay('1.5');
      expect(await fetchRequisite()).toMatchObject({ amount: '0.50000000' });
      await driver.move('waiting');
      expect(await fetchRequisite()).toMatchObject({ amount: '0.50000000' });
      await driver.pay('0.5');
      expect(await fetchRequisite()).toMatchObject({ amount: '2.00000000' });
      expect((await driver.fetchStatus()).status).toBe('confirming');
    });

    test('with the same reference is recorded once', async () => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      for (let n = 0; n < 3; n++) await driver.pay('2', { reference: 'tx' });
      expect(await driver.fetchStatus()).toMatchObject({ status: 'confirming', received: '2.00000000' });
    });

    test('is refused for a claim without payment details', async () => {
      const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20', '20000');
      expect((await driver.fetchStatus()).status).toBe('verification');
      expect(await driver.pay('20000')).toMatchObject({ ok: false, status: 'verification' });
      expect((await driver.fetchStatus()).received).toBe(null);
    });

    test('received during the payout changes only the received amount', async () => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      await driver.pay('2');
      await driver.move('aml', 'paid', 'payout');
      await driver.pay('2');
      expect(await driver.fetchStatus()).toMatchObject({ status: 'payout', received: '4.00000000' });
    });

    test('is added to the send reserve on completion', async () => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      const before = [await driver.client.fetchReserve('LTC'), await driver.client.fetchReserve('SBERRUB')];
      await driver.pay('1.995');
      await driver.move('aml', 'paid', 'payout', 'completed');
      const after = [await driver.client.fetchReserve('LTC'), await driver.client.fetchReserve('SBERRUB')];
      expect(decimalToUnits(after[0] ?? '', 8) - decimalToUnits(before[0] ?? '', 8)).toBe(
        decimalToUnits('1.995', 8),
      );
      const { toSumma } = await driver.fetchStatus();
      const expected = decimalToUnits(before[1] ?? '', 2) + decimalToUnits(driver.claim.toSumma, 2);
      expect(decimalToUnits(after[1] ?? '', 2)).toBe(expected - decimalToUnits(toSumma, 2));
      await expectBalancedLedger(testServer.context.db);
    });
  });

  describe('late money', () => {
    const freezeLitecoin = (course: string | null) => freezeCourse(testServer, 'LTC', 'SBERRUB', course);

    test.each([
      ['lower', '7000'],
      ['higher', '9000'],
    ])('is recalculated at the lower of two courses: current %s', async (_, currentCourse) => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      testServer.advanceClock(30 * MINUTE_MS);
      expect((await driver.fetchStatus()).status).toBe('expired');
      await freezeLitecoin(currentCourse);
      await driver.pay('2');
      const lowerCourse =
        Number(currentCourse) < Number(driver.claim.course) ? currentCourse : driver.claim.course;
      const status = await driver.fetchStatus();
      expect(status).toMatchObject({ status: 'hold', reason: 'paid_late', toSumma: driver.claim.toSumma });
      const toSumma = convertDown('2.00000000', '0.00', lowerCourse);
      expect(status.recalculations).toMatchObject([{ course: lowerCourse, toSumma, state: 'offered' }]);
      expect(await getHeldAmount(testServer.context.db, driver.id)).toBe((await driver.fetchRow()).to_amount);
      const [code, accepted] = await readStatusAndBody(driver.postStep('accept'));
      expect([code, accepted]).toMatchObject([200, { status: 'confirming', course: lowerCourse, toSumma }]);
      await expectBalancedLedger(testServer.context.db);
    });

    test('reopens an expired or cancelled claim on hold', async () => {
      const [driver, cancelled] = [
        await createClaimDriver(testServer, 'LTC', 'SBERRUB'),
        await createClaimDriver(testServer, 'SBERRUB', 'LTC'),
      ];
      await readStatusAndBody(cancelled.postStep('cancel'));
      await cancelled.pay(cancelled.claim.fromSumma);
      expect(await cancelled.fetchStatus()).toMatchObject({ status: 'hold', reason: 'paid_late' });
      testServer.advanceClock(30 * MINUTE_MS);
      await driver.pay(driver.claim.fromSumma);
      const status = await driver.fetchStatus();
      expect(status.history.map(event => event.status)).toEqual(['new', 'waiting', 'expired', 'hold']);
      await expectBalancedLedger(testServer.context.db);
    });

    test('is late for crypto, but not for a transfer confirmed in time', async () => {
      const [coins, transfer] = [
        await createClaimDriver(testServer, 'LTC', 'SBERRUB'),
        await createClaimDriver(testServer, 'SBERRUB', 'LTC'),
      ];
      for (const driver of [coins, transfer]) await readStatusAndBody(driver.postStep('confirm'));
      testServer.advanceClock(31 * MINUTE_MS);
      for (const driver of [coins, transfer]) await driver.pay(driver.claim.fromSumma);
      expect(await coins.fetchStatus()).toMatchObject({ status: 'hold', reason: 'paid_late' });
      expect(await transfer.fetchStatus()).toMatchObject({ status: 'paid', reason: null });
    });

    test('stays on hold without reserve, and is accepted when reserve is free', async () => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '500');
      testServer.advanceClock(30 * MINUTE_MS);
      await driver.fetchStatus();
      const otherDriver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '500');
      await driver.pay('500');
      expect(await getHeldAmount(testServer.context.db, driver.id)).toBe(0n);
      const short = await readStatusAndBody(driver.postStep('accept'));
      expect(short).toMatchObject([409, { code: 'reserve_waiting', status: 'hold' }]);
      expect((await driver.fetchStatus()).recalculations).toMatchObject([{ state: 'offered' }]);
      await otherDriver.move('cancelled');
      expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([
        200,
        { status: 'confirming' },
      ]);
      await expectBalancedLedger(testServer.context.db);
    });

    test('recorded without a course gets an offer from the server', async () => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
      testServer.advanceClock(30 * MINUTE_MS);
      await driver.pay(driver.claim.fromSumma, { withoutCourse: true });
      expect(await driver.fetchStatus()).toMatchObject({ status: 'hold', can: ['bill'], recalculations: [] });
      expect(await makeDueOffers(testServer.context)).toBe(1);
      expect(await makeDueOffers(testServer.context)).toBe(0);
      expect(await driver.fetchStatus()).toMatchObject({
        can: ['bill', 'accept', 'refund'],
        recalculations: [{ course: driver.claim.course, toSumma: driver.claim.toSumma }],
      });
    });
  });
});
