import { expect, test } from 'vitest';
import {
  MAX_COUNTED_DELIVERIES,
  WEBHOOK_TEST_EVENT,
  WebhookDeliveries,
} from '#core/contract/account/shopWebhooks.ts';
import { createWebhookSender } from '#server/partners/webhooks/sendWebhook.ts';
import { createWebhookDeliverer } from '#server/partners/webhooks/webhookWorker.ts';
import * as v from 'valibot';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { readStatusAndBody } from '../support/claimDriver.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';
import { openWebhookReceiver } from './support/webhookReceiver.ts';

const sendAnywhere = createWebhookSender({ resolve: async () => [], allowPrivate: true });

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, WEBHOOK_PRIVATE: 'on' }));
  const owner = createBeforeEach(async () => createShopOwner(await openAccount(testServer)));
  const program = createBeforeEach(async () => createShopProgram(testServer, (await owner.addKey()).key));
  const createClaim = async () => (await program.createClaim()).id;
  const run = async () => {
    const deliverer = createWebhookDeliverer(testServer.context, sendAnywhere);
    while ((await deliverer.run()) > 0) await deliverer.finish();
  };

  test('an event that cannot be built holds up no other one', async () => {
    await using receiver = await openWebhookReceiver();
    await owner.addWebhook({ url: receiver.url });
    const { db } = testServer.context;
    await createClaim();
    await db.updateTable('partner_events').set({ data: '{' }).execute();
    const damaged = await createClaim();
    // No date has such a time.
    await db
      .updateTable('test_claims')
      .set({ created_at: 9_000_000_000_000_000_000n })
      .where('id', '=', damaged)
      .execute();
    await createClaim();
    await run();
    expect(receiver.received).toHaveLength(1);
    expect(testServer.log()).toContain('Cannot build a webhook');
    const [webhook] = await owner.listWebhooks();
    const deliveries = await owner.listDeliveries(webhook?.id ?? '');
    expect(deliveries.map(({ status, error }) => [status, error])).toEqual([
      ['delivered', null],
      ['failed', 'event_damaged'],
      ['failed', 'event_damaged'],
    ]);
    expect(
      await readStatusAndBody(
        owner.call(`webhooks/${webhook?.id}/redeliver/`, 'POST', { delivery: deliveries[1]?.id }),
      ),
    ).toMatchObject([409, { code: 'event_damaged' }]);
  });

  test('sends what is due even if new events cannot be queued', async () => {
    await using receiver = await openWebhookReceiver();
    const { id } = await owner.addWebhook({ url: receiver.url });
    await owner.call(`webhooks/${id}/test/`, 'POST');
    await createClaim();
    const { db } = testServer.context;
    const failing = new Proxy(db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name === 'selectFrom')
          return (table: 'webhooks') => {
            if ((table as string) === 'partner_events') throw new Error('No such table');
            return target.selectFrom(table);
          };
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
    const deliverer = createWebhookDeliverer({ ...testServer.context, db: failing }, sendAnywhere);
    await expect(deliverer.run()).rejects.toThrow('No such table');
    await deliverer.finish();
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      WEBHOOK_TEST_EVENT,
    ]);
  });

  test('counts the deliveries of a long log up to 1,000, and leads to the older ones', async () => {
    const { id } = await owner.addWebhook({ url: 'https://93.184.216.34/' });
    await owner.call(`webhooks/${id}/test/`, 'POST');
    const { db } = testServer.context;
    const { id: _, ...row } = await db.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('webhook_deliveries')
      .values(Array.from({ length: MAX_COUNTED_DELIVERIES + 9 }, () => row))
      .execute();
    const list = async (page: number) =>
      v.parse(
        WebhookDeliveries,
        await (await owner.call(`webhooks/${id}/deliveries/?size=100&page=${page}`)).json(),
      );
    const [tenth, last] = [await list(10), await list(11)];
    expect([tenth.count, tenth.results.length, tenth.next]).toEqual([
      MAX_COUNTED_DELIVERIES,
      100,
      expect.stringContaining('page=11'),
    ]);
    expect([last.count, last.results.length, last.next]).toEqual([MAX_COUNTED_DELIVERIES, 10, null]);
  });
});
