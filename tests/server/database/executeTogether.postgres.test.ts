import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeTogether, type WriteOptions } from '#server/platform/database/executeTogether.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createTestServer, type TestServer } from '../../support/testServer.ts';

let testServer: TestServer;
beforeEach(async () => {
  testServer = await createTestServer({}, 'postgres');
});
afterEach(() => testServer.close());

const missing = new Error('there is no such city');

/** Inserts a promocode and renames a city in the last statement of a transaction. */
async function writeLast(code: string, cityCode: string, isRequired = true): Promise<void> {
  await runInTransaction(testServer.context.db, async trx => {
    const update = trx.updateTable('cities').set({ name: 'Город' }).where('code', '=', cityCode);
    const insert = trx
      .insertInto('promocodes')
      .values({ code, single_use: 0n, percent: '50', used: 0n, active: 1n, valid_until: null });
    const options: WriteOptions = {
      commits: true,
      ...(isRequired && { required: new Map([[update, missing]]) }),
    };
    await executeTogether(trx, [insert, update], options);
  });
}

async function listPromocodes(): Promise<string[]> {
  const query = testServer.context.db.selectFrom('promocodes').select('code').where('code', '<>', 'START');
  return (await query.orderBy('code').execute()).map(({ code }) => code);
}

test('commits with the last writes', async () => {
  await writeLast('ONE', 'MSK');
  await writeLast('TWO', 'NOWHERE', false);
  expect(await listPromocodes()).toEqual(['ONE', 'TWO']);
});

test('rolls back, although the commit is already sent, if a required write changes no row', async () => {
  await expect(writeLast('ONE', 'NOWHERE')).rejects.toBe(missing);
  // More often than the pool has connections: all of them are usable afterwards.
  for (let count = 0; count < 10; count++) await expect(writeLast('ONE', 'NOWHERE')).rejects.toBe(missing);
  expect(await listPromocodes()).toEqual([]);
  await writeLast('ONE', 'MSK');
  expect(await listPromocodes()).toEqual(['ONE']);
});

test('rolls back, although the commit is already sent, if a write fails', async () => {
  await writeLast('ONE', 'MSK');
  await testServer.context.db
    .updateTable('cities')
    .set({ name: 'Москва' })
    .where('code', '=', 'MSK')
    .execute();
  await expect(writeLast('ONE', 'MSK')).rejects.toThrow('duplicate key');
  const city = testServer.context.db.selectFrom('cities').select('name').where('code', '=', 'MSK').limit(1);
  expect(await city.executeTakeFirst()).toEqual({ name: 'Москва' });
});

test('refuses a statement after the commit', async () => {
  const { db } = testServer.context;
  const writeTwice = runInTransaction(db, async trx => {
    const update = trx.updateTable('cities').set({ name: 'Город' }).where('code', '=', 'MSK');
    await executeTogether(trx, [update], { commits: true });
    await update.execute();
  });
  await expect(writeTwice).rejects.toThrow('the transaction has ended');
});
