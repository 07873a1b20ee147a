import { describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { acquireLease, createLease, lockLease, releaseLease } from '#server/platform/database/lease.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { forEachDatabase, type StartTestServer } from '../../support/testServer.ts';
import { waitForLockWait } from './support/lockWaits.ts';

/** Opens the database of a new test server. */
async function openTestDatabase(startServer: StartTestServer, dialect: Database['dialect']) {
  const { context, config } = await startServer();
  return { database: { db: context.db, dialect }, config };
}

/** Lets the lease of `name` expire. */
const expireLease = ({ db }: Pick<Database, 'db'>, name: string) =>
  db.updateTable('leases').set({ expires_at: 1n }).where('name', '=', name).execute();

forEachDatabase((startServer, dialect) => {
  describe('a lease', () => {
    test('belongs to one holder, who can renew it', async () => {
      const { database } = await openTestDatabase(startServer, dialect);
      const [first, second, other] = [createLease('a'), createLease('a'), createLease('b')];
      expect(await acquireLease(database, first)).toBe(true);
      expect(await acquireLease(database, second)).toBe(false);
      expect(await acquireLease(database, other)).toBe(true);
      expect(await acquireLease(database, first)).toBe(true);
      const rows = await database.db.selectFrom('leases').selectAll().orderBy('name').execute();
      expect(rows).toMatchObject([
        { name: 'a', holder: first.holder },
        { name: 'b', holder: other.holder },
      ]);
      const remaining = Number(rows[0]?.expires_at) - Date.now();
      expect(remaining).toBeGreaterThan(0);
      expect(remaining).toBeLessThanOrEqual(first.durationMs + 1_000);
    });

    test('passes to another process after its duration, and not before', async () => {
      const { database } = await openTestDatabase(startServer, dialect);
      const durationMs = 1_000;
      const [first, second] = [createLease('a', durationMs), createLease('a', durationMs)];
      const began = performance.now();
      await acquireLease(database, first);
      await expect.poll(() => acquireLease(database, second), { timeout: 10_000 }).toBe(true);
      // The clocks of process and database have milliseconds.
      expect(performance.now() - began).toBeGreaterThan(durationMs - 5);
      expect(await acquireLease(database, first)).toBe(false);
    });

    test('passes to another process at once when its holder releases it', async () => {
      const { database } = await openTestDatabase(startServer, dialect);
      const [first, second] = [createLease('a'), createLease('a')];
      await acquireLease(database, first);
      await releaseLease(database.db, second);
      expect(await acquireLease(database, second)).toBe(false);
      await releaseLease(database.db, first);
      expect(await acquireLease(database, second)).toBe(true);
    });

    test('of a clock that was set back does not last', async () => {
      const { database } = await openTestDatabase(startServer, dialect);
      const [first, second] = [createLease('a'), createLease('a')];
      await acquireLease(database, first);
      const inOneHour = BigInt(Date.now() + 3_600_000);
      await database.db.updateTable('leases').set({ expires_at: inOneHour }).execute();
      expect(await acquireLease(database, second)).toBe(true);
    });

    test('can be locked by its holder only, also after it expired', async () => {
      const { database } = await openTestDatabase(startServer, dialect);
      const [first, second] = [createLease('a'), createLease('a')];
      const lock = (lease: typeof first) => runInTransaction(database.db, trx => lockLease(trx, lease));
      expect(await lock(first)).toBe(false);
      await acquireLease(database, first);
      expect([await lock(first), await lock(second)]).toEqual([true, false]);
      await expireLease(database, 'a');
      expect(await lock(first)).toBe(true);
      await acquireLease(database, second);
      expect([await lock(first), await lock(second)]).toEqual([false, true]);
    });

    // On SQLite a data folder belongs to one server.
    if (dialect === 'sqlite') return;
    test('is acquired by one of many processes at the same time', async () => {
      const { database, config } = await openTestDatabase(startServer, dialect);
      const others = await Promise.all([1, 2, 3].map(() => openDatabase(config)));
      const databases = [database, ...others];
      for (let round = 0; round < 10; round++) {
        const attempts = databases.flatMap(one => [1, 2, 3].map(() => acquireLease(one, createLease('a'))));
        expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
        if (round % 2 === 0) await expireLease(database, 'a');
        else await database.db.deleteFrom('leases').execute();
      }
      for (const other of others) await other.close();
    });

    test('locked in a transaction cannot be taken before its end', async () => {
      const { database, config } = await openTestDatabase(startServer, dialect);
      const other = await openDatabase(config);
      const [first, second] = [createLease('a'), createLease('a')];
      await acquireLease(database, first);
      const { promise: locked, resolve: confirm } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const order: string[] = [];
      const holding = runInTransaction(database.db, async trx => {
        await lockLease(trx, first);
        await trx.updateTable('leases').set({ expires_at: 1n }).execute();
        confirm();
        await released;
        order.push('written');
      });
      await locked;
      const taking = acquireLease(other, second).then(isTaken => order.push(`taken: ${isTaken}`));
      await waitForLockWait(other.db, 'insert into "leases"%');
      release();
      await Promise.all([holding, taking]);
      expect(order).toEqual(['written', 'taken: true']);
      await other.close();
    });
  });
});
