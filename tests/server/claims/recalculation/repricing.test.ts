import { expect, test } from 'vitest';
import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { parseCourse, toSendUnits } from '#core/exchange/course.ts';
import { getHeldAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { createClaimDriver, readStatusAndBody } from '../../support/claimDriver.ts';
import { freezeCourse, takePercent } from '../../../support/frozenCourse.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { createMailbox } from '../../support/mailbox.ts';
import { keepOneRequisite } from '../../support/paymentRequisites.ts';
import { createRepricing } from '../../support/repricedClaim.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { createVerificationClient } from '../../../support/verificationClient.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const repricing = createBeforeEach(() => createRepricing(testServer));

  const toInstant = (ms: number) => new Date(ms).toISOString();

  test('a claim without a requisite that gives less asks its client, who accepts', async () => {
    const mailbox = createMailbox(testServer);
    const driver = await repricing.createRepriced();
    const held = await driver.fetchStatus();
    expect(held).toMatchObject({
      status: 'hold',
      reason: 'rate_moved',
      can: ['accept', 'cancel'],
      offerRefusal: null,
      courseUntil: null,
      deadline: toInstant(testServer.now() + DAY_MS),
      fromSumma: driver.claim.fromSumma,
      toSumma: driver.claim.toSumma,
      recalculations: [{ state: 'offered', reason: 'rate_moved', fromSumma: driver.claim.fromSumma }],
    });
    expect(Number(held.recalculations[0]?.course)).toBe(Number(driver.lowerCourse));
    expect(await readStatusAndBody(driver.client.fetchClaim(driver.id, 'requisite', driver.secret))).toEqual([
      200,
      null,
    ]);
    await mailbox.deliverLater();
    expect(mailbox.listHeadlines()).toEqual(['курс изменился, нужно ваше решение']);
    expect(mailbox.readLast()).toMatch(
      /^Откройте заявку и выберите: получить [\d\s]+,\d\d ₽ или отменить её до \d\d:\d\d по Москве \d+ ноября\. Курс изменился до оплаты, за 2 LTC теперь выходит [\d\s]+,\d\d ₽ вместо [\d\s]+,\d\d ₽\. Пока ничего не переводите\.\n/,
    );
    expect(mailbox.readLast()).not.toContain('Пришло');

    const [code, accepted] = await readStatusAndBody(driver.postStep('accept'));
    expect([code, accepted]).toMatchObject([
      200,
      {
        status: 'waiting',
        reason: null,
        toSumma: held.recalculations[0]?.toSumma,
        deadline: toInstant(testServer.now() + 30 * MINUTE_MS),
        courseUntil: toInstant(testServer.now() + 30 * MINUTE_MS),
      },
    ]);
    expect(await readStatusAndBody(driver.postStep('accept'))).toEqual([200, accepted]);
    const row = await driver.fetchRow();
    expect(await getHeldAmount(testServer.context.db, driver.id)).toBe(row.to_amount);
    await driver.pay('2');
    expect(await driver.fetchStatus()).toMatchObject({ status: 'confirming' });
    await expectBalancedLedger(testServer.context.db);
  });

  test('the client cancels, and nothing else is possible', async () => {
    const driver = await repricing.createRepriced();
    const body = JSON.stringify({ requisites: {} });
    expect(await readStatusAndBody(driver.postStep('refund', { body }))).toMatchObject([
      409,
      { code: 'transition_forbidden' },
    ]);
    const receipt = new FormData();
    receipt.append('file', new File(['%PDF-1.4\n%%EOF'], 'receipt.pdf'));
    expect((await readStatusAndBody(driver.postStep('bill', { body: receipt })))[0]).not.toBe(201);
    expect(await readStatusAndBody(driver.postStep('confirm'))).toMatchObject([409, { status: 'hold' }]);
    expect(await readStatusAndBody(driver.postStep('cancel'))).toMatchObject([200, { status: 'cancelled' }]);
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([409, { status: 'cancelled' }]);
    expect(await getHeldAmount(testServer.context.db, driver.id)).toBe(0n);
    await expectBalancedLedger(testServer.context.db);
  });

  test('without a decision the claim is cancelled after a day', async () => {
    const mailbox = createMailbox(testServer);
    const driver = await repricing.createRepriced();
    await mailbox.deliver();
    testServer.advanceClock(DAY_MS - 1);
    expect(await expireOverdueClaims(testServer.context)).toBe(0);
    testServer.advanceClock(1);
    expect(await expireOverdueClaims(testServer.context)).toBe(1);
    expect(await driver.fetchStatus()).toMatchObject({ status: 'cancelled', reason: 'rate_moved' });
    await mailbox.deliver();
    expect(mailbox.listHeadlines().at(-1)).toBe('заявка отменена');
    expect(mailbox.readLast()).toMatch(/ничего не переводите: курс изменился, а вашего решения не было\./);
    expect(await getHeldAmount(testServer.context.db, driver.id)).toBe(0n);
  });

  test('waiting does not pay: the offer is renewed at most at the promised course', async () => {
    const driver = await repricing.createRepriced();
    await freezeCourse(testServer, 'LTC', 'SBERRUB', takePercent(driver.claim.course, 120n));
    testServer.advanceClock(15 * MINUTE_MS);
    expect(await makeDueOffers(testServer.context)).toBe(1);
    const { recalculations } = await driver.fetchStatus();
    expect(recalculations).toMatchObject([{ state: 'offered', toSumma: driver.claim.toSumma }]);
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([
      200,
      { status: 'waiting', toSumma: driver.claim.toSumma },
    ]);
  });

  test('without a fresh price it waits on hold, and is offered a price once there is one', async () => {
    const driver = await repricing.createClaimWithoutRequisite();
    const { rates } = testServer.context;
    const { getSourceCourse } = rates;
    rates.getSourceCourse = () => ({ ok: false, code: 'rate_stale', detail: 'no price' });
    expect(await repricing.start(driver.id)).toMatchObject({ ok: true, claim: { status: 'hold' } });
    expect(await driver.fetchStatus()).toMatchObject({ can: ['cancel'], recalculations: [] });
    expect(await makeDueOffers(testServer.context)).toBe(0);
    rates.getSourceCourse = getSourceCourse;
    testServer.advanceClock(MINUTE_MS);
    expect(await makeDueOffers(testServer.context)).toBe(1);
    expect(await driver.fetchStatus()).toMatchObject({ can: ['accept', 'cancel'] });
  });

  test('a course that gives more is applied, as far as the reserve allows', async () => {
    const [lucky, limited] = [
      await repricing.createClaimWithoutRequisite(),
      await repricing.createClaimWithoutRequisite(),
    ];
    await freezeCourse(testServer, 'LTC', 'SBERRUB', takePercent(lucky.claim.course, 110n));
    await repricing.start(lucky.id);
    const better = await lucky.fetchStatus();
    expect(better).toMatchObject({
      status: 'waiting',
      recalculations: [{ state: 'applied', reason: 'rate_moved' }],
      deadline: toInstant(testServer.now() + 30 * MINUTE_MS),
    });
    // 2 × 96.4 × 81.92 − 0.1 %: the fixed course is above the market, so the cap applies.
    expect(better).toMatchObject({ toSumma: '15778.38', course: '7889.190912' });
    const { to_id, to_amount } = await lucky.fetchRow();
    expect(await getHeldAmount(testServer.context.db, lucky.id)).toBe(to_amount);

    const { db } = testServer.context;
    const { held } = await db
      .selectFrom('reserves')
      .select('held')
      .where('currency_id', '=', to_id)
      .executeTakeFirstOrThrow();
    await db.updateTable('reserves').set({ amount: held }).where('currency_id', '=', to_id).execute();
    await repricing.start(limited.id);
    expect(await limited.fetchStatus()).toMatchObject({
      status: 'waiting',
      toSumma: limited.claim.toSumma,
      course: limited.claim.course,
    });
  });

  test('an unchanged course keeps the amounts, also those of a typed receive amount', async () => {
    await repricing.setRequisitesActive(0n);
    const { client, claim: sample } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const toSumma = '12345.67';
    const sent = toSendUnits(
      decimalToUnits(toSumma, 2),
      parseCourse(sample.course),
      { from: 8, to: 2 },
      'up',
    );
    const body = await client.buildClaim('LTC', 'SBERRUB');
    const claim = await client.createClaim({ ...body, fromSumma: unitsToDecimal(sent, 8), toSumma });
    await repricing.setRequisitesActive(1n);
    expect(await repricing.start(claim.id)).toMatchObject({ ok: true, claim: { status: 'waiting' } });
    const status: unknown = await (await client.fetchClaim(claim.id, 'status', claim.secret)).json();
    expect(status).toMatchObject({ toSumma, course: claim.course, recalculations: [] });
  });

  test('an approved card is repriced as well, and its payment window is full', async () => {
    const client = createVerificationClient(testServer);
    const claim = await client.createClaim();
    expect(claim).toMatchObject({ deadline: toInstant(testServer.now() + DAY_MS), courseUntil: null });
    const { id } = await client.createPending(claim);
    testServer.advanceClock(60 * MINUTE_MS);
    await freezeCourse(testServer, 'SBERRUB', 'USDTTRC20', takePercent(claim.course, 95n));
    await client.decide(id, { approve: true });
    const response = client.claimClient.fetchClaim(claim.id, 'status', claim.secret);
    expect(await readStatusAndBody(response)).toMatchObject([
      200,
      { status: 'hold', reason: 'rate_moved', can: ['accept', 'cancel'] },
    ]);
    expect(
      await readStatusAndBody(client.claimClient.postStep(claim.id, 'accept', claim.secret)),
    ).toMatchObject([200, { status: 'waiting', deadline: toInstant(testServer.now() + 20 * MINUTE_MS) }]);
  });

  test('a hold without money is repriced before it waits again', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'LTC', '7000');
    await driver.postStep('confirm');
    await driver.move(['hold', 'manual']);
    // The client says that the money is under way: only the operator can close this.
    expect(await readStatusAndBody(driver.postStep('cancel'))).toMatchObject([409, { status: 'hold' }]);
    await freezeCourse(testServer, 'SBERRUB', 'LTC', takePercent(driver.claim.course, 90n));
    testServer.advanceClock(60 * MINUTE_MS);
    await repricing.start(driver.id);
    expect(await driver.fetchStatus()).toMatchObject({
      status: 'hold',
      reason: 'rate_moved',
      can: ['accept', 'cancel'],
    });
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([
      200,
      { status: 'waiting', deadline: toInstant(testServer.now() + 20 * MINUTE_MS) },
    ]);
  });

  test('accepting needs a requisite, and changes nothing without one', async () => {
    const driver = await repricing.createRepriced();
    await repricing.setRequisitesActive(0n);
    const before = await driver.fetchStatus();
    const response = await driver.postStep('accept');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await driver.fetchStatus()).toEqual(before);
    await repricing.setRequisitesActive(1n);
    expect((await readStatusAndBody(driver.postStep('accept')))[0]).toBe(200);
  });

  test('accepting waits while another open claim has the amount at the same address', async () => {
    const driver = await repricing.createRepriced();
    await keepOneRequisite(testServer, 'LTC');
    const other = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    expect(other.claim.status).toBe('waiting');
    const before = await driver.fetchStatus();
    const response = await driver.postStep('accept');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await response.json()).toMatchObject({ code: 'requisites_busy' });
    expect(await driver.fetchStatus()).toEqual(before);
    await other.postStep('cancel');
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([200, { status: 'waiting' }]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('a new amount below the minimum can only be cancelled', async () => {
    const mailbox = createMailbox(testServer);
    const driver = await repricing.createClaimWithoutRequisite();
    await freezeCourse(testServer, 'LTC', 'SBERRUB', takePercent(driver.claim.course, 10n));
    await repricing.start(driver.id);
    expect(await driver.fetchStatus()).toMatchObject({ can: ['cancel'], offerRefusal: 'below_min' });
    await mailbox.deliverLater();
    expect(mailbox.readLast()).toMatch(/^Откройте заявку и отмените её: такую сумму мы сейчас не меняем\./);
  });

  test('no other reason puts a claim on hold before it can be paid', async () => {
    const driver = await repricing.createClaimWithoutRequisite();
    await expect(driver.move(['hold', 'manual'])).rejects.toThrow('transition_forbidden');
    await driver.move(['hold', 'rate_moved']);
    expect(await makeDueOffers(testServer.context)).toBe(1);
    expect(await driver.fetchStatus()).toMatchObject({ can: ['accept', 'cancel'] });
  });
});
