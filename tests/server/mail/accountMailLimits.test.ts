import { describe, expect, test, vi } from 'vitest';
import type { AccountLetter } from '#server/accounts/accountMail.ts';
import { deliverDueMail } from '#server/notifications/emails/mailWorker.ts';
import { confirmMailbox } from '#server/platform/mail/mailboxes.ts';
import { createRetentionJob } from '#server/retentionJob.ts';
import { eraseAccountMail } from '#server/notifications/emails/eraseAccountMail.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createMailbox } from '../support/mailbox.ts';
import { ACCOUNT_LETTERS, DEVICE, enqueueLetters, LETTER_RECIPIENT } from './support/accountLetters.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const [ACTIVATE, REGISTERED, RESTORE, PASSWORD] = ACCOUNT_LETTERS;

const repeat = (letter: AccountLetter, count: number) => Array.from({ length: count }, () => letter);

forEachDatabase(startServer => {
  let testServer: TestServer;
  let mailbox: ReturnType<typeof createMailbox>;

  const start = async (env: Record<string, string> = {}) => {
    testServer = await startServer({ ...relaxedLimits, ...env });
    mailbox = createMailbox(testServer, { isRead: false });
  };
  const listMail = () => testServer.context.db.selectFrom('mail').selectAll().orderBy('id').execute();
  const failToSend = () =>
    deliverDueMail(testServer.context, () => Promise.reject(new Error('mail server is down')));

  test('a mailbox gets nine letters about sign-ups a day, whatever the spelling', async () => {
    await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '3' });
    await enqueueLetters(testServer, repeat(ACTIVATE, 5));
    await enqueueLetters(testServer, repeat(REGISTERED, 6), 'Ivan.Petrov+shop@mail.example');
    testServer.advanceClock(1);
    expect(await mailbox.deliver()).toBe(9);
    await enqueueLetters(testServer, [ACTIVATE], 'other@mail.example');
    expect(await mailbox.deliver()).toBe(1);
    // A confirmed one, too: they are about a stranger's sign-ups.
    await confirmMailbox(testServer.context, LETTER_RECIPIENT);
    testServer.advanceClock(DAY_MS - 2);
    expect(await mailbox.deliver()).toBe(0);
    testServer.advanceClock(1);
    // What has waited for a day is dropped.
    expect(await mailbox.deliver()).toBe(0);
    expect((await listMail()).filter(({ sent_at }) => sent_at === null)).toEqual([]);
    expect(testServer.log().match(/Dropped an email: its mailbox has reached the limit/g)).toHaveLength(2);
  });

  test('e-mails about claims and letters about sign-ups hold up only their own kind', async () => {
    await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '1' });
    const client = createInProcessClient(testServer.app);
    const claim = await client.buildClaim('USDTTRC20', 'SBERRUB');
    for (let n = 0; n < 2; n++) await client.createClaim({ ...claim, email: LETTER_RECIPIENT });
    expect(await mailbox.deliver()).toBe(1);
    await enqueueLetters(testServer, repeat(ACTIVATE, 4));
    expect(await mailbox.deliver()).toBe(3);
    testServer.advanceClock(MINUTE_MS);
    await confirmMailbox(testServer.context, LETTER_RECIPIENT.toUpperCase());
    expect(await mailbox.deliver()).toBe(1);
  });

  test('letters that strangers cannot cause are sent whatever else the mailbox got', async () => {
    await start({ LIMIT_MAILS_PER_DAY: '1', LIMIT_UNCONFIRMED_MAILS_PER_DAY: '1' });
    await confirmMailbox(testServer.context, LETTER_RECIPIENT);
    await enqueueLetters(testServer, repeat(REGISTERED, 4));
    expect(await mailbox.deliver()).toBe(3);
    const letters = ACCOUNT_LETTERS.filter(letter => 'device' in letter);
    expect(letters.length).toBeGreaterThan(2);
    await enqueueLetters(testServer, [RESTORE, RESTORE, ...letters]);
    expect(await mailbox.deliver()).toBe(2 + letters.length);
  });

  test('letters about one account are not replaced by newer ones, and none waits for another', async () => {
    await start();
    await enqueueLetters(testServer, [PASSWORD, { kind: 'new_device', ...DEVICE }, PASSWORD]);
    expect(await mailbox.deliver()).toBe(3);
  });

  test.each([
    [ACTIVATE, DAY_MS],
    [RESTORE, HOUR_MS],
  ] as const)(
    'the letter $kind is dropped when its link does not work any more',
    async (letter, lifetimeMs) => {
      await start();
      await enqueueLetters(testServer, [letter]);
      await failToSend();
      const end = testServer.now() + lifetimeMs;
      while (testServer.now() + MINUTE_MS < end) {
        testServer.advanceClock(MINUTE_MS);
        await failToSend();
      }
      expect(await listMail()).toHaveLength(1);
      testServer.advanceClock(6 * HOUR_MS);
      expect(await mailbox.deliver()).toBe(0);
      expect(await listMail()).toEqual([]);
      expect(testServer.log().match(/Cannot send an email: its link has expired/g)).toHaveLength(1);
    },
  );

  test('a letter about security is tried for three days, then it is dead', async () => {
    await start();
    await enqueueLetters(testServer, [PASSWORD]);
    for (let attempt = 0; attempt < 20; attempt++) {
      await failToSend();
      testServer.advanceClock(6 * HOUR_MS);
    }
    expect(await listMail()).toMatchObject([{ attempts: 20n, dead_at: expect.anything() as bigint }]);
    expect(testServer.log().match(/Cannot send an email: no attempts left/g)).toHaveLength(1);
    expect(await mailbox.deliver()).toBe(0);
  });

  describe('retention', () => {
    test('erases a letter RETENTION_DAYS after it was sent, and deletes a dead one', async () => {
      await start({ RETENTION_DAYS: '30' });
      await enqueueLetters(testServer, [PASSWORD]);
      await failToSend();
      await testServer.context.db.updateTable('mail').set({ dead_at: 0n }).execute();
      await enqueueLetters(testServer, [ACTIVATE], 'other@mail.example');
      testServer.advanceClock(HOUR_MS);
      expect(await mailbox.deliver()).toBe(1);
      testServer.advanceClock(30 * DAY_MS - 1);
      // The dead one is an hour older.
      expect(await eraseAccountMail(testServer.context)).toBe(1);
      expect(await listMail()).toMatchObject([{ recipient: 'other@mail.example' }]);
      testServer.advanceClock(1);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const job = createRetentionJob(testServer.context);
      job.start();
      vi.advanceTimersByTime(MINUTE_MS);
      vi.useRealTimers();
      const erased = { kind: 'activate', recipient: '', mailbox: '', subject: '', text: '', about: null };
      await expect.poll(listMail).toMatchObject([erased]);
      await job.stop();
      expect(await eraseAccountMail(testServer.context)).toBe(0);
    });

    test('leaves e-mails about claims to their claims', async () => {
      await start({ RETENTION_DAYS: '1' });
      const client = createInProcessClient(testServer.app);
      await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
      await mailbox.deliver();
      testServer.advanceClock(2 * DAY_MS);
      expect(await eraseAccountMail(testServer.context)).toBe(0);
    });
  });
});
