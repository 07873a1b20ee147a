import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DATABASE_FILE_NAME, openDatabase } from '#server/platform/database/database.ts';
import type { DatabaseOptions, Database } from '#server/platform/database/database.ts';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { openSmtpInbox } from '../support/smtpInbox.ts';
import { createServerProcess } from '../../support/serverProcess.ts';
import { forEachDatabase } from '../../support/testServer.ts';

/** Takes the write lock, so that other writers wait. Returns the function that releases it. */
async function takeWriteLock({ dataDir, databaseUrl }: DatabaseOptions): Promise<() => Promise<void>> {
  if (databaseUrl === null) {
    const file = new DatabaseSync(join(dataDir, DATABASE_FILE_NAME), { timeout: 5_000 });
    file.exec('BEGIN IMMEDIATE');
    return async () => file.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table mail in share mode');
  return () => client.end();
}

forEachDatabase(startServer => {
  test('resends an email with the same Message-ID after a kill before the delivery is recorded', async () => {
    await using server = await openSmtpInbox();
    const config = (await startServer()).config;
    const folder = mkdtempSync(join(tmpdir(), 'razmen-mail-'));
    const databaseOptions = { ...config, dataDir: config.databaseUrl === null ? folder : config.dataDir };
    const exchange = await createServerProcess({
      DATA_DIR: folder,
      SEED: 'start',
      SMTP_URL: server.url,
      ...(config.databaseUrl === null
        ? {}
        : { DATABASE_URL: config.databaseUrl, ACCOUNT_KEY: TEST_ACCOUNT_KEY }),
    });
    const withDatabase = async (work: (db: Database['db']) => Promise<unknown>) => {
      const opened = await openDatabase(databaseOptions);
      try {
        return await work(opened.db);
      } finally {
        await opened.close();
      }
    };
    try {
      const lockTaken = Promise.withResolvers<() => Promise<void>>();
      server.beforeAccept = async () => {
        server.beforeAccept = () => Promise.resolve();
        lockTaken.resolve(await takeWriteLock(databaseOptions));
      };
      await exchange.start();
      const client = createClaimClient((path, init) => fetch(exchange.origin + path, init));
      const claim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
      const releaseLock = await lockTaken.promise;
      await server.waitForClose();
      await exchange.kill();
      await releaseLock();

      expect(server.received).toHaveLength(1);
      const ids: string[] = [];
      await withDatabase(async db => {
        const rows = await db.selectFrom('mail').selectAll().orderBy('id').execute();
        expect(rows.map(row => row.sent_at)).toEqual([null]);
        ids.push(...rows.map(row => `<${row.message_id}@127.0.0.1>`));
        // Makes the retries due, instead of waiting a minute.
        await db.updateTable('mail').set({ next_at: 0n }).execute();
      });

      await exchange.start();
      const deadline = performance.now() + 10_000;
      while (server.received.length < 2 && performance.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 20));
      await exchange.stop();
      expect(server.received.map(({ id }) => id)).toEqual([...ids, ...ids]);
      expect(server.received.map(({ to }) => to)).toEqual([[claim.email], [claim.email]]);
      await withDatabase(async db => {
        const unsent = await db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute();
        expect(unsent).toEqual([]);
      });
    } finally {
      await exchange.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
