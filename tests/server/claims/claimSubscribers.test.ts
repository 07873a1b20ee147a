import { expect, test } from 'vitest';
import type { ClaimSubscriber } from '#server/exchange/claims/claimSubscribers.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';

forEachDatabase(startServer => {
  test('passes a change to each subscriber in its transaction, and rolls back with one that fails', async () => {
    const testServer = await startServer();
    const driver = await createClaimDriver(testServer, 'USDTTRC20', 'SBERRUB');
    const { db, claimSubscribers } = testServer.context;
    const seen: string[] = [];
    const observe: ClaimSubscriber = {
      async statusChanged(trx, { claim, event }) {
        const { status } = await trx
          .selectFrom('claims')
          .select('status')
          .where('id', '=', claim.id)
          .executeTakeFirstOrThrow();
        seen.push(`${event.from_status} → ${status}`);
      },
    };
    const fail: ClaimSubscriber = { statusChanged: () => Promise.reject(new Error('out of space')) };
    const change = { id: driver.id, to: 'expired', actor: 'system', now: testServer.now() } as const;
    const expire = (...others: ClaimSubscriber[]) =>
      runInTransaction(db, trx =>
        transitionClaim({ claimSubscribers: [...claimSubscribers, ...others] }, trx, change),
      );
    // A new e-mail about a claim replaces one that is not sent yet.
    const readStoredEmail = () => db.selectFrom('mail').select('message_id').executeTakeFirstOrThrow();
    const emailBefore = await readStoredEmail();
    await expect(expire(observe, fail)).rejects.toThrow('out of space');
    expect([seen, await readStoredEmail()]).toEqual([['waiting → expired'], emailBefore]);
    expect(await driver.fetchRow()).toMatchObject({ status: 'waiting' });
    await expire(observe);
    expect(seen).toHaveLength(2);
    expect(await readStoredEmail()).not.toEqual(emailBefore);
    expect(await driver.fetchRow()).toMatchObject({ status: 'expired' });
  });
});
