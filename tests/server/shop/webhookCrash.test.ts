import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createServerProcess } from '../../support/serverProcess.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';
import { verifyWebhook } from './support/verifyWebhook.ts';
import { openWebhookReceiver } from './support/webhookReceiver.ts';

forEachDatabase(startServer => {
  test('a killed process loses no event: the next one sends it with the same id, in order', async () => {
    await using receiver = await openWebhookReceiver();
    const folder = mkdtempSync(join(tmpdir(), 'razmen-webhooks-'));
    const testServer = await startServer({
      ...relaxedLimits,
      WEBHOOK_PRIVATE: 'on',
      ACCOUNT_KEY: TEST_ACCOUNT_KEY,
    });
    const { config } = testServer;
    const owner = createShopOwner(await openAccount(testServer));
    const program = createShopProgram(testServer, (await owner.addKey()).key);
    const { secret } = await owner.addWebhook({ url: receiver.url, events: ['claim.status'] });
    const { id } = await program.createClaim();
    await program.move(id, 'claimed', 'confirming');
    // SQLite belongs to one process.
    if (config.databaseUrl === null) await testServer.context.db.destroy();
    const exchange = await createServerProcess({
      DATA_DIR: config.databaseUrl === null ? config.dataDir : folder,
      WEBHOOK_PRIVATE: 'on',
      ACCOUNT_KEY: TEST_ACCOUNT_KEY,
      ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
    });
    const arrived = Promise.withResolvers<void>();
    // The first attempt gets no response.
    receiver.respond = () => arrived.resolve();
    try {
      await exchange.start();
      await arrived.promise;
      await exchange.kill();
      receiver.respond = response => void response.writeHead(200).end();
      const database = await openDatabase(config);
      // Instead of waiting for the end of the lease.
      await database.db.updateTable('webhook_deliveries').set({ next_at: 0n }).execute();
      await database.close();
      await exchange.start();
      await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(4);
      await exchange.stop();
      expect(receiver.listData().map(({ status }) => status)).toEqual([
        'waiting',
        'waiting',
        'claimed',
        'confirming',
      ]);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids[0]).toBe(ids[1]);
      expect(new Set(ids).size).toBe(3);
      for (const request of receiver.received) expect(verifyWebhook(secret, request)).toBeTruthy();
    } finally {
      await exchange.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
