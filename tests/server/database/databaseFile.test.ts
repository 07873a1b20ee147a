import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASE_FILE_NAME, openDatabase } from '#server/platform/database/database.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { StartError } from '#server/platform/startError.ts';

describe('the database file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'razmen-database-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const databasePath = () => join(folder, DATABASE_FILE_NAME);
  const openInFolder = () => openDatabase({ dataDir: folder, databaseUrl: null });

  /** Expects a one-line refusal with the file's path, and an unchanged file. */
  async function expectRefusal(pattern: RegExp) {
    const before = readFileSync(databasePath());
    const refusal = await openInFolder().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    const { message } = refusal as Error;
    expect(message).toContain(databasePath());
    expect(message).not.toContain('\n');
    expect(message).toMatch(pattern);
    expect(readFileSync(databasePath()).equals(before)).toBe(true);
  }

  test('that is no database is refused', async () => {
    writeFileSync(databasePath(), 'accounts, do not lose\n'.repeat(100));
    await expectRefusal(/not a database of this program/);
  });

  test('of another program is refused', async () => {
    const otherDatabase = new DatabaseSync(databasePath());
    otherDatabase.exec('create table claims (id integer)');
    otherDatabase.close();
    await expectRefusal(/belongs to another program/);
  });

  test('of another program is refused with its WAL unchanged', async () => {
    const otherDatabase = new DatabaseSync(databasePath());
    otherDatabase.exec(
      'pragma journal_mode = wal; create table notes (id integer); insert into notes values (1)',
    );
    const log = readFileSync(`${databasePath()}-wal`);
    await expectRefusal(/belongs to another program/);
    expect(readFileSync(`${databasePath()}-wal`).equals(log)).toBe(true);
    otherDatabase.close();
  });

  test.each([
    ['truncated', (path: string) => truncateSync(path, 20_000)],
    [
      'overwritten in the middle',
      (path: string) => {
        const bytes = readFileSync(path);
        bytes.fill(0x5a, 4096, 4096 * 6);
        writeFileSync(path, bytes);
      },
    ],
  ])('that was %s is refused', async (_, damage) => {
    await (await openInFolder()).close();
    damage(databasePath());
    await expectRefusal(/damaged/);
  });

  test('is refused if it is a folder', async () => {
    mkdirSync(databasePath());
    const refusal = await openInFolder().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect((refusal as Error).message).toContain(`${databasePath()} is not a file`);
  });

  test('is refused in a folder that cannot be created', async () => {
    writeFileSync(join(folder, 'taken'), '');
    const refusal = await openDatabase({ dataDir: join(folder, 'taken/data'), databaseUrl: null }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StartError);
    expect((refusal as Error).message).toContain(join(folder, 'taken/data'));
  });

  const isRoot = process.getuid?.() === 0;
  // Root can read every file.
  if (!isRoot)
    test('that may not be read is refused', async () => {
      await (await openInFolder()).close();
      chmodSync(databasePath(), 0o000);
      const refusal = await openInFolder().catch((error: unknown) => error);
      expect((refusal as Error).message).toContain(databasePath());
    });

  test('that is empty is initialized', async () => {
    writeFileSync(databasePath(), '');
    const database = await openInFolder();
    expect(await database.db.selectFrom('claims').selectAll().execute()).toEqual([]);
    await database.close();
  });

  test('left by a kill with its WAL opens with all committed rows', async () => {
    const database = await openInFolder();
    await database.db.insertInto('settings').values({ name: 'kept', value: '1' }).execute();
    const copy = mkdtempSync(join(tmpdir(), 'razmen-database-'));
    for (const part of ['', '-wal'])
      copyFileSync(`${databasePath()}${part}`, join(copy, `${DATABASE_FILE_NAME}${part}`));
    await database.close();
    const reopened = await openDatabase({ dataDir: copy, databaseUrl: null });
    expect(await reopened.db.selectFrom('settings').selectAll().execute()).toMatchObject([{ name: 'kept' }]);
    await reopened.close();
    rmSync(copy, { recursive: true, force: true });
  });

  test('interleaves writes of two processes without failures', async () => {
    const database = await openInFolder();
    const code = `
      const { openDatabase } = await import('#server/platform/database/database.ts');
      const { runInTransaction } = await import('#server/platform/database/runInTransaction.ts');
      const { db } = await openDatabase({ dataDir: ${JSON.stringify(folder)}, databaseUrl: null });
      for (let n = 0; n < 60; n++)
        await runInTransaction(db, async trx => {
          await trx.selectFrom('settings').selectAll().execute();
          await trx.insertInto('settings').values({ name: 'child' + n, value: '1' }).execute();
        });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: new URL('../../..', import.meta.url),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(child, 'exit');
    let parent = 0;
    while (child.exitCode === null) {
      const name = `parent${parent++}`;
      await runInTransaction(database.db, async trx => {
        await trx.selectFrom('settings').selectAll().execute();
        await trx.insertInto('settings').values({ name, value: '1' }).execute();
      });
      await new Promise(resolve => setTimeout(resolve, 2));
    }
    expect((await ended)[0]).toBe(0);
    const rows = await database.db.selectFrom('settings').select('name').execute();
    expect(rows.filter(item => item.name.startsWith('child'))).toHaveLength(60);
    expect(rows.filter(item => item.name.startsWith('parent'))).toHaveLength(parent);
    await database.close();
  });
});
