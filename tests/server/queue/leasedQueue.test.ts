import { expect, test } from 'vitest';
import { emailQueue } from '#server/notifications/emails/emailAttempts.ts';
import { createLeasedQueue } from '#server/platform/jobs/leasedQueue.ts';
import { buildDeliveryColumns, deliveryQueue } from '#server/partners/webhooks/leaseDeliveries.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { addDueEmail } from '../emails/support/dueEmail.ts';
import { createShopOwner } from '../shop/support/shopClient.ts';

const LEASE_MS = 30_000;
const messageQueue = createLeasedQueue('telegram_messages', { orderColumns: ['chat_id'] });

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, WEBHOOK_PRIVATE: 'on' }));
  const getDb = () => testServer.context.db;
  const listStoredEmails = () => getDb().selectFrom('mail').selectAll().orderBy('id').execute();
  const selectDueEmail = () => emailQueue.selectDue(getDb(), testServer.now()).selectAll().execute();
  const leaseUntil = (at: number) => () => ({ next_at: BigInt(at) });

  test('only one of several processes leases a message, also if all have selected it before', async () => {
    await addDueEmail(testServer, 5);
    const due = await selectDueEmail();
    const end = testServer.now() + LEASE_MS;
    const leased = await Promise.all(
      Array.from({ length: 4 }, () => emailQueue.lease(getDb(), due, leaseUntil(end))),
    );
    expect(
      leased
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(due.map(({ id }) => id).toSorted());
    expect(await selectDueEmail()).toEqual([]);
    for (const row of await listStoredEmails())
      expect(row).toMatchObject({ attempts: 1n, next_at: BigInt(end) });
  });

  test('a message of a killed process is due again when its lease ends, and counts as tried', async () => {
    await addDueEmail(testServer, 1);
    const end = testServer.now() + LEASE_MS;
    const [leased] = await emailQueue.lease(getDb(), await selectDueEmail(), leaseUntil(end));
    expect(leased?.attempts).toBe(1n);
    testServer.advanceClock(LEASE_MS - 1);
    expect(await selectDueEmail()).toEqual([]);
    testServer.advanceClock(1);
    expect(await selectDueEmail()).toMatchObject([{ attempts: 1n, message_id: leased?.message_id }]);
  });

  test('after another process has leased a message, nothing is recorded for the earlier attempt', async () => {
    await addDueEmail(testServer, 1);
    const end = testServer.now() + LEASE_MS;
    const first = await emailQueue.lease(getDb(), await selectDueEmail(), leaseUntil(end));
    const second = await emailQueue.lease(getDb(), first, leaseUntil(end + LEASE_MS));
    const before = await listStoredEmails();
    expect(await emailQueue.lease(getDb(), first, leaseUntil(0))).toEqual([]);
    expect(await emailQueue.update(getDb(), first, () => ({ dead_at: 1n }))).toEqual(new Set());
    expect(await emailQueue.release(getDb(), first, 0n)).toEqual(new Set());
    await emailQueue.delete(getDb(), first);
    expect(await listStoredEmails()).toEqual(before);
    // The process with the lease records.
    const ids = new Set(second.map(({ id }) => id));
    expect(await emailQueue.update(getDb(), second, () => ({ dead_at: 1n }))).toEqual(ids);
  });

  test('a returned lease does not count as an attempt, and the message is due again', async () => {
    await addDueEmail(testServer, 3);
    const due = await selectDueEmail();
    const leased = await emailQueue.lease(getDb(), due, leaseUntil(testServer.now() + LEASE_MS));
    await emailQueue.release(getDb(), leased, BigInt(testServer.now()));
    expect(await selectDueEmail()).toEqual(due);
  });

  test.each(['sent_at', 'dead_at'] as const)('a message with %s is neither due nor changed', async column => {
    await addDueEmail(testServer, 1);
    const due = await selectDueEmail();
    await getDb()
      .updateTable('mail')
      .set({ [column]: 1n })
      .execute();
    const before = await listStoredEmails();
    expect(await selectDueEmail()).toEqual([]);
    expect(await emailQueue.lease(getDb(), due, leaseUntil(0))).toEqual([]);
    await emailQueue.delete(getDb(), due);
    expect(await listStoredEmails()).toEqual(before);
  });

  test('messages of one chat are due one after another, whichever is due for longer', async () => {
    const now = testServer.now();
    const rows = [
      { chat_id: 1n, next_at: BigInt(now) },
      { chat_id: 1n, next_at: BigInt(now - 10) },
      { chat_id: 2n, next_at: BigInt(now - 5) },
    ];
    await getDb()
      .insertInto('telegram_messages')
      .values(rows.map(row => ({ ...row, kind: 'help', attempts: 0n, at: BigInt(now) }) as const))
      .execute();
    const selectDue = () => messageQueue.selectDue(getDb(), testServer.now()).selectAll().execute();
    const [other, first] = await selectDue();
    expect([other, first]).toMatchObject([rows[2], rows[0]]);
    // A message that waits for its next attempt holds the later one back.
    await messageQueue.lease(getDb(), first ? [first] : [], leaseUntil(now + LEASE_MS));
    expect(await selectDue()).toEqual([other]);
    testServer.advanceClock(LEASE_MS);
    const [, again] = await selectDue();
    expect(again).toMatchObject({ id: first?.id, attempts: 1n });
    await messageQueue.delete(getDb(), again ? [again] : []);
    expect((await selectDue()).map(({ id }) => id)).toEqual([(first?.id ?? 0n) + 1n, other?.id]);
  });

  test('events of a claim wait for its earlier events that have not ended; events of no claim wait for none', async () => {
    const owner = createShopOwner(await openAccount(testServer));
    const webhook = await owner.addWebhook({ url: 'http://127.0.0.1:9000/webhook' });
    const at = BigInt(testServer.now());
    const ids: bigint[] = [];
    for (const claim_id of ['a', 'a', 'b', null, null]) {
      const event = { webhook_id: webhook.id, message_id: 'msg', kind: 'claim.status', claim_id, body: '{}' };
      const { id } = await getDb()
        .insertInto('webhook_deliveries')
        .values({ ...event, ...buildDeliveryColumns(at) })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(id);
    }
    const listDue = async () =>
      (await deliveryQueue.selectDue(getDb(), testServer.now()).select('id').execute()).map(({ id }) =>
        ids.indexOf(id),
      );
    expect(await listDue()).toEqual([0, 2, 3, 4]);
    await deliveryQueue.update(getDb(), [{ id: ids[0] ?? 0n, attempts: 0n }], () => ({ ended_at: at }));
    expect(await listDue()).toEqual([1, 2, 3, 4]);
  });
});
