import { afterEach, expect, test } from 'vitest';
import { queueEvents } from '#server/partners/webhooks/queueEvents.ts';
import { turnWebhookOff } from '#server/partners/webhooks/webhooks.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createTestServer, type TestServer } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { waitForLockWait } from '../database/support/lockWaits.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';

let testServer: TestServer | undefined;
afterEach(() => testServer?.close());

test('queues nothing for a webhook that is being turned off', async () => {
  testServer = await createTestServer({ ...relaxedLimits, WEBHOOK_PRIVATE: 'on' }, 'postgres');
  const { context } = testServer;
  const owner = createShopOwner(await openAccount(testServer));
  const program = createShopProgram(testServer, (await owner.addKey()).key);
  const { id } = await owner.addWebhook({ url: 'http://127.0.0.1:9000/webhook' });
  await program.createClaim();
  const { queueing } = await context.db.transaction().execute(async trx => {
    await turnWebhookOff(trx, id, { reason: 'account_stopped', at: BigInt(context.now()) });
    const started = queueEvents(context);
    await waitForLockWait(context.db, '%from "webhooks"%');
    return { queueing: started };
  });
  expect(await queueing).toBe(1);
  expect(await owner.listDeliveries(id)).toEqual([]);
});
