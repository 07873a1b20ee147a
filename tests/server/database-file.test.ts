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
import { FILE, inTransaction, open } from '#server/database/database.ts';
import { StartError } from '#server/database/error.ts';

describe('the database file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'razmen-database-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = () => join(folder, FILE);
  const start = () => open({ dataDir: folder, databaseUrl: null });

  /** The refusal is one line with the file's name, and the file is what it was. */
  async function refused(pattern: RegExp) {
    const before = readFileSync(file());
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    const { message } = refusal as Error;
    expect(message).toContain(file());
    expect(message).not.toContain('\n');
    expect(message).toMatch(pattern);
    expect(readFileSync(file()).equals(before)).toBe(true);
  }

  test('that is no database is refused', async () => {
    writeFileSync(file(), 'accounts, do not lose\n'.repeat(100));
    await refused(/not a database of this program/);
  });

  test('of another program is refused', async () => {
    const other = new DatabaseSync(file());
    other.exec('create table claims (id integer)');
    other.close();
    await refused(/belongs to another program/);
  });

  test('of another program is refused with its log as it was', async () => {
    const other = new DatabaseSync(file());
    other.exec('pragma journal_mode = wal; create table notes (id integer); insert into notes values (1)');
    const log = readFileSync(`${file()}-wal`);
    await refused(/belongs to another program/);
    expect(readFileSync(`${file()}-wal`).equals(log)).toBe(true);
    other.close();
  });

  test.each([
    ['cut short', (path: string) => truncateSync(path, 20_000)],
    [
      'overwritten in the middle',
      (path: string) => {
        const bytes = readFileSync(path);
        bytes.fill(0x5a, 4096, 4096 * 6);
        writeFileSync(path, bytes);
      },
    ],
  ])('that was %s is refused', async (_, damage) => {
    await (await start()).close();
    damage(file());
    await refused(/damaged/);
  });

  test('is a folder', async () => {
    mkdirSync(file());
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect((refusal as Error).message).toContain(`${file()} is not a file`);
  });

  test('in a folder that cannot be made', async () => {
    writeFileSync(join(folder, 'taken'), '');
    const refusal = await open({ dataDir: join(folder, 'taken/data'), databaseUrl: null }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StartError);
    expect((refusal as Error).message).toContain(join(folder, 'taken/data'));
  });

  const isRoot = process.getuid?.() === 0;
  // Nothing is forbidden to root, so there is nothing to refuse.
  if (!isRoot)
    test('that may not be read is refused', async () => {
      await (await start()).close();
      chmodSync(file(), 0o000);
      const refusal = await start().catch((error: unknown) => error);
      expect((refusal as Error).message).toContain(file());
    });

  test('that is empty becomes ours', async () => {
    writeFileSync(file(), '');
    const database = await start();
    expect(await database.db.selectFrom('claims').selectAll().execute()).toEqual([]);
    await database.close();
  });

  test('left by a kill, with its log beside it, opens with all that was committed', async () => {
    const database = await start();
    await database.db.insertInto('settings').values({ name: 'kept', value: '1' }).execute();
    const copy = mkdtempSync(join(tmpdir(), 'razmen-database-'));
    for (const part of ['', '-wal']) copyFileSync(`${file()}${part}`, join(copy, `${FILE}${part}`));
    await database.close();
    const again = await open({ dataDir: copy, databaseUrl: null });
    expect(await again.db.selectFrom('settings').selectAll().execute()).toMatchObject([{ name: 'kept' }]);
    await again.close();
    rmSync(copy, { recursive: true, force: true });
  });

  test('takes writes of a second process between its own, and none of either fails', async () => {
    const database = await start();
    const code = `
      const { open, inTransaction } = await import('#server/database/database.ts');
      const { db } = await open({ dataDir: ${JSON.stringify(folder)}, databaseUrl: null });
      for (let n = 0; n < 60; n++)
        await inTransaction(db, async trx => {
          await trx.selectFrom('settings').selectAll().execute();
          await trx.insertInto('settings').values({ name: 'theirs' + n, value: '1' }).execute();
        });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: new URL('../..', import.meta.url),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(child, 'exit');
    let ours = 0;
    while (child.exitCode === null) {
      const name = `ours${ours++}`;
      await inTransaction(database.db, async trx => {
        await trx.selectFrom('settings').selectAll().execute();
        await trx.insertInto('settings').values({ name, value: '1' }).execute();
      });
      await new Promise(resolve => setTimeout(resolve, 2));
    }
    expect((await ended)[0]).toBe(0);
    const rows = await database.db.selectFrom('settings').select('name').execute();
    expect(rows.filter(one => one.name.startsWith('theirs'))).toHaveLength(60);
    expect(rows.filter(one => one.name.startsWith('ours'))).toHaveLength(ours);
    await database.close();
  });
});
