import { beforeEach, describe, expect, test } from 'vitest';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { operatorCommands } from '#server/operator/operatorCommands.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { ACCOUNT_EMAILS, enqueueEmails, EMAIL_RECIPIENT } from '../emails/support/accountEmails.ts';
import { createMailbox } from '../support/mailbox.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { listOperatorChanges, startServerToday } from '../support/operatorCommand.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

forEachDatabase(startServer => {
  let claim: { id: string; number: string };

  // A claim of ten minutes ago, whose e-mail was not accepted then.
  const testServer = createBeforeEach(() => startServerToday(startServer));
  const calls = createBeforeEach(() => createOperatorCalls(testServer));
  beforeEach(async () => {
    const client = createInProcessClient(testServer.app);
    testServer.advanceClock(-10 * MINUTE_MS);
    const body = await client.buildClaim('XRP', 'SBERRUB');
    claim = await client.createClaim({ ...body, email: 'ivan.petrov@mail.example' });
    await deliverDueEmail(testServer.context, () =>
      Promise.reject(Object.assign(new Error('no'), { responseCode: 550 })),
    );
    testServer.advanceClock(10 * MINUTE_MS);
  });

  const listEmails = () => testServer.context.db.selectFrom('mail').selectAll().execute();
  const updateEmail = (values: {
    at?: bigint;
    attempts?: bigint;
    dead_at?: bigint;
    next_at?: bigint;
    sent_at?: bigint;
  }) => testServer.context.db.updateTable('mail').set(values).execute();
  const markDead = () => updateEmail({ attempts: 20n, dead_at: BigInt(testServer.now()) });
  /** Runs the example of the help for this e-mail. */
  const runExample = async (action: string) => {
    const example = operatorCommands.letter?.examples.find(call => call.endsWith(` ${action}`)) ?? '';
    return calls.succeed(example.replace('4821', String((await listEmails())[0]?.id)));
  };

  describe('e-mails', () => {
    test('lists delayed e-mails with the claim and the domain only', async () => {
      const [, line = '', ...others] = (await calls.succeed('letters')).trimEnd().split('\n');
      expect(others).toEqual([]);
      expect(line).toMatch(/^\d+ +delayed +\S+ +mail\.example +1 +550 +\S+Z +\S+Z$/);
      expect(line).toContain(claim.number);
      expect(line).not.toContain('petrov');
    });

    test('lists dead e-mails before delayed ones', async () => {
      await markDead();
      const client = createInProcessClient(testServer.app);
      const other = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      await testServer.context.db
        .updateTable('mail')
        .set({ attempts: 1n, at: BigInt(testServer.now() - MINUTE_MS) })
        .where('claim_id', '=', other.id)
        .execute();
      const [, ...lines] = (await calls.succeed('letters')).trimEnd().split('\n');
      expect(lines.map(line => line.split(/ +/).slice(1, 3))).toEqual([
        ['dead', claim.number],
        ['delayed', other.number],
      ]);
    });

    test('lists an e-mail about an account with its kind and the domain only', async () => {
      await testServer.context.db.deleteFrom('mail').execute();
      await enqueueEmails(testServer, [ACCOUNT_EMAILS[3]]);
      await markDead();
      const [, line = '', ...others] = (await calls.succeed('letters')).trimEnd().split('\n');
      expect(others).toEqual([]);
      expect(line).toMatch(/^\d+ +dead +password_changed +mail\.example +20 +\S+Z +\S+Z$/);
      await runExample('retry');
      testServer.advanceClock(MINUTE_MS);
      const mailbox = createMailbox(testServer);
      expect(await mailbox.deliver()).toBe(1);
      expect(mailbox.received[0]?.to).toBe(EMAIL_RECIPIENT);
    });

    test('lists neither e-mails that were sent nor those that were not tried', async () => {
      await updateEmail({ sent_at: BigInt(testServer.now()) });
      const client = createInProcessClient(testServer.app);
      await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      expect(await calls.succeed('letters')).toBe('No e-mails.\n');
    });
  });

  describe('e-mail', () => {
    test.each(['dead', 'delayed'])('retry sends a %s e-mail at once, with all attempts', async state => {
      if (state === 'dead') await markDead();
      const [before] = await listEmails();
      expect(await runExample('retry')).toContain('is due');
      expect(await listEmails()).toMatchObject([{ attempts: 0n, dead_at: null }]);
      testServer.advanceClock(MINUTE_MS);
      const mailbox = createMailbox(testServer);
      expect(await mailbox.deliver()).toBe(1);
      expect(mailbox.received[0]?.messageId).toContain(before?.message_id);
      expect(await calls.succeed('letters')).toBe('No e-mails.\n');
      expect(await listOperatorChanges(testServer)).toEqual([
        [
          'letter',
          claim.id,
          { letter: String(before?.id), action: 'retry', attempts: state === 'dead' ? '20' : '1' },
        ],
      ]);
    });

    test('drop deletes an e-mail', async () => {
      await markDead();
      const [before] = await listEmails();
      expect(await runExample('drop')).toBe(`E-mail ${before?.id} is deleted.\n`);
      expect(await listEmails()).toEqual([]);
      expect(await listOperatorChanges(testServer)).toEqual([
        ['letter', claim.id, { letter: String(before?.id), action: 'drop', attempts: '20' }],
      ]);
    });

    test('refuses to retry an e-mail whose link does not work any more, but drops it', async () => {
      await testServer.context.db.deleteFrom('mail').execute();
      await enqueueEmails(testServer, [ACCOUNT_EMAILS[0]]);
      await updateEmail({ attempts: 5n, at: BigInt(testServer.now() - DAY_MS) });
      const id = (await listEmails())[0]?.id;
      await calls.expectRefusals([[`letter ${id} retry`, 'has a link that does not work any more: drop it']]);
      expect(await runExample('drop')).toBe(`E-mail ${id} is deleted.\n`);
      expect(await listOperatorChanges(testServer)).toEqual([
        ['letter', 'activate', { letter: String(id), action: 'drop', attempts: '5' }],
      ]);
    });

    test('refuses e-mails that were sent, were not tried or may be on their way', async () => {
      const id = (await listEmails())[0]?.id;
      await calls.expectRefusals([
        ['letter 99999 retry', 'There is no e-mail 99999.'],
        ['letter none drop', 'There is no e-mail none.'],
        [`letter ${id} resend`, 'Usage: letter <id> retry|drop'],
      ]);
      await updateEmail({ next_at: BigInt(testServer.now() + 30_000) });
      await calls.expectRefusals([[`letter ${id} retry`, 'less than a minute ago and may be on its way']]);
      await updateEmail({ attempts: 0n });
      await calls.expectRefusals([[`letter ${id} retry`, 'was not tried yet']]);
      await updateEmail({ sent_at: 0n });
      await calls.expectRefusals([
        [`letter ${id} retry`, 'was sent at 1970-01-01T00:00:00.000Z'],
        [`letter ${id} drop`, 'was sent at'],
      ]);
    });
  });
});
