import { expect, test } from 'vitest';
import { STOP_GRACE_MS } from '#server/platform/jobs/backgroundJob.ts';
import { createWebhookSender } from '#server/partners/webhooks/sendWebhook.ts';
import { createWebhookWorker } from '#server/partners/webhooks/webhookWorker.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createShopOwner } from '../shop/support/shopClient.ts';
import { openWebhookReceiver } from '../shop/support/webhookReceiver.ts';

const send = createWebhookSender({ resolve: async () => [], allowPrivate: true });

forEachDatabase(startServer => {
  test('a stop waits a second for receivers, returns the leases of the others, and the next start sends these', async () => {
    await using receiver = await openWebhookReceiver();
    const testServer = await startServer({ ...relaxedLimits, WEBHOOK_PRIVATE: 'on' });
    const owner = createShopOwner(await openAccount(testServer));
    const { id } = await owner.addWebhook({ url: receiver.url });
    for (let count = 0; count < 2; count++) await owner.call(`webhooks/${id}/test/`, 'POST');
    // The first receiver answers during the stop, the second never.
    const answer = Promise.withResolvers<void>();
    receiver.respond = response => {
      if (receiver.received.length === 1) void answer.promise.then(() => response.writeHead(204).end());
    };
    const worker = createWebhookWorker(testServer.context, send);
    worker.start();
    await expect.poll(() => receiver.received.length).toBe(2);
    const start = performance.now();
    const stopping = worker.stop();
    answer.resolve();
    await stopping;
    expect(performance.now() - start).toBeGreaterThan(STOP_GRACE_MS - 50);
    expect(performance.now() - start).toBeLessThan(STOP_GRACE_MS + 1_500);
    const states = (await owner.listDeliveries(id)).map(({ status, attempt }) => [status, attempt]);
    expect(states.toSorted()).toEqual([
      ['delivered', 1],
      ['pending', 0],
    ]);
    receiver.respond = response => void response.writeHead(204).end();
    worker.start();
    await expect.poll(() => receiver.received.length).toBe(3);
    await worker.stop();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids[2]).toBe(ids[1]);
    expect(new Set((await owner.listDeliveries(id)).map(({ status }) => status))).toEqual(
      new Set(['delivered']),
    );
  });
});
