import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { EMAIL_BATCH_SIZE } from '#server/notifications/emails/leaseEmail.ts';
import { getEmailRetryDelay } from '#server/notifications/emails/emailAttempts.ts';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { createEmailTransport, type EmailMessage } from '#server/platform/email/emailTransport.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { getEmailSecret } from '../support/mailbox.ts';
import { openSmtpInbox } from '../support/smtpInbox.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';

async function createTestClaim(testServer: TestServer, code = 'USDTTRC20') {
  const client = createInProcessClient(testServer.app);
  return client.createClaim(await client.buildClaim(code, 'SBERRUB'));
}

function listEmails({ context }: TestServer) {
  return context.db.selectFrom('mail').selectAll().orderBy('id').execute();
}

/** Returns the readable text of an email, with base64 parts decoded. */
function decodeMessage(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/^Content-Transfer-Encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString();
  return Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
}

test('retries a failed email with exponential backoff from 1 min to 6 h', () => {
  expect([1, 2, 3, 4].map(attempts => getEmailRetryDelay(attempts) / 60_000)).toEqual([1, 2, 4, 8]);
  expect([9, 10, 20].map(attempts => getEmailRetryDelay(attempts) / 3_600_000)).toEqual([256 / 60, 6, 6]);
});

forEachDatabase((startServer, dialect) => {
  test('a status change writes one email in its transaction', async () => {
    const testServer = await startServer();
    const claim = await createTestClaim(testServer);
    const written = await listEmails(testServer);
    const events = await testServer.context.db.selectFrom('claim_events').selectAll().orderBy('id').execute();
    expect(events.map(({ to_status }) => to_status)).toEqual(['new', 'waiting']);
    expect(written).toMatchObject([{ message_id: `${claim.id}.new`, recipient: claim.email, sent_at: null }]);
    await deliverDueEmail(testServer.context, () => Promise.resolve());
    const [sent] = await listEmails(testServer);
    expect(sent).toMatchObject({
      subject: `Заявка ${claim.number}: ждём оплату`,
      sent_at: BigInt(testServer.now()),
    });
    expect(sent?.text).toMatch(/^Переведите 50,00\u00a0USDT /);
    // The row contains no secret: it is derived on delivery.
    for (const secret of [claim.secret, getEmailSecret(testServer, claim.id)])
      expect(Object.values(sent ?? {}).join()).not.toContain(secret);
    const change = { id: claim.id, to: 'expired', actor: 'system', now: testServer.now() } as const;
    await expect(
      runInTransaction(testServer.context.db, async trx => {
        await transitionClaim(testServer.context, trx, change);
        throw new Error('the power is gone');
      }),
    ).rejects.toThrow('the power is gone');
    expect(await listEmails(testServer)).toHaveLength(1);
    await runInTransaction(testServer.context.db, trx => transitionClaim(testServer.context, trx, change));
    expect(await listEmails(testServer)).toHaveLength(2);
  });

  test('an intermediate status writes no email', async () => {
    const testServer = await startServer();
    const driver = await createClaimDriver(testServer, 'USDTTRC20', 'SBERRUB');
    const before = await listEmails(testServer);
    await driver.move('claimed', 'confirming', 'aml', 'paid', 'payout', 'payout_error');
    expect(await listEmails(testServer)).toEqual(before);
  });

  test('without SMTP_URL emails are files that only the server’s user reads', async () => {
    const testServer = await startServer();
    const claim = await createTestClaim(testServer);
    const { send } = createEmailTransport(testServer.config);
    expect(await deliverDueEmail(testServer.context, send)).toBe(1);
    expect(await deliverDueEmail(testServer.context, send)).toBe(0);
    const folder = join(testServer.config.dataDir, 'mail');
    const [first] = await listEmails(testServer);
    const names = readdirSync(folder).filter(name => name.startsWith(claim.id));
    expect(names).toHaveLength(1);
    const file = join(folder, `${first?.message_id}.eml`);
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const raw = readFileSync(file, 'latin1');
    expect(raw).toContain(`Message-ID: <${first?.message_id}@127.0.0.1>`);
    expect(raw).toContain(`To: ${claim.email}`);
    expect(decodeMessage(raw)).toContain(
      `Открыть заявку ${claim.number}:\n${testServer.config.publicOrigin}/claim/${claim.id}#${getEmailSecret(testServer, claim.id)}`,
    );
    for (const secret of [claim.secret, getEmailSecret(testServer, claim.id)])
      expect(testServer.log()).not.toContain(secret);
    expect(testServer.log()).not.toContain(claim.email);
  });

  test('concurrent deliveries send each email once', async () => {
    const testServer = await startServer(relaxedLimits);
    const otherServer =
      dialect === 'postgres'
        ? await bootstrapExchange(testServer.config, testServer.context.log, testServer.now)
        : null;
    const sent: string[] = [];
    // The first e-mail of each waits for that of the other: on a busy machine one of them could send all.
    const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sendAs =
      (index: number) =>
      async ({ messageId }: EmailMessage) => {
        sent.push(messageId);
        started[index]?.resolve();
        await Promise.all(started.map(({ promise }) => promise));
      };
    try {
      const count = EMAIL_BATCH_SIZE + 6;
      for (let n = 0; n < count; n++) await createTestClaim(testServer, 'XRP');
      const counts = await Promise.all([
        deliverDueEmail(testServer.context, sendAs(0)),
        deliverDueEmail((otherServer ?? testServer).context, sendAs(1)),
      ]);
      expect(counts[0] + counts[1]).toBe(count);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      expect(new Set(sent).size).toBe(sent.length);
      expect(sent).toHaveLength(count);
    } finally {
      await otherServer?.close();
    }
  });

  test('retries a refused email and does not log the refusal text', async () => {
    await using server = await openSmtpInbox();
    const testServer = await startServer({ SMTP_URL: server.url, MAIL_FROM: 'office@exchange.example' });
    const claim = await createTestClaim(testServer);
    const { send, close } = createEmailTransport(testServer.config);
    server.refusal = `550 5.1.1 <${claim.email}> unknown`;
    expect(await deliverDueEmail(testServer.context, send)).toBe(0);
    expect(testServer.log()).toContain('Cannot send an email: retrying later');
    expect(testServer.log()).not.toContain(claim.email);
    server.refusal = null;
    testServer.advanceClock(59_999);
    expect(await deliverDueEmail(testServer.context, send)).toBe(0);
    testServer.advanceClock(1);
    expect(await deliverDueEmail(testServer.context, send)).toBe(1);
    close();
    const rows = await listEmails(testServer);
    expect(rows.map(({ attempts }) => attempts)).toEqual([2n]);
    expect(server.received.map(({ id }) => id)).toEqual(rows.map(row => `<${row.message_id}@127.0.0.1>`));
    for (const { from, to, raw } of server.received) {
      expect([from, to]).toEqual(['office@exchange.example', [claim.email]]);
      expect(decodeMessage(raw)).toContain(`/claim/${claim.id}#${getEmailSecret(testServer, claim.id)}`);
    }
  });

  test('gives up an email after three days and logs it once', async () => {
    const testServer = await startServer();
    const driver = await createClaimDriver(testServer, 'USDTTRC20', 'SBERRUB', '100');
    // A claim on hold has no deadline.
    await driver.pay('50');
    const failToSend = () => Promise.reject(new Error('no'));
    for (let day = 0; day < 30; day++) {
      await deliverDueEmail(testServer.context, failToSend);
      testServer.advanceClock(6 * 3_600_000);
    }
    const [dead, ...others] = await listEmails(testServer);
    expect(others).toEqual([]);
    expect(dead).toMatchObject({ attempts: 20n, sent_at: null, dead_at: expect.anything() as bigint });
    expect(testServer.log().match(/Cannot send an email: no attempts left/g)).toHaveLength(1);
  });
});
