import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommitGroup } from '#server/platform/database/sqlite/commitGroup.ts';
import { openConnection, SqliteHandle } from '#server/platform/database/sqlite/sqliteHandle.ts';

let folder: string;
let writer: SqliteHandle;
let reader: SqliteHandle;
let commitCount: number;
let group: CommitGroup;
let elapsedMs: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-group-'));
  writer = new SqliteHandle(openConnection(join(folder, 'test.db')));
  writer.exec(`create table names (name text primary key);
    create table parts (name text references names deferrable initially deferred)`);
  reader = new SqliteHandle(openConnection(join(folder, 'test.db')));
  commitCount = 0;
  elapsedMs = 0;
  group = new CommitGroup(
    writer,
    () => commitCount++,
    () => elapsedMs,
  );
});
afterEach(() => {
  for (const { database } of [writer, reader]) database.close();
  rmSync(folder, { recursive: true });
});

const insert = (name: string, clause = 'insert') =>
  group.run(() => writer.exec(`${clause} into names values ('${name}')`));

/** What another connection sees. */
const listNames = () =>
  reader.database
    .prepare('select name from names order by name')
    .all()
    .map(({ name }) => name);

/** Returns a transaction with one row that has ended. */
function commitName(name: string, isFollowed: boolean): Promise<void> {
  group.begin();
  insert(name);
  return group.commit(isFollowed);
}

/** Whether the promise is settled by now. */
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise(resolve => setImmediate(resolve, false))]);

test('transactions that follow each other share a commit, and end with it', async () => {
  const first = commitName('a', true);
  const second = commitName('b', true);
  expect(await isSettled(Promise.race([first, second]))).toBe(false);
  expect(listNames()).toEqual([]);
  await Promise.all([commitName('c', false), first, second]);
  expect(listNames()).toEqual(['a', 'b', 'c']);
  expect(commitCount).toBe(1);
});

test('a transaction is rolled back alone, and those before it are committed', async () => {
  const first = commitName('a', true);
  group.begin();
  insert('b');
  await group.rollback(false);
  await first;
  expect(listNames()).toEqual(['a']);
});

test('a transaction that is rolled back ends only when what it has seen is on disk', async () => {
  const first = commitName('a', true);
  group.begin();
  const second = group.rollback(true);
  expect(await isSettled(second)).toBe(false);
  await Promise.all([commitName('b', false), first, second]);
  expect(listNames()).toEqual(['a', 'b']);
});

test('a transaction that is rolled back fails if what it has seen is lost', async () => {
  const first = commitName('a', true);
  group.begin();
  const second = group.rollback(true);
  group.begin();
  expect(() => insert('a', 'insert or rollback')).toThrow('UNIQUE');
  const results = await Promise.allSettled([first, second, group.rollback(false)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test('a transaction that is rolled back first takes nothing along', async () => {
  group.begin();
  insert('a');
  await group.rollback(true);
  await commitName('b', false);
  expect(listNames()).toEqual(['b']);
});

test('a failed commit rejects all transactions of its group, and the next one works', async () => {
  const first = commitName('a', true);
  group.begin();
  group.run(() => writer.exec("insert into parts values ('missing')"));
  const results = await Promise.allSettled([first, group.commit(false)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([listNames(), commitCount]).toEqual([[], 0]);
  await commitName('b', false);
  expect(listNames()).toEqual(['b']);
});

test('an error that rolls back everything rejects the transactions that have ended', async () => {
  const first = commitName('a', true);
  group.begin();
  expect(() => insert('a', 'insert or rollback')).toThrow('UNIQUE');
  // Without a transaction it would be stored at once.
  expect(() => insert('c')).toThrow('UNIQUE');
  expect(() => group.commit(true)).toThrow('UNIQUE');
  await group.rollback(false);
  await expect(first).rejects.toThrow('UNIQUE');
  await commitName('b', false);
  expect(listNames()).toEqual(['b']);
});

test('a group has at most 32 transactions', async () => {
  const ended = Array.from({ length: 40 }, (_, number) => commitName(String(number), true));
  await Promise.all(ended.slice(0, 32));
  expect(listNames()).toHaveLength(32);
  group.leave(false);
  await Promise.all(ended);
  expect(listNames()).toHaveLength(40);
});

test('a group takes no transaction 10 ms after its first one', async () => {
  const first = commitName('a', true);
  elapsedMs = 10;
  const second = commitName('b', true);
  expect(commitCount).toBe(0);
  elapsedMs = 11;
  await Promise.all([first, second, commitName('c', true)]);
  expect([listNames(), commitCount]).toEqual([['a', 'b', 'c'], 1]);
});

test('closing commits what has ended, and no more', async () => {
  const first = commitName('a', true);
  group.begin();
  insert('b');
  group.close();
  await first;
  expect(listNames()).toEqual(['a']);
});
