import { beforeEach, expect, test } from 'vitest';
import type { UndeliveredEmailChange, UndeliveredEmails } from '#core/contract/operator/undeliveredEmails.ts';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import type { Today } from '#core/contract/operator/today/today.ts';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { ACCOUNT_EMAILS, enqueueEmails } from '../../emails/support/accountEmails.ts';
import { createMailbox } from '../../support/mailbox.ts';
import { startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readLastChange, readOperator } from './support/staffBrowser.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  let support: AccountBrowser;
  let claim: { id: string; number: string };

  // A claim of ten minutes ago, whose e-mail the mail server has refused then.
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  beforeEach(async () => {
    const { context } = testServer;
    testServer.advanceClock(-10 * MINUTE_MS);
    const client = createInProcessClient(testServer.app);
    const body = await client.buildClaim('XRP', 'SBERRUB');
    claim = await client.createClaim({ ...body, email: 'ivan.petrov@mail.example' });
    await deliverDueEmail(context, () =>
      Promise.reject(Object.assign(new Error('ivan.petrov is unknown'), { responseCode: 550 })),
    );
    testServer.advanceClock(10 * MINUTE_MS);
    support = await openStaff(testServer, 'support');
    await deleteOtherEmails();
  });

  /** Deletes the e-mails about the accounts of staff. */
  const deleteOtherEmails = () =>
    testServer.context.db.deleteFrom('mail').where('kind', '<>', 'claim').execute();

  const list = async (query = '') => readOperator<UndeliveredEmails>(support, `emails/${query}`);
  const readId = async () =>
    (await testServer.context.db.selectFrom('mail').select('id').executeTakeFirstOrThrow()).id;
  const markDead = () =>
    testServer.context.db
      .updateTable('mail')
      .set({ attempts: 20n, dead_at: BigInt(testServer.now()) })
      .execute();
  const change = (id: bigint | string, action: UndeliveredEmailChange['action'], browser = support) =>
    callOperator(browser, `emails/${id}/action/`, { action });
  const listAudit = () =>
    testServer.context.db
      .selectFrom('operator_changes')
      .select(['actor', 'network', 'target', 'detail'])
      .where('command', '=', 'letter')
      .orderBy('id')
      .execute();

  test('lists dead and delayed e-mails with the reason of the last failure, and no address', async () => {
    expect((await list()).results).toEqual([]);
    const delayed = await list('?state=delayed');
    expect(delayed).toMatchObject({
      count: 1,
      results: [
        {
          kind: 'claim',
          claim: { id: claim.id, publicNumber: claim.number },
          domain: 'mail.example',
          attempts: 1,
          failure: '550',
          deadAt: null,
          isExpired: false,
        },
      ],
    });
    expect((await readOperator<Today>(support, 'today/')).groups).toEqual([]);
    await markDead();
    const dead = await list();
    expect(dead.results).toMatchObject([{ attempts: 20, deadAt: new Date(testServer.now()).toISOString() }]);
    const today = await readOperator<Today>(support, 'today/');
    expect(today.groups).toMatchObject([
      {
        kind: 'undelivered_emails',
        right: 'undelivered_emails',
        rows: [{ target: 'email', title: claim.number }],
      },
    ]);
    expect(JSON.stringify([dead, delayed, today])).not.toContain('petrov');
    expect((await callOperator(support, 'emails/?state=lost')).status).toBe(400);
  });

  test('sends an e-mail again, deletes another one, each with person and network', async () => {
    await markDead();
    const id = await readId();
    expect((await change(id, 'retry')).status).toBe(204);
    expect((await list()).results).toEqual([]);
    testServer.advanceClock(MINUTE_MS);
    const mailbox = createMailbox(testServer);
    expect(await mailbox.deliver()).toBe(1);
    const { at } = await readLastChange(testServer);
    expect(await (await change(id, 'drop')).json()).toMatchObject({
      code: 'email_sent',
      by: 'support@razmen.example',
      at: new Date(Number(at)).toISOString(),
    });
    await testServer.context.db.deleteFrom('mail').execute();
    await enqueueEmails(testServer, [ACCOUNT_EMAILS[0]]);
    const link = await readId();
    await testServer.context.db
      .updateTable('mail')
      .set({ attempts: 20n, at: 0n, dead_at: BigInt(testServer.now()) })
      .execute();
    expect((await list()).results).toMatchObject([{ claim: null, failure: null, isExpired: true }]);
    expect(await readRefusal(await change(link, 'retry'))).toEqual([409, 'email_expired']);
    expect((await change(link, 'drop')).status).toBe(204);
    const author = {
      actor: 'support@razmen.example',
      network: expect.stringMatching(/\/24$/) as string,
    };
    expect(await listAudit()).toEqual([
      {
        ...author,
        target: claim.id,
        detail: JSON.stringify({ letter: String(id), action: 'retry', attempts: '20' }),
      },
      {
        ...author,
        target: 'activate',
        detail: JSON.stringify({ letter: String(link), action: 'drop', attempts: '20' }),
      },
    ]);
  });

  test.each(['retry', 'drop'] as const)(
    'of two %s at once one wins, and the other learns who',
    async action => {
      const other = await openStaff(testServer, 'support', 'boris@razmen.example');
      await deleteOtherEmails();
      await markDead();
      const id = await readId();
      const responses = await Promise.all([change(id, action), change(id, action, other)]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
      const [entry, ...more] = await listAudit();
      expect(more).toEqual([]);
      const loser = responses.find(({ status }) => status === 409);
      expect(await loser?.json()).toMatchObject({
        code: action === 'retry' ? 'email_waiting' : 'email_deleted',
        by: entry?.actor,
      });
    },
  );

  test('every role reads; only support changes; an e-mail that never was is not found', async () => {
    await markDead();
    const id = await readId();
    for (const role of ['cashier', 'dealer', 'admin'] satisfies StaffRole[]) {
      const browser = await openStaff(testServer, role);
      expect((await callOperator(browser, 'emails/')).status).toBe(200);
      expect(await readRefusal(await change(id, 'retry', browser))).toEqual([403, 'right_missing']);
    }
    for (const unknown of ['999999', 'none', '%25'])
      expect(await readRefusal(await change(unknown, 'drop'))).toEqual([404, 'not_found']);
    expect(await listAudit()).toEqual([]);
  });
});
