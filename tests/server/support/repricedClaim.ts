import { expect } from 'vitest';
import { startPayment } from '#server/exchange/claims/payment/startPayment.ts';
import { loadClaimById } from '#server/exchange/claims/findClaimById.ts';
import { freezeCourse, takePercent } from '../../support/frozenCourse.ts';
import type { TestServer } from '../../support/testServer.ts';
import { createClaimDriver } from './claimDriver.ts';
import { tryChange } from './tryChange.ts';

/** Functions for claims that are repriced before their payment. */
export function createRepricing(testServer: TestServer) {
  /** Whether a requisite to pay to is active for any currency. */
  const setRequisitesActive = (active: 0n | 1n) =>
    testServer.context.db.updateTable('payment_requisites').set({ active }).execute();

  /** Creates a claim that waits for a requisite: 2 LTC for roubles. */
  async function createClaimWithoutRequisite() {
    await setRequisitesActive(0n);
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    expect(driver.claim).toMatchObject({ status: 'requisites', courseUntil: null });
    await setRequisitesActive(1n);
    return driver;
  }

  /** Starts the payment as the operator's command does. */
  const start = (id: string) =>
    tryChange(testServer.context.db, async trx =>
      startPayment(testServer.context, trx, await loadClaimById(trx, id), {
        actor: 'operator',
        now: testServer.now(),
      }),
    );

  /** Creates a claim whose course falls by 10 % before a requisite is found. */
  async function createRepriced() {
    const driver = await createClaimWithoutRequisite();
    const course = takePercent(driver.claim.course, 90n);
    await freezeCourse(testServer, 'LTC', 'SBERRUB', course);
    expect(await start(driver.id)).toMatchObject({ ok: true, claim: { status: 'hold' } });
    return { ...driver, lowerCourse: course };
  }

  return { setRequisitesActive, createClaimWithoutRequisite, start, createRepriced };
}
