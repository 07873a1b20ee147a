import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { applicant } from './applicant.ts';
import { inbox } from './inbox.ts';
import { spawned } from './spawned.ts';

test('killed between the mail server’s yes and its own note of it, it sends the letter again under the same Message-ID', async () => {
  await using server = await inbox();
  const folder = mkdtempSync(join(tmpdir(), 'razmen-mail-'));
  const exchange = await spawned({ DATA_DIR: folder, OPERATOR: 'manual', SMTP_URL: server.url });
  const open = () => new DatabaseSync(join(folder, 'exchange.db'), { timeout: 5_000 });
  try {
    // Whoever holds the turn to write keeps the note from being taken.
    const held = Promise.withResolvers<DatabaseSync>();
    server.before = async () => {
      const database = open();
      database.exec('BEGIN IMMEDIATE');
      server.before = () => Promise.resolve();
      held.resolve(database);
    };
    await exchange.start();
    const person = applicant((path, init) => fetch(exchange.origin + path, init));
    const claim = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
    const blocking = await held.promise;
    await server.closed();
    await exchange.kill();
    blocking.exec('ROLLBACK');
    blocking.close();

    expect(server.received).toHaveLength(1);
    const database = open();
    const rows = database.prepare('SELECT message_id, sent_at FROM mail ORDER BY id').all();
    expect(rows.map(row => row.sent_at)).toEqual([null, null]);
    // A minute later.
    database.exec('UPDATE mail SET next_at = 0');
    database.close();

    await exchange.start();
    const deadline = performance.now() + 10_000;
    while (server.received.length < 3 && performance.now() < deadline)
      await new Promise(resolve => setTimeout(resolve, 20));
    await exchange.stop();
    const [created, waiting] = rows.map(row => `<${String(row.message_id)}@127.0.0.1>`);
    expect(server.received.map(({ id }) => id)).toEqual([created, created, waiting]);
    expect(server.received.map(({ to }) => to)).toEqual([[claim.email], [claim.email], [claim.email]]);
    const after = open();
    expect(after.prepare('SELECT count(*) AS open FROM mail WHERE sent_at IS NULL').get()).toEqual({
      open: 0,
    });
    after.close();
  } finally {
    await exchange.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
