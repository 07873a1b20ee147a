import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';

/** Measured: 3.2 and 3.7 s. Other tests use the same cores. */
const MAX_WAIT_MS = 8_000;

forEachDatabase((startServer, dialect) => {
  // On SQLite nobody else may write while a server runs.
  if (dialect === 'sqlite') return;
  describe('a transaction of somebody else that stays open', () => {
    let other: pg.Client;
    const testServer = createBeforeEach(() => startServer(relaxedLimits));
    const client = createBeforeEach(() => createInProcessClient(testServer.app));
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

    test('delays no claim if it changes the catalogue', async () => {
      await other.query(`update currencies set notify = 'Проверяем' where code in ('LTC', 'SBERRUB')`);
      const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'LTC'));
      expect(claim.status).toBe('waiting');
    });

    test('stops only the claims that need the same reserve, for three seconds', async () => {
      const [locked, free] = [
        await client.buildClaim('SBERRUB', 'LTC'),
        await client.buildClaim('SBERRUB', 'BTC'),
      ];
      await lockReserve('LTC');
      const began = performance.now();
      let isWaiting = true;
      const waiting = Promise.resolve(client.postClaim(locked, { key: 'waits-for-a-reserve' })).finally(
        () => (isWaiting = false),
      );
      expect((await client.postClaim(free)).status).toBe(201);
      expect((await testServer.get('/healthz')).status).toBe(200);
      expect((await testServer.get('/api/v1/calculator/reserves/')).status).toBe(200);
      expect(isWaiting).toBe(true);
      const response = await waiting;
      expect(performance.now() - began).toBeLessThan(MAX_WAIT_MS);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toMatchObject({ code: 'database_unavailable' });
      await other.query('rollback');
      expect((await client.postClaim(locked, { key: 'waits-for-a-reserve' })).status).toBe(201);
      await expectBalancedLedger(testServer.context.db);
    });

    test('of a server that is paused is ended after some seconds', async () => {
      const body = await client.buildClaim('SBERRUB', 'LTC');
      // The same limit as the connections of a server have.
      await other.query(`set idle_in_transaction_session_timeout = '3500ms'`);
      const ended = new Promise(resolve => other.on('error', resolve));
      await lockReserve('LTC');
      const began = performance.now();
      let status = 0;
      while (status !== 201 && performance.now() - began < 10_000)
        status = (await client.postClaim(body)).status;
      expect(status).toBe(201);
      expect(performance.now() - began).toBeLessThan(MAX_WAIT_MS);
      await ended;
    });
  });
});
