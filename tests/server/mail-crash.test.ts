import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, test } from 'vitest';
import * as database from '#server/database/database.ts';
import { applicant } from './applicant.ts';
import { inbox } from './inbox.ts';
import { spawned } from './spawned.ts';
import { forEachDatabase } from './world.ts';

/** Takes the turn to write until it is given back: whoever wants to write meanwhile waits. */
async function turn({ dataDir, databaseUrl }: database.Options): Promise<() => Promise<void>> {
  if (databaseUrl === null) {
    const file = new DatabaseSync(join(dataDir, database.FILE), { timeout: 5_000 });
    file.exec('BEGIN IMMEDIATE');
    return async () => file.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table mail in share mode');
  return () => client.end();
}

forEachDatabase(open => {
  test('killed between the mail server’s yes and its own note of it, it sends the letter again under the same Message-ID', async () => {
    await using server = await inbox();
    const place = (await open()).config;
    const folder = mkdtempSync(join(tmpdir(), 'razmen-mail-'));
    const own = { ...place, dataDir: place.databaseUrl === null ? folder : place.dataDir };
    const exchange = await spawned({
      DATA_DIR: folder,
      SEED: 'start',
      SMTP_URL: server.url,
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
    });
    const letters = async (work: (db: database.Database['db']) => Promise<unknown>) => {
      const opened = await database.open(own);
      try {
        return await work(opened.db);
      } finally {
        await opened.close();
      }
    };
    try {
      const held = Promise.withResolvers<() => Promise<void>>();
      server.before = async () => {
        server.before = () => Promise.resolve();
        held.resolve(await turn(own));
      };
      await exchange.start();
      const person = applicant((path, init) => fetch(exchange.origin + path, init));
      const claim = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
      const giveBack = await held.promise;
      await server.closed();
      await exchange.kill();
      await giveBack();

      expect(server.received).toHaveLength(1);
      const ids: string[] = [];
      await letters(async db => {
        const rows = await db.selectFrom('mail').selectAll().orderBy('id').execute();
        expect(rows.map(row => row.sent_at)).toEqual([null, null]);
        ids.push(...rows.map(row => `<${row.message_id}@127.0.0.1>`));
        // A minute later.
        await db.updateTable('mail').set({ next_at: 0n }).execute();
      });

      await exchange.start();
      const deadline = performance.now() + 10_000;
      while (server.received.length < 3 && performance.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 20));
      await exchange.stop();
      const [created, waiting] = ids;
      expect(server.received.map(({ id }) => id)).toEqual([created, created, waiting]);
      expect(server.received.map(({ to }) => to)).toEqual([[claim.email], [claim.email], [claim.email]]);
      await letters(async db => {
        const unsent = await db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute();
        expect(unsent).toEqual([]);
      });
    } finally {
      await exchange.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
