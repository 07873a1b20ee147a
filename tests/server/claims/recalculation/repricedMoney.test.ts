import { expect, test } from 'vitest';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { readStatusAndBody } from '../../support/claimDriver.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { freezeCourse } from '../../../support/frozenCourse.ts';
import { createVerificationClient } from '../../../support/verificationClient.ts';
import { createRepricing } from '../../support/repricedClaim.ts';
import { createPdf } from '../../../support/sampleFiles.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';

const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));

  test('money that arrives meanwhile is late money, and is refunded rather than forgotten', async () => {
    const driver = await createRepricing(testServer).createRepriced();
    await driver.pay('1.5');
    expect(await driver.fetchStatus()).toMatchObject({
      status: 'hold',
      reason: 'paid_late',
      can: ['bill', 'accept', 'refund'],
      received: '1.50000000',
    });
    await expect(driver.move('cancelled')).rejects.toThrow('transition_forbidden');
    testServer.advanceClock(DAY_MS);
    expect(await expireOverdueClaims(testServer.context)).toBe(0);
    await makeDueOffers(testServer.context);
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([
      200,
      { status: 'confirming', fromSumma: '1.50000000' },
    ]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('a course that moves after late money is no decision before the payment', async () => {
    const driver = await createRepricing(testServer).createClaimWithoutRequisite();
    await driver.move('cancelled');
    await driver.pay('2');
    await driver.move('confirming', ['hold', 'rate_moved']);
    expect((await driver.fetchRow()).pay_to).toBeNull();
    testServer.advanceClock(2 * DAY_MS);
    expect(await expireOverdueClaims(testServer.context)).toBe(0);
    expect((await driver.fetchStatus()).can).not.toContain('cancel');
    const receipt = new FormData();
    receipt.append('file', new File([new Uint8Array(createPdf())], 'receipt.pdf'));
    expect((await driver.postStep('bill', { body: receipt })).status).toBe(201);
    await testServer.context.db.updateTable('claims').set({ offer_due_at: 0n }).execute();
    expect(await makeDueOffers(testServer.context)).toBe(1);
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([200, { status: 'confirming' }]);
  });

  test('a frozen course keeps the bonus of a verified card', async () => {
    await freezeCourse(testServer, 'SBERRUB', 'USDTTRC20', '0.012');
    const client = createVerificationClient(testServer);
    const body = await client.claimClient.buildClaim('SBERRUB', 'USDTTRC20', {
      fromSumma: '20000',
      verification: true,
    });
    const claim = await client.claimClient.createClaim(body);
    expect(Number(claim.course)).toBeCloseTo(0.012 * 1.005, 8);
    const { id } = await client.createPending(claim);
    await client.decide(id, { approve: true });
    const response = client.claimClient.fetchClaim(claim.id, 'status', claim.secret);
    expect(await readStatusAndBody(response)).toMatchObject([
      200,
      { status: 'waiting', course: claim.course, recalculations: [] },
    ]);
  });

  test('starting a payment that the client has started changes nothing', async () => {
    const { createRepriced, start } = createRepricing(testServer);
    const driver = await createRepriced();
    await driver.postStep('accept');
    const before = await driver.fetchRow();
    expect(await start(driver.id)).toEqual({ ok: false, code: 'transition_forbidden', status: 'waiting' });
    expect(await driver.fetchRow()).toEqual(before);
  });
});
