import { describe, expect, test } from 'vitest';
import type { AccountLetter } from '#server/accounts/accountMail.ts';
import { deliverDueMail } from '#server/mail/mailWorker.ts';
import { confirmMailbox } from '#server/mail/recipients.ts';
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

  describe('an unconfirmed mailbox', () => {
    test('gets three letters a day, whatever the spelling, also with e-mails about claims', async () => {
      await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '3' });
      const client = createInProcessClient(testServer.app);
      const claim = await client.buildClaim('USDTTRC20', 'SBERRUB');
      await client.createClaim({ ...claim, email: LETTER_RECIPIENT });
      await enqueueLetters(testServer, repeat(ACTIVATE, 2));
      await enqueueLetters(testServer, repeat(REGISTERED, 3), 'Ivan.Petrov+shop@mail.example');
      testServer.advanceClock(1);
      expect(await mailbox.deliver()).toBe(3);
      await enqueueLetters(testServer, [ACTIVATE], 'other@mail.example');
      expect(await mailbox.deliver()).toBe(1);
      testServer.advanceClock(DAY_MS - 1);
      // What has waited for a day is dropped.
      expect(await mailbox.deliver()).toBe(0);
      expect((await listMail()).filter(({ sent_at }) => sent_at === null)).toEqual([]);
    });

    test('gets what waits as soon as it is confirmed', async () => {
      await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '1' });
      await enqueueLetters(testServer, [ACTIVATE, REGISTERED]);
      expect(await mailbox.deliver()).toBe(1);
      testServer.advanceClock(MINUTE_MS);
      expect(await mailbox.deliver()).toBe(0);
      await confirmMailbox(testServer.context, LETTER_RECIPIENT.toUpperCase());
      expect(await mailbox.deliver()).toBe(1);
    });
  });

  test('a confirmed mailbox has a limit, and later letters wait', async () => {
    await start({ LIMIT_MAILS_PER_DAY: '2' });
    await confirmMailbox(testServer.context, LETTER_RECIPIENT);
    await enqueueLetters(testServer, repeat(PASSWORD, 3));
    expect(await mailbox.deliver()).toBe(2);
    testServer.advanceClock(DAY_MS);
    expect(await mailbox.deliver()).toBe(1);
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
});
