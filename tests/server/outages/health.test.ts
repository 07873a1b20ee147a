import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createLogger } from '#server/platform/logger.ts';
import { forEachDatabase } from '../../support/testServer.ts';

forEachDatabase((startServer, dialect) => {
  test('readiness needs a database that can be written, liveness none', async () => {
    const testServer = await startServer();
    expect((await testServer.get('/healthz')).status).toBe(200);
    const { db, healthDb } = testServer.context;
    const { at } = await db.selectFrom('heartbeat').select('at').executeTakeFirstOrThrow();
    expect(at).toBe(BigInt(testServer.now()));
    // A second probe at once uses the result of the first.
    testServer.advanceClock(1);
    expect((await testServer.get('/healthz')).status).toBe(200);
    expect((await db.selectFrom('heartbeat').select('at').executeTakeFirstOrThrow()).at).toBe(at);
    await healthDb.destroy();
    await expect.poll(async () => (await testServer.get('/healthz')).status).toBe(503);
    expect(await (await testServer.get('/livez')).json()).toEqual({ status: 'ok' });
  });

  test('a read-only database is not ready, although it can be read', async () => {
    const { config, context, now } = await startServer();
    const url = new URL(config.databaseUrl ?? 'postgres://unused');
    url.searchParams.set('options', `${url.searchParams.get('options')} -c default_transaction_read_only=on`);
    const readOnly =
      dialect === 'postgres'
        ? await bootstrapExchange({ ...config, databaseUrl: url.href }, createLogger('silent'), now)
        : null;
    if (dialect === 'sqlite') await sql`pragma query_only = on`.execute(context.db);
    const app = createApp(readOnly?.context ?? context);
    expect((await app.request('/api/v1/calculator/reserves/')).status).toBe(200);
    const response = await app.request('/healthz');
    expect([response.status, await response.json()]).toEqual([503, { status: 'database' }]);
    if (dialect === 'sqlite') await sql`pragma query_only = off`.execute(context.db);
    await readOnly?.close();
  });

  test('a database that does not answer is not ready within two seconds', async () => {
    const testServer = await startServer();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    // Locks the row of the heartbeat, on SQLite the database.
    const blocking = testServer.context.db.transaction().execute(async trx => {
      await trx.updateTable('heartbeat').set({ at: 1n }).execute();
      start();
      await released;
    });
    await started;
    const began = performance.now();
    expect((await testServer.get('/healthz')).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(3_000);
    release();
    await blocking;
    await expect.poll(async () => (await testServer.get('/healthz')).status, { timeout: 5_000 }).toBe(200);
  });
});
