import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { RUNNING_SIGNALS } from '#server/platform/jobs/backgroundJob.ts';
import { deliverBatch } from '#server/notifications/emails/deliverBatch.ts';
import { leaseDueEmail } from '#server/notifications/emails/leaseEmail.ts';
import { MAX_DELIVERY_ATTEMPTS } from '#server/notifications/emails/emailAttempts.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createAlertCalls } from './support/alertCalls.ts';

forEachDatabase(startServer => {
  const calls = createAlertCalls();
  const { setCourse, ask, post, readToken, confirm, check, listStoredEmails } = calls;
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  beforeEach(async () => {
    await calls.use(testServer);
  });

  test('an e-mail that was given up is deleted after a day', async () => {
    await ask();
    await confirm();
    await setCourse('65');
    await check();
    const { db } = testServer.context;
    const dead = { attempts: MAX_DELIVERY_ATTEMPTS, dead_at: BigInt(testServer.now()) };
    await db.updateTable('mail').set(dead).where('kind', '=', 'course_reached').execute();
    testServer.advanceClock(DAY_MS - 1);
    await check();
    expect(await listStoredEmails()).toHaveLength(2);
    testServer.advanceClock(1);
    await check();
    expect((await listStoredEmails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['course_alert', ''],
    ]);
  });

  test('a cancellation erases the e-mails: unsent ones, also on their way, and sent ones about a reached course', async () => {
    await ask();
    const stop = await readToken('cancel');
    await confirm();
    await setCourse('65');
    await check();
    const { db } = testServer.context;
    // Another server is sending the e-mail about the reached course.
    const { emails } = await leaseDueEmail(testServer.context);
    expect(emails.map(({ kind }) => kind)).toEqual(['course_reached']);
    expect(await post('cancel/', { token: stop })).toMatchObject({ status: 200 });
    expect((await listStoredEmails()).map(({ kind }) => kind)).toEqual(['course_alert']);
    const send = () => Promise.resolve();
    await deliverBatch(testServer.context, send, emails, RUNNING_SIGNALS);
    expect((await listStoredEmails()).map(({ kind }) => kind)).toEqual(['course_alert']);
    testServer.advanceClock(DAY_MS);
    await check();
    expect(await db.selectFrom('mail').select('id').where('recipient', '<>', '').execute()).toEqual([]);

    await ask({ price: '66' });
    await confirm();
    await setCourse('66');
    await check();
    await post('cancel/', { token: await readToken('cancel') });
    const reached = (await listStoredEmails()).findLast(({ kind }) => kind === 'course_reached');
    expect(reached).toMatchObject({ recipient: '', mailbox: '', text: '', subject: '' });
    expect(reached?.sent_at).not.toBeNull();
  });
});
