import { expect, test } from 'vitest';
import { createClaimDriver, readStatusAndBody } from '../support/claimDriver.ts';
import { setMaintenance } from '../../support/maintenanceMode.ts';
import { createImage } from '../../support/sampleFiles.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));

  test('keeps an open claim readable, and takes the evidence of its payment', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
    const requisite = () => driver.client.fetchClaim(driver.id, 'requisite', driver.secret);
    expect(await driver.fetchStatus()).toMatchObject({
      maintenance: false,
      can: ['confirm', 'bill', 'cancel'],
    });
    const openRequisite = await readStatusAndBody(requisite());
    await setMaintenance(testServer, true);
    expect(await driver.fetchStatus()).toMatchObject({
      status: 'waiting',
      maintenance: true,
      can: ['confirm', 'bill'],
    });
    expect(await readStatusAndBody(requisite())).toEqual(openRequisite);
    expect((await driver.client.fetchClaim(driver.id, 'status', null)).status).toBe(200);
    expect((await driver.postStep('handoff')).status).toBe(200);
    const body = new FormData();
    body.append('file', new File([new Uint8Array(await createImage('jpeg'))], 'a.jpg'));
    const [uploadStatus, uploaded] = await readStatusAndBody(driver.postStep('bill', { body }));
    expect(uploadStatus).toBe(201);
    const [bill] = uploaded.bills as { id: string }[];
    const deleted = await testServer.app.request(`/api/v1/claim/${driver.id}/bill/${bill?.id}/`, {
      method: 'DELETE',
      headers: { 'x-claim-secret': driver.secret },
    });
    expect(deleted.status).toBe(200);
    expect(await readStatusAndBody(driver.postStep('confirm'))).toMatchObject([200, { status: 'claimed' }]);
    await setMaintenance(testServer, false);
    expect(await driver.fetchStatus()).toMatchObject({ status: 'claimed', maintenance: false });
  });

  test('refuses a wrong secret as ever', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
    await setMaintenance(testServer, true);
    for (const call of ['status', 'requisite'] as const)
      expect((await driver.client.fetchClaim(driver.id, call, 'x'.repeat(43))).status).toBe(404);
    expect((await driver.client.fetchClaim(driver.id, 'requisite', null)).status).toBe(404);
  });

  test.each(['cancel', 'accept', 'refund'])('%s is closed and changes nothing', async call => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    if (call !== 'cancel') await driver.pay('1');
    const before = await driver.fetchRow();
    await setMaintenance(testServer, true);
    expect((await driver.fetchStatus()).can).toEqual(call === 'cancel' ? ['confirm', 'bill'] : ['bill']);
    const response = await driver.postStep(call, { body: JSON.stringify({ requisites: {} }) });
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await readStatusAndBody(response)).toMatchObject([503, { code: 'maintenance' }]);
    expect(await driver.fetchRow()).toEqual(before);
    await setMaintenance(testServer, false);
    expect((await driver.fetchStatus()).can).toContain(call);
  });

  test('hands out no payment form of a merchant', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
    await setMaintenance(testServer, true);
    const response = await driver.postStep('form', { method: 'GET' });
    expect(await readStatusAndBody(response)).toMatchObject([503, { code: 'maintenance' }]);
  });
});
