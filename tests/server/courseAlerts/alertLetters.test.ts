import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { RUNNING_SIGNALS } from '#server/platform/jobs/backgroundJob.ts';
import { deliverBatch } from '#server/notifications/emails/deliverBatch.ts';
import { leaseDueMail } from '#server/notifications/emails/leaseMail.ts';
import { MAX_DELIVERY_ATTEMPTS } from '#server/notifications/emails/mailAttempts.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createAlertCalls } from './support/alertCalls.ts';

forEachDatabase(startServer => {
  const calls = createAlertCalls();
  const { setCourse, ask, post, readToken, confirm, check, listMail } = calls;
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  beforeEach(async () => {
    await calls.use(testServer);
  });

  test('a letter that was given up is deleted after a day', async () => {
    await ask();
    await confirm();
    await setCourse('65');
    await check();
    const { db } = testServer.context;
    const dead = { attempts: MAX_DELIVERY_ATTEMPTS, dead_at: BigInt(testServer.now()) };
    await db.updateTable('mail').set(dead).where('kind', '=', 'course_reached').execute();
    testServer.advanceClock(DAY_MS - 1);
    await check();
    expect(await listMail()).toHaveLength(2);
    testServer.advanceClock(1);
    await check();
    expect((await listMail()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['course_alert', ''],
    ]);
  });

  test('a cancellation erases the letters: unsent ones, also on their way, and sent ones about a reached course', async () => {
    await ask();
    const stop = await readToken('cancel');
    await confirm();
    await setCourse('65');
    await check();
    const { db } = testServer.context;
    // Another server is sending the letter about the reached course.
    const { letters } = await leaseDueMail(testServer.context);
    expect(letters.map(({ kind }) => kind)).toEqual(['course_reached']);
    expect(await post('cancel/', { token: stop })).toMatchObject({ status: 200 });
    expect((await listMail()).map(({ kind }) => kind)).toEqual(['course_alert']);
    const send = () => Promise.resolve();
    await deliverBatch(testServer.context, send, letters, RUNNING_SIGNALS);
    expect((await listMail()).map(({ kind }) => kind)).toEqual(['course_alert']);
    testServer.advanceClock(DAY_MS);
    await check();
    expect(await db.selectFrom('mail').select('id').where('recipient', '<>', '').execute()).toEqual([]);

    await ask({ price: '66' });
    await confirm();
    await setCourse('66');
    await check();
    await post('cancel/', { token: await readToken('cancel') });
    const reached = (await listMail()).findLast(({ kind }) => kind === 'course_reached');
    expect(reached).toMatchObject({ recipient: '', mailbox: '', text: '', subject: '' });
    expect(reached?.sent_at).not.toBeNull();
  });
});
