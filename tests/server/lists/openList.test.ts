import { expect, test } from 'vitest';
import { parseListPage } from '#server/platform/lists/listPage.ts';
import { LIST_BATCH_SIZE, openList } from '#server/platform/lists/openList.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';

const ADDRESS = 'https://exchange.example/changes/?command=pair';

forEachDatabase(startServer => {
  /** Writes changes of which each three have the same time. */
  async function writeChanges({ context: { db } }: TestServer, count: number): Promise<string[]> {
    const rows = Array.from({ length: count }, (_, n) => ({
      command: 'pair',
      target: String(n),
      detail: '{}',
      at: BigInt(Math.floor(n / 3)),
      actor: 'test',
    }));
    await db.insertInto('operator_changes').values(rows).execute();
    return rows.map(({ target }) => target).toReversed();
  }

  const openChanges = ({ context: { db } }: TestServer, direction: 'asc' | 'desc' = 'desc') =>
    openList({
      rows: db.selectFrom('operator_changes').where('command', '=', 'pair'),
      order: { 'operator_changes.at': 'desc', id: direction },
      select: part => part.select(['id', 'at', 'target']),
      build: rows => rows.map(({ target }) => target),
    });

  test('reads each row once in batches, also rows with equal times', async () => {
    const testServer = await startServer();
    const targets = await writeChanges(testServer, 2 * LIST_BATCH_SIZE);
    const batches: string[][] = [];
    for await (const batch of openChanges(testServer).readBatches()) batches.push(batch);
    expect(batches.map(({ length }) => length)).toEqual([LIST_BATCH_SIZE, LIST_BATCH_SIZE]);
    expect(batches.flat()).toEqual(targets);
  });

  test('reads pages in the same order, with their addresses', async () => {
    const testServer = await startServer();
    const targets = await writeChanges(testServer, 7);
    const page = parseListPage({ page: '2', size: '3' });
    expect(await openChanges(testServer).readPage(page, ADDRESS)).toEqual({
      count: 7,
      next: `${ADDRESS}&page=3&size=3`,
      previous: `${ADDRESS}&page=1&size=3`,
      results: targets.slice(3, 6),
    });
  });

  test('reads no batches in an ascending order', async () => {
    const batches = openChanges(await startServer(), 'asc').readBatches();
    await expect(batches.next()).rejects.toThrow('An export is ordered by desc');
  });
});
