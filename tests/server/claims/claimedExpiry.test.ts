import { expect, test } from 'vitest';
import { getHeldAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { expireClaim, expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { createClaimDriver, readStatusAndBody } from '../support/claimDriver.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { createMailbox } from '../support/mailbox.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));

  const expireAfter = (ms: number) => {
    testServer.advanceClock(ms);
    return expireOverdueClaims(testServer.context);
  };

  test.each([
    // A network shows a payment within the window, or it is late.
    ['LTC', 'SBERRUB', '2', 20 * MINUTE_MS],
    // A bank may take longer after the report, which comes ten minutes after the creation.
    ['SBERRUB', 'LTC', '7000', 180 * MINUTE_MS],
  ])('a reported payment in %s that never arrives frees the reserve', async (from, to, amount, windowMs) => {
    const mailbox = createMailbox(testServer);
    const driver = await createClaimDriver(testServer, from, to, amount);
    await mailbox.deliver();
    testServer.advanceClock(10 * MINUTE_MS);
    expect(await readStatusAndBody(driver.postStep('confirm'))).toMatchObject([
      200,
      { status: 'claimed', deadline: new Date(testServer.now() + windowMs).toISOString() },
    ]);
    expect(await expireAfter(windowMs - 1)).toBe(0);
    expect(await expireAfter(1)).toBe(1);
    expect(await driver.fetchStatus()).toMatchObject({ status: 'expired' });
    expect(await getHeldAmount(testServer.context.db, driver.id)).toBe(0n);
    await mailbox.deliver();
    expect(mailbox.listHeadlines()).toEqual(['ждём оплату', 'время оплаты истекло']);
    await driver.pay(amount);
    expect(await driver.fetchStatus()).toMatchObject({ status: 'hold', reason: 'paid_late' });
    await expectBalancedLedger(testServer.context.db);
  });

  test('a bank transfer that arrives within three hours is not late', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'LTC', '7000');
    await driver.postStep('confirm');
    testServer.advanceClock(179 * MINUTE_MS);
    await driver.pay('7000');
    expect(await driver.fetchStatus()).toMatchObject({ status: 'paid' });
  });

  test.each(['waiting', 'claimed'] as const)(
    'a part of the money is not forgotten with a claim that expires in %s',
    async status => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      await driver.pay('1.5');
      // The operator lets the client pay the rest.
      await driver.move('waiting');
      if (status === 'claimed') await driver.postStep('confirm');
      expect((await driver.fetchStatus()).can).not.toContain('cancel');
      expect(await readStatusAndBody(driver.postStep('cancel'))).toMatchObject([409, { status }]);
      expect(await expireAfter(30 * MINUTE_MS)).toBe(1);
      await makeDueOffers(testServer.context);
      expect(await driver.fetchStatus()).toMatchObject({
        status: 'hold',
        reason: 'underpaid',
        can: ['bill', 'accept', 'refund'],
        recalculations: [{ state: 'refused' }, { state: 'offered', fromSumma: '1.50000000' }],
      });
      await expectBalancedLedger(testServer.context.db);
    },
  );

  test('a claim whose deadline was lifted after it was found overdue does not expire', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const overdue = await driver.fetchRow();
    testServer.advanceClock(24 * 3_600_000);
    const { db } = testServer.context;
    await db.updateTable('claims').set({ deadline: null }).where('id', '=', driver.id).execute();
    expect(await expireClaim(testServer.context, overdue)).toBe(false);
    expect(await driver.fetchRow()).toMatchObject({ status: 'waiting' });
    await db.updateTable('claims').set({ deadline: overdue.deadline }).where('id', '=', driver.id).execute();
    expect(await expireClaim(testServer.context, overdue)).toBe(true);
  });
});
