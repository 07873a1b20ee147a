import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createEmailTransport, MAX_EMAIL_CONNECTIONS } from '#server/platform/email/emailTransport.ts';
import { createEmailWorker } from '#server/notifications/emails/emailWorker.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { addDueEmail } from '../emails/support/dueEmail.ts';
import { openSmtpInbox } from '../support/smtpInbox.ts';

forEachDatabase(startServer => {
  let testServer: TestServer;

  const createClaims = async (count: number) => {
    const client = createInProcessClient(testServer.app);
    for (let index = 0; index < count; index++)
      await client.createClaim(await client.buildClaim('XRP', 'SBERRUB'));
  };
  const countUnsent = async () =>
    (await testServer.context.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute())
      .length;

  /** Stops a worker and returns the duration in milliseconds. */
  const measureStop = async (worker: { stop: () => Promise<void> }) => {
    const began = performance.now();
    await worker.stop();
    return performance.now() - began;
  };

  describe('a mail server that never answers', () => {
    const sockets: Socket[] = [];

    const silent = createBeforeEach(async () => {
      const server = createServer(socket => void sockets.push(socket.on('error', () => {})));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return server;
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
      silent.close();
    });

    test('does not delay a stop, and the e-mail is kept', async () => {
      const { port } = silent.address() as { port: number };
      testServer = await startServer({ ...relaxedLimits, SMTP_URL: `smtp://127.0.0.1:${port}` });
      await createClaims(3);
      const worker = createEmailWorker(testServer.context, createEmailTransport(testServer.config));
      worker.start();
      await expect.poll(() => sockets.length).toBe(3);
      expect(await measureStop(worker)).toBeLessThan(3_000);
      expect(await countUnsent()).toBe(3);
      expect(sockets).toHaveLength(3);
    });

    test('does not delay a stop with a thousand due e-mails, and those not started stay due', async () => {
      const { port } = silent.address() as { port: number };
      testServer = await startServer({ ...relaxedLimits, SMTP_URL: `smtp://127.0.0.1:${port}` });
      await addDueEmail(testServer, 1_000);
      const worker = createEmailWorker(testServer.context, createEmailTransport(testServer.config));
      worker.start();
      await expect.poll(() => sockets.length).toBe(MAX_EMAIL_CONNECTIONS);
      expect(await measureStop(worker)).toBeLessThan(3_000);
      expect(await countUnsent()).toBe(1_000);
      const tried = await testServer.context.db
        .selectFrom('mail')
        .select('id')
        .where('attempts', '>', 0n)
        .execute();
      expect(tried).toHaveLength(MAX_EMAIL_CONNECTIONS);
    });
  });

  test('a thousand due e-mails do not delay a stop, which ends all connections', async () => {
    await using inbox = await openSmtpInbox();
    inbox.beforeAccept = () => wait(20);
    testServer = await startServer({ ...relaxedLimits, SMTP_URL: inbox.url });
    await addDueEmail(testServer, 1_000);
    const worker = createEmailWorker(testServer.context, createEmailTransport(testServer.config));
    worker.start();
    await expect.poll(() => inbox.received.length).toBeGreaterThan(0);
    const isClosed = inbox.waitForClose();
    expect(await measureStop(worker)).toBeLessThan(2_000);
    await isClosed;
    expect(inbox.received.length).toBeLessThan(900);
    expect(await countUnsent()).toBe(1_000 - inbox.received.length);
  });

  test('many due e-mails do not delay a stop, and none is lost', async () => {
    await using inbox = await openSmtpInbox();
    inbox.beforeAccept = () => wait(100);
    testServer = await startServer({ ...relaxedLimits, SMTP_URL: inbox.url });
    await createClaims(20);
    const first = createEmailWorker(testServer.context, createEmailTransport(testServer.config));
    first.start();
    await expect.poll(() => inbox.received.length).toBeGreaterThan(1);
    expect(await measureStop(first)).toBeLessThan(2_000);
    const sentBefore = inbox.received.length;
    expect(sentBefore).toBeLessThan(18);
    expect(await countUnsent()).toBe(20 - sentBefore);
    inbox.beforeAccept = async () => {};
    const second = createEmailWorker(testServer.context, createEmailTransport(testServer.config));
    second.start();
    await expect.poll(countUnsent, { timeout: 20_000 }).toBe(0);
    await second.stop();
    expect(new Set(inbox.received.map(({ id }) => id)).size).toBe(20);
    expect(inbox.received).toHaveLength(20);
  });
});
