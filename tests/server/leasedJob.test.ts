import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createLease } from '#server/platform/database/lease.ts';
import { createLeasedJob } from '#server/platform/jobs/leasedJob.ts';
import { createBeforeEach, forEachDatabase } from '../support/testServer.ts';
import { createRecordingLog } from './support/rateProvider.ts';

const DURATION_MS = 900;

forEachDatabase((startServer, dialect) => {
  let database: Pick<Database, 'db' | 'dialect'>;
  const stops: (() => Promise<void>)[] = [];

  const testServer = createBeforeEach(() => startServer());
  beforeEach(() => {
    database = { db: testServer.context.db, dialect };
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  /** A job of one process, which records whether it runs. */
  function createProcess() {
    const { log, lines } = createRecordingLog();
    const recorded = { runs: false, starts: 0, lines };
    const job = {
      start: () => void ((recorded.runs = true), recorded.starts++),
      stop: async () => {
        await wait(5);
        recorded.runs = false;
      },
    };
    const leasedJob = createLeasedJob({ database, lease: createLease('job', DURATION_MS), job, log });
    stops.push(leasedJob.stop);
    return Object.assign(recorded, { start: leasedJob.start, stop: leasedJob.stop });
  }

  describe('a job with a lease', () => {
    test('runs in one process, and moves to another when that one stops', async () => {
      const [first, second] = [createProcess(), createProcess()];
      first.start();
      await expect.poll(() => first.runs).toBe(true);
      second.start();
      await wait(2 * DURATION_MS);
      expect([first.starts, second.starts]).toEqual([1, 0]);
      const readHolder = () => database.db.selectFrom('leases').select('holder').executeTakeFirst();
      const holder = await readHolder();
      await first.stop();
      expect(first.runs).toBe(false);
      // Released, so the other one need not wait for the end of the duration.
      expect(await readHolder()).not.toEqual(holder);
      await expect.poll(() => second.runs, { timeout: 10_000 }).toBe(true);
      expect([first.lines, second.lines]).toEqual([[], []]);
    });

    test('stops when another process has taken the lease, and starts when that one is gone', async () => {
      const first = createProcess();
      first.start();
      await expect.poll(() => first.runs).toBe(true);
      const taken = { holder: 'another', expires_at: BigInt(Date.now() + DURATION_MS) };
      await database.db.updateTable('leases').set(taken).execute();
      await expect.poll(() => first.runs, { timeout: 10_000 }).toBe(false);
      await expect.poll(() => first.starts, { timeout: 10_000 }).toBe(2);
      expect(first.runs).toBe(true);
    });

    test('stops when the lease expires and cannot be renewed, and starts again later', async () => {
      const first = createProcess();
      first.start();
      await expect.poll(() => first.runs).toBe(true);
      await sql`alter table leases rename to lost_leases`.execute(database.db);
      await expect.poll(() => first.runs, { timeout: 10_000 }).toBe(false);
      expect(first.lines).toEqual(['error: a lease cannot be renewed']);
      await sql`alter table lost_leases rename to leases`.execute(database.db);
      await expect.poll(() => first.runs, { timeout: 10_000 }).toBe(true);
      expect(first.lines).toHaveLength(1);
    });

    test('does not start after its stop', async () => {
      const first = createProcess();
      first.start();
      await first.stop();
      expect(first.starts).toBe(0);
      expect(await database.db.selectFrom('leases').selectAll().execute()).toEqual([]);
    });

    if (dialect === 'sqlite') return;
    test('stops when the lease expires while the database does not answer', async () => {
      const first = createProcess();
      first.start();
      await expect.poll(() => first.runs).toBe(true);
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      const blocking = runInTransaction(database.db, async trx => {
        await sql`lock table leases`.execute(trx);
        await answered;
      });
      await expect.poll(() => first.runs, { timeout: 10_000 }).toBe(false);
      answer();
      await blocking;
      await expect.poll(() => first.runs, { timeout: 10_000 }).toBe(true);
      expect(first.lines).toEqual([]);
    });
  });
});
