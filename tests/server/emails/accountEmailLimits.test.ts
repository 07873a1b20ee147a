import { describe, expect, test, vi } from 'vitest';
import type { AccountEmail } from '#server/accounts/accountEmail.ts';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { confirmMailbox } from '#server/platform/email/mailboxes.ts';
import { createRetentionJob } from '#server/retentionJob.ts';
import { eraseAccountEmail } from '#server/notifications/emails/eraseAccountEmail.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createMailbox } from '../support/mailbox.ts';
import { ACCOUNT_EMAILS, DEVICE, enqueueEmails, EMAIL_RECIPIENT } from './support/accountEmails.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const [ACTIVATE, REGISTERED, RESTORE, PASSWORD] = ACCOUNT_EMAILS;

const repeat = (message: AccountEmail, count: number) => Array.from({ length: count }, () => message);

forEachDatabase(startServer => {
  let testServer: TestServer;
  let mailbox: ReturnType<typeof createMailbox>;

  const start = async (env: Record<string, string> = {}) => {
    testServer = await startServer({ ...relaxedLimits, ...env });
    mailbox = createMailbox(testServer, { isRead: false });
  };
  const listStoredEmails = () => testServer.context.db.selectFrom('mail').selectAll().orderBy('id').execute();
  const failToSend = () =>
    deliverDueEmail(testServer.context, () => Promise.reject(new Error('mail server is down')));

  test('a mailbox gets nine e-mails about sign-ups a day, whatever the spelling', async () => {
    await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '3' });
    await enqueueEmails(testServer, repeat(ACTIVATE, 5));
    await enqueueEmails(testServer, repeat(REGISTERED, 6), 'Ivan.Petrov+shop@mail.example');
    testServer.advanceClock(1);
    expect(await mailbox.deliver()).toBe(9);
    await enqueueEmails(testServer, [ACTIVATE], 'other@mail.example');
    expect(await mailbox.deliver()).toBe(1);
    // A confirmed one, too: they are about a stranger's sign-ups.
    await confirmMailbox(testServer.context, EMAIL_RECIPIENT);
    testServer.advanceClock(DAY_MS - 2);
    expect(await mailbox.deliver()).toBe(0);
    testServer.advanceClock(1);
    // What has waited for a day is dropped.
    expect(await mailbox.deliver()).toBe(0);
    expect((await listStoredEmails()).filter(({ sent_at }) => sent_at === null)).toEqual([]);
    expect(testServer.log().match(/Dropped an email: its mailbox has reached the limit/g)).toHaveLength(2);
  });

  test('e-mails about claims and e-mails about sign-ups hold up only their own kind', async () => {
    await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '1' });
    const client = createInProcessClient(testServer.app);
    const claim = await client.buildClaim('USDTTRC20', 'SBERRUB');
    for (let n = 0; n < 2; n++) await client.createClaim({ ...claim, email: EMAIL_RECIPIENT });
    expect(await mailbox.deliver()).toBe(1);
    await enqueueEmails(testServer, repeat(ACTIVATE, 4));
    expect(await mailbox.deliver()).toBe(3);
    testServer.advanceClock(MINUTE_MS);
    await confirmMailbox(testServer.context, EMAIL_RECIPIENT.toUpperCase());
    expect(await mailbox.deliver()).toBe(1);
  });

  test('e-mails that strangers cannot cause are sent whatever else the mailbox got', async () => {
    await start({ LIMIT_MAILS_PER_DAY: '1', LIMIT_UNCONFIRMED_MAILS_PER_DAY: '1' });
    await confirmMailbox(testServer.context, EMAIL_RECIPIENT);
    await enqueueEmails(testServer, repeat(REGISTERED, 4));
    expect(await mailbox.deliver()).toBe(3);
    const emails = ACCOUNT_EMAILS.filter(message => 'device' in message);
    expect(emails.length).toBeGreaterThan(2);
    await enqueueEmails(testServer, [RESTORE, RESTORE, ...emails]);
    expect(await mailbox.deliver()).toBe(2 + emails.length);
  });

  test('e-mails about one account are not replaced by newer ones, and none waits for another', async () => {
    await start();
    await enqueueEmails(testServer, [PASSWORD, { kind: 'new_device', ...DEVICE }, PASSWORD]);
    expect(await mailbox.deliver()).toBe(3);
  });

  test.each([
    [ACTIVATE, DAY_MS],
    [RESTORE, HOUR_MS],
  ] as const)(
    'the e-mail $kind is dropped when its link does not work any more',
    async (message, lifetimeMs) => {
      await start();
      await enqueueEmails(testServer, [message]);
      await failToSend();
      const end = testServer.now() + lifetimeMs;
      while (testServer.now() + MINUTE_MS < end) {
        testServer.advanceClock(MINUTE_MS);
        await failToSend();
      }
      expect(await listStoredEmails()).toHaveLength(1);
      testServer.advanceClock(6 * HOUR_MS);
      expect(await mailbox.deliver()).toBe(0);
      expect(await listStoredEmails()).toEqual([]);
      expect(testServer.log().match(/Cannot send an email: its link has expired/g)).toHaveLength(1);
    },
  );

  test('an e-mail about security is tried for three days, then it is dead', async () => {
    await start();
    await enqueueEmails(testServer, [PASSWORD]);
    for (let attempt = 0; attempt < 20; attempt++) {
      await failToSend();
      testServer.advanceClock(6 * HOUR_MS);
    }
    expect(await listStoredEmails()).toMatchObject([{ attempts: 20n, dead_at: expect.anything() as bigint }]);
    expect(testServer.log().match(/Cannot send an email: no attempts left/g)).toHaveLength(1);
    expect(await mailbox.deliver()).toBe(0);
  });

  describe('retention', () => {
    test('erases an e-mail RETENTION_DAYS after it was sent, and deletes a dead one', async () => {
      await start({ RETENTION_DAYS: '30' });
      await enqueueEmails(testServer, [PASSWORD]);
      await failToSend();
      await testServer.context.db.updateTable('mail').set({ dead_at: 0n }).execute();
      await enqueueEmails(testServer, [ACTIVATE], 'other@mail.example');
      testServer.advanceClock(HOUR_MS);
      expect(await mailbox.deliver()).toBe(1);
      testServer.advanceClock(30 * DAY_MS - 1);
      // The dead one is an hour older.
      expect(await eraseAccountEmail(testServer.context)).toBe(1);
      expect(await listStoredEmails()).toMatchObject([{ recipient: 'other@mail.example' }]);
      testServer.advanceClock(1);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const job = createRetentionJob(testServer.context);
      job.start();
      vi.advanceTimersByTime(MINUTE_MS);
      vi.useRealTimers();
      const erased = { kind: 'activate', recipient: '', mailbox: '', subject: '', text: '', about: null };
      await expect.poll(listStoredEmails).toMatchObject([erased]);
      await job.stop();
      expect(await eraseAccountEmail(testServer.context)).toBe(0);
    });

    test('leaves e-mails about claims to their claims', async () => {
      await start({ RETENTION_DAYS: '1' });
      const client = createInProcessClient(testServer.app);
      await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
      await mailbox.deliver();
      testServer.advanceClock(2 * DAY_MS);
      expect(await eraseAccountEmail(testServer.context)).toBe(0);
    });
  });
});
