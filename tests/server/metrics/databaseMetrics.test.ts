import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { bootstrapExchange, type RunningExchange } from '#server/bootstrap.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createMetrics } from '#server/operator/metrics/metrics.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { parseMetrics } from './scrapeMetrics.ts';

forEachDatabase((startServer, dialect) => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  /** An exchange in this process with metrics, and a name for its connections. */
  async function startMeasuredExchange() {
    const { config, now } = await startServer({ ...relaxedLimits, METRICS_PORT: '9' });
    const name = `razmen-${randomUUID().slice(0, 8)}`;
    const url = config.databaseUrl === null ? null : new URL(config.databaseUrl);
    url?.searchParams.set('application_name', name);
    const log = createLogger('silent');
    const metrics = createMetrics({ host: '127.0.0.1', port: 9 }, log);
    const exchange = await bootstrapExchange({ ...config, databaseUrl: url?.href ?? null }, log, now);
    cleanups.push(exchange.close);
    metrics.addExchange(exchange);
    const read = async (series: string) => parseMetrics(await metrics.registry.metrics()).getValue(series);
    return { exchange, read, name, client: createInProcessClient(createApp(exchange.context)) };
  }

  /** Keeps a transaction open until the returned function is called. */
  function holdTransaction({ context }: RunningExchange): () => Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = runInTransaction(context.db, () => promise, []);
    return () => {
      resolve();
      return ended;
    };
  }

  test('the gauges have the connections in use and what waits for one', async () => {
    const { exchange, read } = await startMeasuredExchange();
    const max = dialect === 'sqlite' ? 1 : 8;
    const releases = Array.from({ length: max + 2 }, () => holdTransaction(exchange));
    const getUsage = () => exchange.database.getPoolUsage().find(({ pool }) => pool === 'writes');
    // The gauges themselves are read once: the check of readiness writes, too.
    await expect.poll(getUsage).toMatchObject({ used: max, waiting: 2 });
    const used = 'razmen_database_connections{pool="writes",state="used"}';
    expect(await read('razmen_database_connections_awaited{pool="writes"}')).toBe(2);
    expect(await read(used)).toBe(max);
    await Promise.all(releases.map(release => release()));
    await expect.poll(getUsage).toMatchObject({ used: 0, waiting: 0 });
    expect(await read(used)).toBe(0);
    expect(await read('razmen_database_connections_awaited{pool="writes"}')).toBe(0);
  });

  test('counts what is repeated by SQLSTATE, and each attempt as a transaction', async () => {
    const { exchange, read } = await startMeasuredExchange();
    const transactions = 'razmen_database_transaction_duration_seconds_count{outcome="rolled_back"}';
    const before = (await read(transactions)) ?? 0;
    let attempt = 0;
    await runInTransaction(exchange.context.db, async () => {
      if (++attempt < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    });
    expect(await read('razmen_database_transaction_retries_total{sqlstate="40P01"}')).toBe(2);
    expect(await read(transactions)).toBe(before + 2);
  });

  test('without the database it has what needs none, and says that the exchange is not ready', async () => {
    const { exchange, read } = await startMeasuredExchange();
    const { healthDb } = exchange.context;
    // Kysely closes only what has run a query.
    await healthDb.selectFrom('heartbeat').select('at').execute();
    await healthDb.destroy();
    expect(await read('razmen_ready')).toBe(0);
    expect(await read('razmen_claims{status="waiting"}')).toBeUndefined();
    expect(await read('razmen_mail_oldest_due_age_seconds')).toBeUndefined();
    expect(await read('razmen_maintenance')).toBe(0);
  });

  if (dialect === 'sqlite') return;

  /** Another transaction locks the reserves until the returned function is called. */
  async function lockReserves({ context }: RunningExchange) {
    const other = new pg.Client({ connectionString: context.config.databaseUrl ?? '' });
    await other.connect();
    cleanups.push(() => other.end());
    await other.query(`begin; set application_name = 'other'; select from reserves for update`);
    return other;
  }

  test('measures waits for a lock, and counts those that were given up', async () => {
    const { exchange, read } = await startMeasuredExchange();
    const { db } = exchange.context;
    const holder = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const first = runInTransaction(db, async () => {
      isLocked.resolve();
      await holder.promise;
    }, ['a name']);
    await isLocked.promise;
    const waits = 'razmen_database_lock_wait_seconds';
    const before = (await read(`${waits}_bucket{le="0.25"}`)) ?? 0;
    const waiting = runInTransaction(db, async () => {}, ['a name']);
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_locks where not granted and locktype = 'advisory'`.execute(
          db,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    // The least time that the wait takes from now on.
    await new Promise(resolve => setTimeout(resolve, 300));
    holder.resolve();
    await Promise.all([first, waiting]);
    expect(await read(`${waits}_bucket{le="0.25"}`)).toBe(before);
    expect((await read(`${waits}_bucket{le="5"}`)) ?? 0).toBeGreaterThan(before);
  });

  test('counts a lock that is not free in time and the 503 that follows', async () => {
    const { exchange, read, client } = await startMeasuredExchange();
    const body = await client.buildClaim('LTC', 'SBERRUB');
    const other = await lockReserves(exchange);
    expect((await client.postClaim(body)).status).toBe(503);
    await other.query('rollback');
    expect(await read('razmen_database_lock_timeouts_total')).toBe(1);
    expect(await read('razmen_http_unavailable_total{code="database_unavailable"}')).toBe(1);
    expect(await read('razmen_claims_created_total')).toBe(0);
  });

  test('counts connections that break', async () => {
    const { exchange, read, client, name } = await startMeasuredExchange();
    const body = await client.buildClaim('LTC', 'SBERRUB');
    const other = await lockReserves(exchange);
    const pending = client.postClaim(body, { key: 'a-key-of-a-creation' });
    const terminate = async () => {
      const { rowCount } = await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = $1 and wait_event_type = 'Lock'`,
        [name],
      );
      return rowCount;
    };
    await expect.poll(terminate).toBe(1);
    await other.query('rollback');
    expect((await pending).status).toBe(201);
    expect(await read('razmen_database_connection_failures_total{state="used"}')).toBe(1);
    expect(await read('razmen_claims_created_total')).toBe(1);
  });
});
