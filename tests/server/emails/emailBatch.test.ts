import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { leaseDueEmail, EMAIL_BATCH_SIZE } from '#server/notifications/emails/leaseEmail.ts';
import { MAX_EMAIL_CONNECTIONS, type EmailMessage } from '#server/platform/email/emailTransport.ts';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { addDueEmail } from './support/dueEmail.ts';

const accept = () => Promise.resolve();

/** Counts the commits of this process from now on. */
function countCommits(): () => number {
  const spies = [vi.spyOn(DatabaseSync.prototype, 'exec'), vi.spyOn(pg.Client.prototype, 'query')];
  return () => spies.flatMap(spy => spy.mock.calls).filter(([text]) => String(text) === 'commit').length;
}

/** Makes every transaction of this process fail while `isDown` is set: other jobs of the server use the database as well. */
function interruptDatabase(): { isDown: boolean } {
  const state = { isDown: false };
  const { exec } = DatabaseSync.prototype;
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const check = () => {
    if (state.isDown) throw new Error('the database is not available');
  };
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    check();
    exec.call(this, sql);
  });
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    check();
    return query.apply(this, args);
  } as never);
  return state;
}

forEachDatabase((startServer, dialect) => {
  const listStoredEmails = ({ context }: TestServer) => context.db.selectFrom('mail').selectAll().execute();
  const countSent = async (testServer: TestServer) =>
    (await listStoredEmails(testServer)).filter(({ sent_at }) => sent_at !== null).length;

  test('a batch costs two commits', async () => {
    const testServer = await startServer(relaxedLimits);
    await addDueEmail(testServer, 2 * EMAIL_BATCH_SIZE);
    const getCommitCount = countCommits();
    expect(await deliverDueEmail(testServer.context, accept)).toBe(2 * EMAIL_BATCH_SIZE);
    expect(getCommitCount()).toBe(4);
    expect(await deliverDueEmail(testServer.context, accept)).toBe(0);
    expect(getCommitCount()).toBe(4);
  });

  test('e-mails with news that have been due for longer wait for the others', async () => {
    const testServer = await startServer(relaxedLimits);
    const { db } = testServer.context;
    const dueAt = BigInt(testServer.now() - 60_000);
    const news = Array.from({ length: 2 * EMAIL_BATCH_SIZE }, (_, n) => ({
      message_id: `otkrytie.${n}.news`,
      claim_id: null,
      kind: 'news' as const,
      recipient: `reader${n}@mail.example`,
      mailbox: `reader${n}@mail.example`,
      subject: '',
      text: '',
      attempts: 0n,
      next_at: dueAt,
      sent_at: null,
      dead_at: null,
      at: dueAt,
    }));
    await db.insertInto('mail').values(news).execute();
    await addDueEmail(testServer, EMAIL_BATCH_SIZE + 3);
    const leaseKinds = async () => (await leaseDueEmail(testServer.context)).emails.map(({ kind }) => kind);
    const repeat = (kind: string, count: number) => Array<string>(count).fill(kind);
    expect(await leaseKinds()).toEqual(repeat('claim', EMAIL_BATCH_SIZE));
    expect(await leaseKinds()).toEqual([...repeat('claim', 3), ...repeat('news', EMAIL_BATCH_SIZE - 3)]);
    expect(await leaseKinds()).toEqual(repeat('news', EMAIL_BATCH_SIZE));
  });

  test('as many e-mails as there are connections are sent at the same time', async () => {
    const testServer = await startServer(relaxedLimits);
    await addDueEmail(testServer, EMAIL_BATCH_SIZE);
    let [running, most] = [0, 0];
    const send = async () => {
      most = Math.max(most, ++running);
      await new Promise(resolve => setTimeout(resolve, 5));
      running--;
    };
    expect(await deliverDueEmail(testServer.context, send)).toBe(EMAIL_BATCH_SIZE);
    expect(most).toBe(MAX_EMAIL_CONNECTIONS);
  });

  test('accepted e-mails are recorded while another one of their batch is on its way', async () => {
    const testServer = await startServer(relaxedLimits);
    await addDueEmail(testServer, EMAIL_BATCH_SIZE);
    const hanging = Promise.withResolvers<void>();
    let isFirst = true;
    const send = () => {
      if (!isFirst) return accept();
      isFirst = false;
      return hanging.promise;
    };
    const delivery = deliverDueEmail(testServer.context, send);
    await expect.poll(() => countSent(testServer)).toBe(EMAIL_BATCH_SIZE - 1);
    hanging.resolve();
    expect(await delivery).toBe(EMAIL_BATCH_SIZE);
    expect(await countSent(testServer)).toBe(EMAIL_BATCH_SIZE);
  });

  test('e-mails that a slow mail server leaves no time for are due again, without a counted attempt', async () => {
    const testServer = await startServer(relaxedLimits);
    await addDueEmail(testServer, EMAIL_BATCH_SIZE - 1);
    const start = performance.now();
    let startedCount = 0;
    const allStarted = Promise.withResolvers<void>();
    const sendSlowly = async () => {
      if (++startedCount === MAX_EMAIL_CONNECTIONS) allStarted.resolve();
      await allStarted.promise;
      vi.spyOn(performance, 'now').mockReturnValue(start + 60_000);
    };
    expect(await deliverDueEmail(testServer.context, sendSlowly)).toBe(MAX_EMAIL_CONNECTIONS);
    vi.restoreAllMocks();
    const unsent = (await listStoredEmails(testServer)).filter(({ sent_at }) => sent_at === null);
    expect(new Set(unsent.map(({ attempts }) => attempts))).toEqual(new Set([0n]));
    expect(await deliverDueEmail(testServer.context, accept)).toBe(unsent.length);
  });

  test('what was accepted is recorded when the database works again, and not sent twice', async () => {
    const testServer = await startServer(relaxedLimits);
    await addDueEmail(testServer, 1);
    const database = interruptDatabase();
    let sendCount = 0;
    const send = () => {
      sendCount++;
      database.isDown = true;
      return accept();
    };
    const delivery = deliverDueEmail(testServer.context, send);
    await expect.poll(() => testServer.log()).toContain('Cannot record sent emails: retrying');
    database.isDown = false;
    expect(await delivery).toBe(1);
    expect(await countSent(testServer)).toBe(1);
    expect(sendCount).toBe(1);
  });

  test('failures in a batch do not affect the others', async () => {
    const testServer = await startServer(relaxedLimits);
    await addDueEmail(testServer, EMAIL_BATCH_SIZE);
    let count = 0;
    const send = () => (++count % 4 === 0 ? Promise.reject(new Error('no')) : accept());
    expect(await deliverDueEmail(testServer.context, send)).toBe((EMAIL_BATCH_SIZE * 3) / 4);
    const rows = await listStoredEmails(testServer);
    expect(rows.filter(({ sent_at }) => sent_at === null)).toHaveLength(EMAIL_BATCH_SIZE / 4);
    for (const { attempts, sent_at, text } of rows) {
      expect(attempts).toBe(1n);
      // Each row has its own text.
      expect(text !== '').toBe(sent_at !== null);
    }
  });

  test('servers share the work, and each mailbox keeps its limit', async () => {
    const testServer = await startServer({ ...relaxedLimits, LIMIT_UNCONFIRMED_MAILS_PER_DAY: '3' });
    const otherServer =
      dialect === 'postgres'
        ? await bootstrapExchange(testServer.config, testServer.context.log, testServer.now)
        : null;
    const sent: EmailMessage[][] = [[], []];
    const collect = (messages: EmailMessage[] | undefined) => async (message: EmailMessage) => {
      messages?.push(message);
      await new Promise(resolve => setTimeout(resolve, 2));
    };
    try {
      await addDueEmail(testServer, 200, n => `client${n % 40}@example.com`);
      for (let run = 0; run < 10; run++)
        await Promise.all([
          deliverDueEmail(testServer.context, collect(sent[0])),
          deliverDueEmail((otherServer ?? testServer).context, collect(sent[1])),
        ]);
      const countByMailbox = Map.groupBy(sent.flat(), ({ to }) => to);
      expect(countByMailbox.size).toBe(40);
      for (const [, messages] of countByMailbox) expect(messages).toHaveLength(3);
      for (const messages of sent) expect(messages.length).toBeGreaterThan(0);
      expect(new Set(sent.flat().map(({ messageId }) => messageId)).size).toBe(120);
    } finally {
      await otherServer?.close();
    }
  });
});
