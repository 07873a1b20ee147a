import { expect, test } from 'vitest';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { createClaimDriver, readStatusAndBody } from '../../support/claimDriver.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { freezeCourse, takePercent } from '../../../support/frozenCourse.ts';
import { createMailbox } from '../../support/mailbox.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));

  /** The server's context without any fresh price. */
  const withoutPrices = () => ({
    ...testServer.context,
    rates: {
      ...testServer.context.rates,
      getSourceCourse: () => ({ ok: false, code: 'rate_stale', detail: 'no price' }) as const,
    },
  });

  test('an offer expires after 15 minutes and is replaced at the lower of the two courses', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const { course } = driver.claim;
    await driver.pay('1.9');
    const first = (await driver.fetchStatus()).recalculations;
    expect(first).toMatchObject([{ state: 'offered', course }]);
    expect(first[0]?.expiresAt).toBe(new Date(testServer.now() + 15 * MINUTE_MS).toISOString());
    expect(await makeDueOffers(testServer.context)).toBe(0);

    const lower = takePercent(course, 90n);
    await freezeCourse(testServer, 'LTC', 'SBERRUB', lower);
    testServer.advanceClock(15 * MINUTE_MS);
    expect(await driver.fetchStatus()).toMatchObject({ can: ['bill', 'refund'], offerRefusal: 'expired' });
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([
      409,
      { code: 'transition_forbidden', refusal: 'expired' },
    ]);
    expect(await makeDueOffers(testServer.context)).toBe(1);
    const renewed = await driver.fetchStatus();
    expect(renewed.can).toEqual(['bill', 'accept', 'refund']);
    expect(renewed.recalculations).toHaveLength(1);
    expect(Number(renewed.recalculations[0]?.course)).toBe(Number(lower));

    // Waiting for a better price never pays.
    const higher = takePercent(course, 110n);
    await freezeCourse(testServer, 'LTC', 'SBERRUB', higher);
    testServer.advanceClock(60 * 24 * 60 * MINUTE_MS);
    expect(await makeDueOffers(testServer.context)).toBe(1);
    expect((await driver.fetchStatus()).recalculations).toMatchObject([{ state: 'offered', course }]);
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([
      200,
      { status: 'confirming', course },
    ]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('a renewed offer sends no further e-mail', async () => {
    const mailbox = createMailbox(testServer);
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await mailbox.deliver();
    await driver.pay('1.9');
    await mailbox.deliverLater();
    testServer.advanceClock(20 * MINUTE_MS);
    expect(await makeDueOffers(testServer.context)).toBe(1);
    await mailbox.deliverLater();
    expect(mailbox.listHeadlines()).toEqual(['ждём оплату', 'пришло меньше, нужно ваше решение']);
  });

  test('an accepted payment in a network passes its checks, and the operator cannot skip them', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1.9');
    await expect(driver.move('paid')).rejects.toThrow('transition_forbidden');
    expect((await readStatusAndBody(driver.postStep('accept')))[1]).toMatchObject({ status: 'confirming' });
    await driver.move('aml', 'paid');
    expect((await driver.fetchStatus()).history.map(({ status }) => status)).toEqual([
      'new',
      'waiting',
      'confirming',
      'hold',
      'confirming',
      'aml',
      'paid',
    ]);
  });

  test('needs a fresh price, and changes nothing without one', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1.9');
    const { rates } = testServer.context;
    const { getSourceCourse } = rates;
    rates.getSourceCourse = withoutPrices().rates.getSourceCourse;
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([409, { code: 'rate_stale' }]);
    rates.getSourceCourse = getSourceCourse;
    expect(await driver.fetchStatus()).toMatchObject({
      status: 'hold',
      recalculations: [{ state: 'offered' }],
    });
    expect((await readStatusAndBody(driver.postStep('accept')))[0]).toBe(200);
  });

  test.each([
    ['LTC', 'SBERRUB', '2', '0.2', 'below_min'],
    ['SBERRUB', 'LTC', '14999', '400000', 'card_unverified'],
  ])('%s → %s: %s that became %s is refused: %s', async (from, to, promised, received, refusal) => {
    const driver = await createClaimDriver(testServer, from, to, promised);
    await driver.pay(received);
    const before = await driver.fetchStatus();
    expect(before).toMatchObject({ status: 'hold', can: ['bill', 'refund'], offerRefusal: refusal });
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([
      409,
      { code: 'transition_forbidden', refusal },
    ]);
    expect(await driver.fetchStatus()).toEqual({ ...before, now: expect.any(String) as unknown });
    await expectBalancedLedger(testServer.context.db);
  });

  test('above the operator’s maximum is refused', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await testServer.context.db
      .updateTable('currencies')
      .set({ max: decimalToUnits('2.5', 8) })
      .where('code', '=', 'LTC')
      .execute();
    await driver.pay('3');
    expect((await driver.fetchStatus()).offerRefusal).toBe('above_max');
  });

  test('claims without a price do not delay the others', async () => {
    const waiting = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await waiting.pay('1.9', { withoutCourse: true });
    // Fifty more fill the batch; only their due time matters.
    const row = await waiting.fetchRow();
    for (let n = 1; n <= 50; n++) {
      const id = crypto.randomUUID();
      const { db } = testServer.context;
      await db
        .insertInto('claims')
        .values({ ...row, id, number: row.number + 1_000n + BigInt(n), public_number: `N${n}` })
        .execute();
      await db
        .insertInto('payments')
        .values({
          claim_id: id,
          currency_id: row.from_id,
          amount: decimalToUnits('1.9', 8),
          reference: `payment ${n}`,
          at: row.updated_at,
        })
        .execute();
    }
    expect(await makeDueOffers(withoutPrices())).toBe(0);
    const priced = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await priced.pay('1.9', { withoutCourse: true });
    testServer.advanceClock(1);
    await makeDueOffers(testServer.context);
    expect((await priced.fetchStatus()).can).toContain('accept');
  });

  test('an amount that converts to nothing gets no offer, once', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('0.00000001');
    expect(await driver.fetchRow()).toMatchObject({ status: 'hold', offer_due_at: null });
    testServer.advanceClock(60 * MINUTE_MS);
    expect(await makeDueOffers(testServer.context)).toBe(0);
    expect((await driver.fetchStatus()).recalculations).toEqual([]);
  });

  test('a hold without money gets no offer', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'LTC', '7000');
    await driver.postStep('confirm');
    await driver.move(['hold', 'underpaid']);
    // As the migration leaves a hold of an older version.
    await testServer.context.db.updateTable('claims').set({ offer_due_at: 0n }).execute();
    expect(await makeDueOffers(testServer.context)).toBe(0);
    expect(await driver.fetchRow()).toMatchObject({ status: 'hold', offer_due_at: null });
    expect(await driver.fetchStatus()).toMatchObject({ can: ['bill'], recalculations: [] });
  });

  test('an offer for less than has arrived since is withdrawn, also without a price', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1.5');
    expect((await driver.fetchStatus()).can).toContain('accept');
    await driver.pay('0.2', { withoutCourse: true });
    expect(await driver.fetchStatus()).toMatchObject({ can: ['bill'], received: '1.70000000' });
    testServer.advanceClock(MINUTE_MS);
    expect(await makeDueOffers(testServer.context)).toBe(1);
    expect((await driver.fetchStatus()).recalculations.at(-1)).toMatchObject({
      state: 'offered',
      fromSumma: '1.70000000',
    });
  });
});
