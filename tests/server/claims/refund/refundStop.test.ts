import { expect, test } from 'vitest';
import { createMailbox, getEmailSecret } from '../../support/mailbox.ts';
import { createClaimDriver, readStatusAndBody } from '../../support/claimDriver.ts';
import { setMaintenance } from '../../../support/maintenanceMode.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { openAccount } from '../../accounts/support/accountBrowser.ts';

const WALLET = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';
const OTHER_CARD = '4276160000000019';
const refundTo = (requisites: Record<string, string>) => ({ body: JSON.stringify({ requisites }) });

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const mailbox = createBeforeEach(() => createMailbox(testServer));

  /** The e-mails about refunds that have been delivered. */
  const listEmails = () => mailbox.received.filter(({ text }) => text.includes('Остановить возврат:'));

  async function readToken(): Promise<string> {
    await mailbox.deliver();
    return /\/claim\/[-\da-f]{36}#stop=(\S+)$/m.exec(listEmails().at(-1)?.text ?? '')?.[1] ?? '';
  }

  const press = (id: string, token: string, method = 'POST') =>
    testServer.app.request(`/api/v1/claim/${id}/refund/stop/`, {
      method,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      }),
    });

  test('the e-mail of a guest’s refund names the destination, and its button stops it until the operator decides', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1');
    await driver.postStep('refund', refundTo({ refund: WALLET }));
    const token = await readToken();
    expect(listEmails().map(({ to }) => to)).toEqual([driver.claim.email]);
    expect(listEmails()[0]?.subject).toMatch(/: возврат на\u00a0LM2WM…XpGc1$/);
    expect(listEmails()[0]?.text).toMatch(/1\sLTC.*LM2WM…XpGc1[^]*Устройство: .+\nСеть: /);
    for (const method of ['GET', 'HEAD']) expect((await press(driver.id, token, method)).status).toBe(404);
    expect((await driver.fetchRow()).status).toBe('refunding');
    // Also a second press, and several at once.
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => readStatusAndBody(press(driver.id, token))),
    );
    expect(answers).toEqual(Array.from({ length: 3 }, () => [200, { outcome: 'stopped' }]));
    expect(await driver.fetchStatus()).toMatchObject({
      status: 'hold',
      reason: 'manual',
      cause: 'refund_disputed',
      can: ['bill'],
    });
    const { history } = await driver.fetchStatus();
    expect(history.filter(({ cause }) => cause === 'refund_disputed')).toHaveLength(1);
    // Who has named the wallet cannot name it, or another one, again.
    expect(
      (await driver.postStep('refund', refundTo({ refund: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' })))
        .status,
    ).toBe(409);
    await driver.move('refunding');
    expect(await readStatusAndBody(press(driver.id, token))).toEqual([200, { outcome: 'stopped' }]);
  });

  test('a press says plainly that the money has left, or that there is no refund', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1');
    await driver.postStep('refund', refundTo({ refund: WALLET }));
    const token = await readToken();
    const transfer = { claim_id: driver.id, kind: 'refund', reference: 'f4184fc5:0', at: 1n } as const;
    await testServer.context.db.insertInto('payouts').values(transfer).execute();
    expect(await readStatusAndBody(press(driver.id, token))).toEqual([200, { outcome: 'sent' }]);
    expect((await driver.fetchRow()).status).toBe('refunding');
    await driver.move('refunded');
    expect(await readStatusAndBody(press(driver.id, token))).toEqual([200, { outcome: 'sent' }]);
    const second = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '3');
    await second.pay('1');
    await second.postStep('refund', refundTo({ refund: WALLET }));
    const secondToken = await readToken();
    await second.move('hold', 'confirming');
    expect(await readStatusAndBody(press(second.id, secondToken))).toEqual([200, { outcome: 'none' }]);
    // A token is that of its claim, and no secret of it.
    for (const [id, wrong] of [
      [driver.id, secondToken],
      [second.id, ''],
      [second.id, 'x'.repeat(200)],
      [second.id, driver.secret],
      [second.id, getEmailSecret(testServer, second.id)],
      ['00000000-0000-4000-8000-000000000000', token],
    ] as const)
      expect(await readStatusAndBody(press(id, wrong))).toMatchObject([404, { code: 'link_invalid' }]);
    expect((await press(second.id, 'x'.repeat(201))).status).toBe(400);
  });

  test('a press about a refund to another card tells the operator, who decides on it anyway', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
    await driver.pay('1000');
    await driver.postStep('refund', refundTo({ card: OTHER_CARD }));
    const token = await readToken();
    expect(await readStatusAndBody(press(driver.id, token))).toEqual([200, { outcome: 'stopped' }]);
    expect(await driver.fetchStatus()).toMatchObject({ status: 'hold', cause: 'refund_disputed' });
  });

  test('the e-mail goes to the owner of the claim, too, also without other e-mails about claims', async () => {
    const anna = await openAccount(testServer, 'anna@mail.example');
    await anna.send('/api/v1/users/me/', { method: 'PATCH', body: { notify: { claims: false } } });
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await anna.send('/api/v1/users/me/claims/attach/', {
      body: { id: driver.id },
      headers: { 'x-claim-secret': driver.secret },
    });
    await driver.pay('1');
    await driver.postStep('refund', refundTo({ refund: WALLET }));
    await readToken();
    expect(
      listEmails()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(['anna@mail.example', driver.claim.email].toSorted());
  });

  test('an e-mail can stop a refund during maintenance', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1');
    await driver.postStep('refund', refundTo({ refund: WALLET }));
    const token = await readToken();
    await setMaintenance(testServer, true);
    expect(await readStatusAndBody(press(driver.id, token))).toEqual([200, { outcome: 'stopped' }]);
  });
});
