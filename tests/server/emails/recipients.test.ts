import { beforeEach, describe, expect, test } from 'vitest';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { eraseEndedClaims } from '#server/exchange/claims/retention/eraseEndedClaims.ts';
import { leaseDueEmail } from '#server/notifications/emails/leaseEmail.ts';
import { getMailbox } from '#server/platform/email/mailboxes.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { createVerificationClient } from '../../support/verificationClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createMailbox, getEmailSecret } from '../support/mailbox.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const VICTIM = 'victim@example.com';

test('spellings of one address are one mailbox', () => {
  for (const spelling of [
    'victim@example.com',
    'Victim@Example.COM',
    'victim+a@example.com',
    'victim+a+b@example.com',
  ])
    expect(getMailbox(spelling)).toBe(VICTIM);
  expect(getMailbox('other@example.com')).not.toBe(VICTIM);
});

forEachDatabase(startServer => {
  let testServer: TestServer;
  let mailbox: ReturnType<typeof createMailbox>;
  let client: ReturnType<typeof createInProcessClient>;

  const start = async (env: Record<string, string> = {}) => {
    testServer = await startServer({ ...relaxedLimits, ...env });
    mailbox = createMailbox(testServer, { isRead: false });
    client = createInProcessClient(testServer.app);
  };

  const createClaim = async (email = VICTIM) =>
    client.createClaim({ ...(await client.buildClaim('USDTTRC20', 'SBERRUB')), email });

  const listUnsent = () =>
    testServer.context.db.selectFrom('mail').select(['id', 'next_at']).where('sent_at', 'is', null).execute();

  describe('an unconfirmed mailbox', () => {
    beforeEach(() => start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '3' }));

    test('gets one e-mail about a claim, and none about its expiry', async () => {
      const claim = await createClaim();
      expect(await mailbox.deliver()).toBe(1);
      expect(mailbox.readLast()).toContain(
        'Чтобы получать следующие письма о заявке, откройте её по ссылке.',
      );
      testServer.advanceClock(30 * MINUTE_MS);
      expect(await expireOverdueClaims(testServer.context)).toBe(1);
      for (let hour = 0; hour < 30; hour++) {
        testServer.advanceClock(60 * MINUTE_MS);
        expect(await mailbox.deliver()).toBe(0);
      }
      // Dropped after a day: nobody is told of it later.
      expect(await listUnsent()).toEqual([]);
      expect((await client.fetchClaim(claim.id, 'status', getEmailSecret(testServer, claim.id))).status).toBe(
        200,
      );
      expect(await mailbox.deliver()).toBe(0);
    });

    test('gets three e-mails a day, whatever the number of claims and the spelling', async () => {
      for (const email of [
        VICTIM,
        'VICTIM@example.com',
        'victim+x@example.com',
        'Victim+y@example.com',
        VICTIM,
      ])
        await createClaim(email);
      expect(await mailbox.deliver()).toBe(3);
      await createClaim('other@example.com');
      expect(await mailbox.deliver()).toBe(1);
      testServer.advanceClock(DAY_MS - 1);
      expect(await mailbox.deliver()).toBe(0);
      testServer.advanceClock(1);
      // What has waited for a day is dropped: nobody needs it any more.
      expect(await mailbox.deliver()).toBe(0);
      expect(await listUnsent()).toEqual([]);
      await createClaim();
      expect(await mailbox.deliver()).toBe(1);
    });

    test('gets further e-mails once somebody opens a link, at once', async () => {
      const claim = await createClaim();
      await mailbox.deliver();
      const secret = /#([\w-]{43})/.exec(mailbox.readLast())?.[1] ?? '';
      expect(secret).toBe(getEmailSecret(testServer, claim.id));
      expect(secret).not.toBe(claim.secret);
      testServer.advanceClock(30 * MINUTE_MS);
      await expireOverdueClaims(testServer.context);
      expect(await mailbox.deliver()).toBe(0);
      // The creator's secret proves nothing about the mailbox.
      expect((await client.fetchClaim(claim.id, 'status', claim.secret)).status).toBe(200);
      expect(await mailbox.deliver()).toBe(0);
      expect((await client.fetchClaim(claim.id, 'status', secret)).status).toBe(200);
      expect(await mailbox.deliver()).toBe(1);
      expect(mailbox.listHeadlines()).toEqual(['ждём оплату', 'время оплаты истекло']);
      for (let count = 0; count < 4; count++) await createClaim();
      expect(await mailbox.deliver()).toBe(4);
      expect(mailbox.readLast()).not.toContain('Чтобы получать');
      const [row, ...others] = await testServer.context.db
        .selectFrom('mail_recipients')
        .selectAll()
        .execute();
      expect(others).toEqual([]);
      expect(JSON.stringify(row?.mailbox_hash)).not.toContain('victim');
    });

    test('the secret of the link opens the claim like the creator’s', async () => {
      const claim = await createClaim();
      expect(claim.emailConfirmed).toBe(false);
      const secret = getEmailSecret(testServer, claim.id);
      expect(await (await client.fetchClaim(claim.id, 'requisite', secret)).json()).toMatchObject({
        kind: 'address',
      });
      const other = await createClaim();
      expect((await client.fetchClaim(other.id, 'status', secret)).status).toBe(404);
      expect((await client.fetchClaim(claim.id, 'cancel', secret)).status).toBe(200);
    });
  });

  describe('a claim that is no prank', () => {
    beforeEach(() => start());

    test('with money sends its further e-mails', async () => {
      const driver = await createClaimDriver(testServer, 'USDTTRC20', 'SBERRUB', '100');
      await mailbox.deliver();
      await driver.pay('60');
      expect(await mailbox.deliverLater()).toBe(1);
      expect(mailbox.listHeadlines()).toEqual(['ждём оплату', 'пришло меньше, нужно ваше решение']);
    });

    test('with a decision about its card sends the next step', async () => {
      const verification = createVerificationClient(testServer);
      const claim = await verification.createClaim();
      await mailbox.deliver();
      const { id } = await verification.createPending(claim);
      await verification.decide(id, { approve: false, reason: 'Номер карты не читается' });
      expect(await mailbox.deliverLater()).toBe(1);
      expect(mailbox.listHeadlines()).toHaveLength(2);
    });
  });

  test('an e-mail that another process is sending counts', async () => {
    await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '1' });
    for (let count = 0; count < 3; count++) await createClaim();
    expect((await leaseDueEmail(testServer.context)).emails).toHaveLength(1);
    expect((await leaseDueEmail(testServer.context)).emails).toEqual([]);
  });

  test('an erased claim leaves no unsent e-mail', async () => {
    await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '1', RETENTION_DAYS: '1' });
    for (let count = 0; count < 2; count++) await createClaim();
    await mailbox.deliver();
    testServer.advanceClock(60 * MINUTE_MS);
    await expireOverdueClaims(testServer.context);
    testServer.advanceClock(2 * DAY_MS);
    expect(await eraseEndedClaims(testServer.context)).toBe(2);
    const rows = await testServer.context.db.selectFrom('mail').select(['recipient', 'mailbox']).execute();
    expect(rows).toEqual([{ recipient: '', mailbox: '' }]);
  });

  test('a confirmed mailbox has a limit as well; later e-mails wait', async () => {
    await start({ LIMIT_MAILS_PER_DAY: '2' });
    const first = await createClaim();
    await client.fetchClaim(first.id, 'status', getEmailSecret(testServer, first.id));
    for (let count = 0; count < 3; count++) await createClaim();
    expect(await mailbox.deliver()).toBe(2);
    expect(await listUnsent()).toEqual([
      { id: expect.anything() as bigint, next_at: BigInt(testServer.now() + DAY_MS) },
      { id: expect.anything() as bigint, next_at: BigInt(testServer.now() + DAY_MS) },
    ]);
  });
});
