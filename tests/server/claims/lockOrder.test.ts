import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eraseEndedClaims } from '#server/exchange/claims/retention/eraseEndedClaims.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createRepricing } from '../support/repricedClaim.ts';

const DAY_MS = 86_400_000;

forEachDatabase((startServer, dialect) => {
  // SQLite runs one transaction after another.
  if (dialect === 'sqlite') return;
  /** Another transaction, which holds locks. */
  let other: pg.Client;
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  beforeEach(async () => {
    other = new pg.Client({ connectionString: testServer.config.databaseUrl ?? '' });
    await other.connect();
    await other.query('begin');
  });
  afterEach(() => other.end());

  const lockReserve = (code: string) =>
    other.query(
      'select from reserves where currency_id = (select id from currencies where code = $1) for update',
      [code],
    );

  /** Waits until a connection waits for the other transaction. Returns its process id. */
  async function findWaiting(): Promise<number> {
    const select = async () => {
      const { rows } = await other.query<{ pid: number }>(
        'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
      );
      return rows[0]?.pid ?? 0;
    };
    await expect.poll(select).toBeGreaterThan(0);
    return select();
  }

  test('money that reopens a claim waits for the reserve without the promocode', async () => {
    const { db } = testServer.context;
    await db
      .insertInto('promocodes')
      .values({ code: 'MANY', single_use: 0n, percent: '50', used: 1n, active: 1n, valid_until: null })
      .execute();
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await db.updateTable('claims').set({ promocode: 'MANY' }).where('id', '=', driver.id).execute();
    testServer.advanceClock(DAY_MS);
    await expireOverdueClaims(testServer.context);
    await lockReserve('SBERRUB');
    const paying = driver.pay('2');
    await findWaiting();
    await other.query(`select from promocodes where code = 'MANY' for update nowait`);
    await other.query('rollback');
    expect(await paying).toMatchObject({ ok: true, claim: { status: 'hold' } });
  });

  test('accepting a new price locks the amount at its address before the reserve', async () => {
    const driver = await createRepricing(testServer).createRepriced();
    await lockReserve('SBERRUB');
    const accepting = driver.postStep('accept');
    const { rows } = await other.query<{ count: string }>(
      `select count(*) from pg_locks where pid = $1 and locktype = 'advisory' and granted`,
      [await findWaiting()],
    );
    expect(Number(rows[0]?.count)).toBe(1);
    await other.query('rollback');
    expect((await accepting).status).toBe(200);
  });

  test('the data of a claim is not erased if money comes at the same time', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.move('cancelled');
    testServer.advanceClock(400 * DAY_MS);
    await other.query('select from claims where id = $1 for update', [driver.id]);
    const erasing = eraseEndedClaims(testServer.context);
    await findWaiting();
    await other.query(
      `insert into reserve_entries (currency_id, claim_id, amount_change, held_change, kind, at)
       select from_id, id, 1, 1, 'receipt', 0 from claims where id = $1`,
      [driver.id],
    );
    await other.query('commit');
    await erasing;
    expect(await driver.fetchRow()).toMatchObject({ status: 'cancelled', erased_at: null });
  });
});
