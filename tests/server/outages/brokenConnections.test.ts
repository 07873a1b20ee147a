import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { bootstrapExchange, type RunningExchange } from '#server/bootstrap.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isDatabaseUnavailable } from '#server/platform/database/databaseError.ts';
import { PrimaryPools, REQUEST_POOLS } from '#server/platform/database/postgres/postgresPools.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';

test('an error of the program is not an unavailable database', () => {
  const withCode = (code: string) => Object.assign(new Error('x'), { code });
  for (const code of ['57P01', '08006', '25006', '53100', 'ECONNRESET'])
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
  for (const code of ['23505', '40001', '42P01', 'ENOENT'])
    expect(isDatabaseUnavailable(withCode(code))).toBe(false);
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isDatabaseUnavailable(new TypeError('x is not a function'))).toBe(false);
  const hosts = (...codes: string[]) => new AggregateError(codes.map(withCode));
  expect(isDatabaseUnavailable(hosts('ECONNREFUSED', '25006', '53300'))).toBe(true);
  // A wrong password.
  expect(isDatabaseUnavailable(hosts('ECONNREFUSED', '28P01'))).toBe(false);
  const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
  expect([8, 10, 13, 778].map(errcode => isDatabaseUnavailable(sqlite(errcode)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([1, 19].map(errcode => isDatabaseUnavailable(sqlite(errcode)))).toEqual([false, false]);
});

forEachDatabase((startServer, dialect) => {
  if (dialect === 'sqlite') return;
  test('a server that became read-only is given up only if there are others', async () => {
    const { config } = await startServer();
    const url = config.databaseUrl ?? '';
    const readOnly = Object.assign(new Error('cannot execute INSERT'), { code: '25006' });
    for (const urls of [[url], [url, url]]) {
      const primary = new PrimaryPools(urls, REQUEST_POOLS, () => {});
      const pools = await primary.getPools();
      primary.reportFailure(pools, readOnly);
      expect((await primary.getPools()) === pools).toBe(urls.length === 1);
      await primary.close();
    }
  });

  describe('a connection that breaks while in use', () => {
    let other: pg.Client;
    let exchange: RunningExchange;
    let client: ReturnType<typeof createInProcessClient>;
    let name: string;

    beforeEach(async () => {
      const testServer = await startServer(relaxedLimits);
      // A name of its own, because other tests use the same cluster.
      name = `razmen-${randomUUID().slice(0, 8)}`;
      const url = new URL(testServer.config.databaseUrl ?? '');
      url.searchParams.set('application_name', name);
      exchange = await bootstrapExchange(
        { ...testServer.config, databaseUrl: url.href },
        createLogger('silent'),
        testServer.now,
      );
      client = createInProcessClient(createApp(exchange.context));
      other = new pg.Client({ connectionString: testServer.config.databaseUrl ?? '' });
      await other.connect();
    });
    afterEach(async () => {
      await exchange.close();
      await other.end();
    });

    /** Ends the connections of the server that `condition` selects; returns how many. */
    const terminate = async (condition: string) => {
      const { rowCount } = await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and ${condition}`,
        [name],
      );
      return rowCount ?? 0;
    };
    const terminateWriter = () => expect.poll(() => terminate("wait_event_type = 'Lock'")).toBe(1);
    /** Another transaction has the reserves, so that a creation waits for them. */
    const lockReserves = () => other.query('begin; select from reserves for update');
    const unlockReserves = () => other.query('rollback');

    test('gives 503 with Retry-After, and the next request works', async () => {
      const body = await client.buildClaim('LTC', 'SBERRUB');
      await lockReserves();
      const pending = client.postClaim(body);
      await terminateWriter();
      await unlockReserves();
      const response = await pending;
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toMatchObject({ code: 'database_unavailable' });
      expect((await client.postClaim(body)).status).toBe(201);
      await expectBalancedLedger(exchange.context.db);
    });

    test('is replaced once for a creation with a key, which the client does not notice', async () => {
      const body = await client.buildClaim('LTC', 'SBERRUB');
      await lockReserves();
      const pending = client.postClaim(body, { key: 'a-key-of-a-creation' });
      await terminateWriter();
      await unlockReserves();
      expect((await pending).status).toBe(201);
      expect(await exchange.context.db.selectFrom('claims').select('id').execute()).toHaveLength(1);
      await expectBalancedLedger(exchange.context.db);
    });

    test('is replaced also for the transactions that wait for one', async () => {
      const bodies = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          client.buildClaim('LTC', 'SBERRUB', { fromSumma: `2.${index + 10}` }),
        ),
      );
      await lockReserves();
      const pending = Promise.all(
        bodies.map((body, index) => client.postClaim(body, { key: `waiting-creation-${index}` })),
      );
      await expect
        .poll(() => exchange.database.getPoolUsage().find(({ pool }) => pool === 'writes')?.waiting)
        .toBe(12);
      await other.query(
        `select pg_terminate_backend(min(pid)) from pg_stat_activity
         where application_name = $1 and wait_event_type = 'Lock'`,
        [name],
      );
      await unlockReserves();
      expect((await pending).map(({ status }) => status)).toEqual(bodies.map(() => 201));
      await expectBalancedLedger(exchange.context.db);
    });

    test('has statements that a migration outdates: they are prepared again', async () => {
      const { db } = exchange.context;
      const { id } = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      // All connections at the same time.
      let count = 0;
      const warmUp = Promise.withResolvers<void>();
      const warmConnection = async () => {
        await runInTransaction(db, async trx => {
          await trx.selectFrom('claims').selectAll().where('id', '=', id).execute();
          if (++count === 8) warmUp.resolve();
          await warmUp.promise;
        });
      };
      await Promise.all(Array.from({ length: 8 }, warmConnection));
      await other.query('alter table claims add column added_later bigint');
      const rows = await runInTransaction(db, trx =>
        trx.selectFrom('claims').selectAll().where('id', '=', id).execute(),
      );
      expect(rows).toHaveLength(1);
    });

    test('or idle never ends the process', async () => {
      const claim = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      for (let round = 0; round < 4; round++) {
        expect(await terminate('true')).toBeGreaterThan(0);
        await expect
          .poll(async () => (await client.fetchClaim(claim.id, 'status', claim.secret)).status)
          .toBe(200);
      }
    });
  });
});
