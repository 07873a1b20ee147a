import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { leaseDueEmail } from '#server/notifications/emails/leaseEmail.ts';
import { emailQueue, MAX_DELIVERY_ATTEMPTS } from '#server/notifications/emails/emailAttempts.ts';
import { recordOutcomes } from '#server/notifications/emails/recordOutcomes.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { setUpMailbox } from '../support/mailbox.ts';

const DAY_MS = 24 * 3_600_000;

forEachDatabase((startServer, dialect) => {
  const setup = setUpMailbox(startServer);
  const listStoredEmails = () =>
    setup.testServer.context.db.selectFrom('mail').selectAll().orderBy('next_at').orderBy('id').execute();
  const updateEmail = (values: { attempts?: bigint; dead_at?: bigint; next_at?: bigint }) =>
    setup.testServer.context.db.updateTable('mail').set(values).execute();
  const now = () => BigInt(setup.testServer.now());

  describe('an e-mail that was given up', () => {
    test('is not sent any more', async () => {
      await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      await updateEmail({ attempts: MAX_DELIVERY_ATTEMPTS, dead_at: now() });
      expect(await setup.mailbox.deliver()).toBe(0);
      setup.testServer.advanceClock(DAY_MS);
      expect(await setup.mailbox.deliver()).toBe(0);
      expect(await listStoredEmails()).toHaveLength(1);
      expect(setup.testServer.log()).not.toContain('no attempts left');
    });

    test('is replaced by a newer one about its claim', async () => {
      const driver = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
      await updateEmail({ attempts: MAX_DELIVERY_ATTEMPTS, dead_at: now() });
      setup.testServer.advanceClock(DAY_MS);
      await driver.move('expired');
      expect(await listStoredEmails()).toMatchObject([{ attempts: 0n, dead_at: null }]);
      expect(await setup.mailbox.deliver()).toBe(1);
      expect(setup.mailbox.listHeadlines()).toEqual(['время оплаты истекло']);
    });
  });

  test('an e-mail is given up if the process ended during its last attempt', async () => {
    await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
    await updateEmail({ attempts: MAX_DELIVERY_ATTEMPTS });
    expect(await setup.mailbox.deliver()).toBe(0);
    expect(await setup.mailbox.deliver()).toBe(0);
    expect(await listStoredEmails()).toMatchObject([{ attempts: MAX_DELIVERY_ATTEMPTS, dead_at: now() }]);
    expect(setup.testServer.log().match(/Cannot send an email: no attempts left/g)).toHaveLength(1);
  });

  test('due e-mails are found in an index without those that were sent or given up', async () => {
    const { db } = setup.testServer.context;
    const plan = await db.transaction().execute(async trx => {
      // Without it a small table is read as a whole.
      if (dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
      const query = emailQueue.selectDue(trx, setup.testServer.now()).selectAll().limit(20);
      const lines =
        dialect === 'postgres' ? await query.explain() : await query.explain(undefined, sql`query plan`);
      return lines.flatMap(line => Object.values(line)).join('\n');
    });
    expect(plan).toContain('mail_due');
    expect(plan).not.toMatch(/sort|temp b-tree/i);
  });

  test('a process that was paused neither releases nor drops what another one has leased since', async () => {
    await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
    const { context } = setup.testServer;
    const { emails } = await leaseDueEmail(context);
    setup.testServer.advanceClock(DAY_MS);
    expect((await leaseDueEmail(context)).emails).toHaveLength(1);
    const leased = await listStoredEmails();
    const cause = { code: 'ETIMEDOUT', smtpCode: undefined };
    const stale = emails.map(message => ({ ...message, attempts: 20n }));
    await recordOutcomes(context, [
      ...emails.map(message => ({ state: 'released' as const, message })),
      ...stale.map(message => ({ state: 'failed' as const, message, cause })),
    ]);
    expect(await listStoredEmails()).toEqual(leased);
  });

  test('the e-mail that is due for the longest time is first, also after a failed attempt', async () => {
    const retried = await createClaimDriver(setup.testServer, 'USDTTRC20', 'SBERRUB', '100');
    const other = await createClaimDriver(setup.testServer, 'LTC', 'SBERRUB', '2');
    const [first] = await listStoredEmails();
    setup.testServer.advanceClock(10);
    await setup.testServer.context.db
      .updateTable('mail')
      .set({ attempts: 1n, next_at: now() - 1n })
      .where('id', '=', first?.id ?? 0n)
      .execute();
    const { emails } = await leaseDueEmail(setup.testServer.context);
    expect(emails.map(({ claim_id }) => claim_id)).toEqual([other.id, retried.id]);
  });
});
