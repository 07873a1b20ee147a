import { beforeEach, expect, test } from 'vitest';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { resealRows } from '#server/accounts/sealedColumns.ts';
import { selectOldestWebhook } from '#server/operator/metrics/webhookMetrics.ts';
import { FAILING_LIMIT_MS, RETRY_DELAYS_MS } from '#server/partners/webhooks/recordAttempt.ts';
import { createWebhookSender, type SendWebhook } from '#server/partners/webhooks/sendWebhook.ts';
import { createWebhookDeliverer } from '#server/partners/webhooks/webhookWorker.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { listEmails, openAccount } from '../accounts/support/accountBrowser.ts';
import { readStatusAndBody } from '../support/claimDriver.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';
import { verifyWebhook } from './support/verifyWebhook.ts';
import { openWebhookReceiver } from './support/webhookReceiver.ts';

const EMAIL = 'ivan@mail.example';
const HOUR_MS = 3_600_000;
const sendAnywhere = createWebhookSender({ resolve: async () => [], allowPrivate: true });

forEachDatabase((startServer, dialect) => {
  let run: () => Promise<void>;
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, WEBHOOK_PRIVATE: 'on' }));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL));
  const owner = createBeforeEach(() => createShopOwner(browser));
  const program = createBeforeEach(async () => createShopProgram(testServer, (await owner.addKey()).key));
  beforeEach(async () => {
    const deliverer = createWebhookDeliverer(testServer.context, sendAnywhere);
    run = async () => {
      // Each delivery lets the next one of its claim go.
      while ((await deliverer.run()) > 0) await deliverer.finish();
    };
  });
  const addEvents = async (claims: number, ...statuses: string[]) => {
    const ids: string[] = [];
    for (let count = 0; count < claims; count++) {
      const { id } = await program.createClaim({ sub: `order-${count}` });
      await program.move(id, ...statuses);
      ids.push(id);
    }
    return ids;
  };

  test('signs every event so that the published library verifies it, without data of the client', async () => {
    await using receiver = await openWebhookReceiver();
    const { secret, ...webhook } = await owner.addWebhook({ url: receiver.url });
    expect(await owner.listWebhooks()).toEqual([webhook]);
    const [id] = await addEvents(1, 'confirming', 'aml', 'paid', 'payout', 'completed');
    await run();
    const events = receiver.received.map(request => verifyWebhook(secret, request, testServer.now()));
    const claim = {
      id,
      number: expect.stringMatching(/^T/),
      mode: 'test',
      from: 'LTC',
      to: 'SBERRUB',
      fromSumma: expect.stringMatching(/^\d/),
      toSumma: expect.stringMatching(/^\d/),
      sub: 'order-0',
      createdAt: new Date(testServer.now()).toISOString(),
    };
    const status = (previousStatus: string | null, next: string) => ({
      type: 'claim.status',
      timestamp: claim.createdAt,
      data: { status: next, previousStatus, reason: null, cause: null, claim },
    });
    expect(events).toEqual([
      status(null, 'waiting'),
      status('waiting', 'confirming'),
      status('confirming', 'aml'),
      status('aml', 'paid'),
      status('paid', 'payout'),
      status('payout', 'completed'),
      {
        type: 'accrual.created',
        timestamp: claim.createdAt,
        data: {
          entry: `test-${id}`,
          summa: '1.0000',
          currency: 'USD',
          availableAt: new Date(testServer.now() + 72 * HOUR_MS).toISOString(),
          claim,
        },
      },
    ]);
    expect(() => verifyWebhook('whsec_c2VjcmV0', receiver.received[0], testServer.now())).toThrow();
    const deliveries = await owner.listDeliveries(webhook.id);
    expect(deliveries).toHaveLength(7);
    expect(deliveries[0]).toMatchObject({
      messageId: receiver.received[6]?.headers['webhook-id'],
      event: 'accrual.created',
      status: 'delivered',
      attempt: 1,
      responseCode: 204,
      error: null,
      nextAt: null,
    });
    expect(testServer.log()).not.toContain('"err"');
  });

  test('keeps the order of each claim while other claims go on, and retries by the schedule', async () => {
    await using receiver = await openWebhookReceiver();
    const { id: webhookId } = await owner.addWebhook({ url: receiver.url, events: ['claim.status'] });
    let failing: string | undefined;
    receiver.respond = (response, { body }) => {
      const { data } = JSON.parse(body) as { data: { claim: { id: string } } };
      response.writeHead(data.claim.id === failing ? 503 : 200).end();
    };
    const [first = '', second = ''] = await addEvents(2, 'claimed');
    failing = first;
    await run();
    const list = () => receiver.listData().map(({ status, claim }) => [(claim as { id: string }).id, status]);
    expect(list().toSorted()).toEqual(
      [
        [first, 'waiting'],
        [second, 'waiting'],
        [second, 'claimed'],
      ].toSorted(),
    );
    // A webhook that fails gets one attempt at a time, by the schedule.
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      const before = receiver.received.length;
      testServer.advanceClock(delay - 1);
      await run();
      expect(receiver.received).toHaveLength(before);
      testServer.advanceClock(delay * 0.1 + 2);
      await browser.refresh();
      await run();
      expect(receiver.received.length - before).toBeGreaterThan(0);
      const [delivery] = (await owner.listDeliveries(webhookId))
        .filter(({ claim }) => claim === first)
        .slice(-1);
      expect(delivery?.attempt).toBe(index + 2);
    }
    // The last attempt has failed, so the next event of the claim goes out.
    expect(list().at(-1)).toEqual([first, 'claimed']);
    failing = undefined;
    testServer.advanceClock(2 * HOUR_MS);
    await browser.refresh();
    await run();
    const mine = (await owner.listDeliveries(webhookId)).filter(({ claim }) => claim === first);
    expect(mine.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['delivered', 2],
      ['failed', RETRY_DELAYS_MS.length + 1],
    ]);
    const ids = receiver.received.filter(
      ({ body }) => body.includes(first) && body.includes('"status":"waiting"'),
    );
    expect(new Set(ids.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await owner.listWebhooks())[0]?.failingSince).toBeNull();
  });

  test('two processes lose no event and deliver none twice', async () => {
    await using receiver = await openWebhookReceiver();
    await owner.addWebhook({ url: receiver.url, events: ['claim.status'] });
    const ids = await addEvents(6, 'claimed', 'confirming');
    const second =
      dialect === 'postgres'
        ? await bootstrapExchange(testServer.config, testServer.context.log, testServer.now)
        : { context: testServer.context, close: async () => {} };
    const deliverers = [testServer.context, second.context].map(context =>
      createWebhookDeliverer(context, sendAnywhere),
    );
    for (let isBusy = true; isBusy;) {
      const counts = await Promise.all(deliverers.map(({ run: start }) => start()));
      await Promise.all(deliverers.map(({ finish }) => finish()));
      isBusy = counts.some(count => count > 0);
    }
    await second.close();
    const byClaim = Map.groupBy(receiver.listData(), ({ claim }) => (claim as { id: string }).id);
    expect(
      Object.fromEntries([...byClaim].map(([id, data]) => [id, data.map(({ status }) => status)])),
    ).toEqual(Object.fromEntries(ids.map(id => [id, ['waiting', 'claimed', 'confirming']])));
  });

  test('both secrets sign for 24 hours after a rotation, also with a new server key', async () => {
    await using receiver = await openWebhookReceiver();
    const { id, secret: before } = await owner.addWebhook({ url: receiver.url });
    const { secret: after, previousSecretUntil } = await owner.rotate(id);
    expect(previousSecretUntil).toBe(new Date(testServer.now() + 24 * HOUR_MS).toISOString());
    const { keys, db } = testServer.context;
    // As `keys reseal` does. The number of sealed texts: two secrets.
    expect(
      await resealRows(db, {
        ...keys,
        currentId: 'ffffffff',
        getDerivedKey: (_id, purpose) => keys.getDerivedKey(keys.currentId, purpose),
      }),
    ).toEqual({ resealed: 2, lost: 0 });
    expect(
      await resealRows(db, {
        ...keys,
        getDerivedKey: (_id, purpose) => keys.getDerivedKey(keys.currentId, purpose),
      }),
    ).toEqual({ resealed: 2, lost: 0 });
    expect((await owner.call(`webhooks/${id}/test/`, 'POST')).status).toBe(202);
    await run();
    const [first] = receiver.received;
    for (const secret of [before, after])
      expect(verifyWebhook(secret, first, testServer.now())).toMatchObject({ type: 'webhook.test' });
    testServer.advanceClock(24 * HOUR_MS);
    await browser.refresh();
    expect((await owner.call(`webhooks/${id}/test/`, 'POST')).status).toBe(202);
    await run();
    const second = receiver.received[1];
    expect(() => verifyWebhook(before, second, testServer.now())).toThrow();
    expect(verifyWebhook(after, second, testServer.now())).toBeTruthy();
    const rows = await db.selectFrom('webhooks').select('sealed_secret').execute();
    expect(JSON.stringify(rows)).not.toContain(after.slice(6));
  });

  test('is turned off after 5 failing days and by a 410, with an e-mail, and on again by its owner', async () => {
    await using receiver = await openWebhookReceiver();
    const { id } = await owner.addWebhook({ url: receiver.url });
    receiver.respond = response => void response.writeHead(500).end();
    await addEvents(1);
    await run();
    testServer.advanceClock(FAILING_LIMIT_MS);
    await run();
    await browser.logIn(EMAIL);
    const [off] = await owner.listWebhooks();
    expect(off?.off).toEqual({ at: new Date(testServer.now()).toISOString(), reason: 'failing' });
    const emails = async () => (await listEmails(testServer)).filter(({ kind }) => kind === 'webhook_off');
    expect(await emails()).toEqual([{ kind: 'webhook_off', url: receiver.url, reason: 'failing' }]);
    await addEvents(1);
    await run();
    expect(receiver.received).toHaveLength(2);
    expect(await readStatusAndBody(owner.call(`webhooks/${id}/test/`, 'POST'))).toMatchObject([
      409,
      { code: 'webhook_off' },
    ]);
    // As if an event had been queued while it was turned off: it must not arrive later.
    const { db } = testServer.context;
    await db.updateTable('webhook_deliveries').set({ ended_at: null, error: null }).execute();
    expect(await selectOldestWebhook(db).execute()).toEqual([{ created_at: null }]);
    expect((await owner.call(`webhooks/${id}/`, 'PATCH', { on: true })).status).toBe(200);
    expect(await owner.listDeliveries(id)).toMatchObject([{ status: 'failed', error: 'webhook_off' }]);
    receiver.respond = response => void response.writeHead(410).end();
    const [claim] = await addEvents(1, 'claimed');
    await run();
    expect(receiver.received.filter(({ body }) => body.includes(claim ?? '?'))).toHaveLength(1);
    expect((await owner.listWebhooks())[0]?.off?.reason).toBe('gone');
    expect(await emails()).toHaveLength(2);
    expect((await owner.listDeliveries(id)).map(({ status }) => status)).not.toContain('pending');
  });

  test('a delivery can be sent again with the same id; a killed attempt is repeated; a stop returns it', async () => {
    await using receiver = await openWebhookReceiver();
    const { id } = await owner.addWebhook({ url: receiver.url });
    await addEvents(1);
    await run();
    const [delivery] = await owner.listDeliveries(id);
    expect((await owner.call(`webhooks/${id}/redeliver/`, 'POST', { delivery: delivery?.id })).status).toBe(
      202,
    );
    expect((await owner.call(`webhooks/${id}/redeliver/`, 'POST', { delivery: 999_999 })).status).toBe(404);
    // The process ends during the attempt, as by kill -9.
    const hanging: SendWebhook = () => new Promise(() => undefined);
    expect(await createWebhookDeliverer(testServer.context, hanging).run()).toBe(1);
    await run();
    expect(receiver.received).toHaveLength(1);
    testServer.advanceClock(30_000);
    await run();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
    // A graceful stop ends the attempt and counts it as none.
    await owner.call(`webhooks/${id}/test/`, 'POST');
    const requested = Promise.withResolvers<void>();
    receiver.respond = () => requested.resolve();
    const stopped = createWebhookDeliverer(testServer.context, sendAnywhere);
    const stop = new AbortController();
    await stopped.run({ stopping: stop.signal, aborted: stop.signal });
    await requested.promise;
    stop.abort();
    await stopped.finish();
    expect((await owner.listDeliveries(id))[0]).toMatchObject({ status: 'pending', attempt: 0 });
  });
});
