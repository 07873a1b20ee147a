import { expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createMailbox } from '../support/mailbox.ts';

forEachDatabase(startServer => {
  test('an account without e-mails about claims gets none about its own, but others go on', async () => {
    const testServer = await startServer(relaxedLimits);
    const browser = await openAccount(testServer);
    const mailbox = createMailbox(testServer);
    const createClaim = async () => {
      const claim = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      return { body: { id: claim.id }, headers: { 'x-claim-secret': claim.secret } };
    };
    const attach = async () =>
      (await browser.send('/api/v1/users/me/claims/attach/', await createClaim())).status;
    const choose = (claims: boolean) =>
      browser.send('/api/v1/users/me/', { method: 'PATCH', body: { notify: { claims } } });

    await mailbox.deliver();
    mailbox.received.length = 0;
    expect(await attach()).toBe(204);
    expect(await mailbox.deliver()).toBe(1);
    await choose(false);
    expect(await attach()).toBe(204);
    expect(await mailbox.deliver()).toBe(0);
    // A guest's claim.
    await createClaim();
    expect(await mailbox.deliver()).toBe(1);
    await choose(true);
    expect(await attach()).toBe(204);
    expect(await mailbox.deliver()).toBe(1);
    const unsent = await testServer.context.db
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .execute();
    expect(unsent).toEqual([]);
  });
});
