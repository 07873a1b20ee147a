import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createServerProcess, type ServerProcess } from '../../support/serverProcess.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { scrapeMetrics } from './scrapeMetrics.ts';

let folder = '';
const servers: ServerProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-metrics-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server process with metrics. */
async function startMeasuredServer(env: Record<string, string> = {}) {
  const metricsPort = await findFreePort();
  const server = await createServerProcess({
    DATA_DIR: folder,
    SEED: 'start',
    METRICS_PORT: String(metricsPort),
    ...env,
  });
  servers.push(server);
  await server.start();
  return { ...server, metricsPort, scrape: () => scrapeMetrics(metricsPort) };
}

const ROUTE = '/api/v1/claim/';
const countRequests = (method: string, route: string, status: string) =>
  `razmen_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

forEachDatabase((startServer, dialect) => {
  /** Starts a server process on this database. */
  async function startOnDatabase(env: Record<string, string>) {
    const { databaseUrl } = (await startServer()).config;
    const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, ACCOUNT_KEY: TEST_ACCOUNT_KEY };
    return startMeasuredServer({ ...relaxedLimits, ...database, ...env });
  }

  test('counts requests, claims, refusals, transactions and e-mails, without personal data', async () => {
    const server = await startOnDatabase({ LIMIT_CLAIMS_PER_HOUR: '3' });
    const client = createClaimClient((path, init) => fetch(server.origin + path, init));
    const key = 'the-key-of-a-claim';
    const body = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '2' });
    const claim = await client.createClaim(body, { key });
    expect((await client.createClaim(body, { key })).id).toBe(claim.id);
    const conflict = await client.postClaim({ ...body, email: 'somebody@example.com' }, { key });
    expect(conflict.status).toBe(409);
    const otherBody = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '3' });
    const other = await client.createClaim(otherBody, { key: 'the-key-of-another' });
    expect((await client.postClaim('{}')).status).toBe(400);
    expect((await client.postClaim('{}')).status).toBe(429);
    expect((await client.postClaim('{}')).status).toBe(429);
    // A repetition has a budget of its own, so it is no refusal.
    expect((await client.createClaim(otherBody, { key: 'the-key-of-another' })).id).toBe(other.id);
    expect((await client.fetchClaim(claim.id, 'status', claim.secret)).status).toBe(200);
    expect((await client.fetchClaim(claim.id, 'status', 'wrong')).status).toBe(404);
    expect((await client.fetchClaim(other.id, 'cancel', other.secret)).status).toBe(200);
    expect((await fetch(`${server.origin}/${claim.id}?email=${body.email}`)).status).toBe(404);
    const countSentEmail = async () =>
      (await server.scrape()).getValue('razmen_mail_attempts_total{result="sent"}');
    // The cancelled claim may have sent one, too.
    await expect.poll(countSentEmail).toBeGreaterThanOrEqual(1);

    const { text, getValue } = await server.scrape();
    expect.soft(getValue(countRequests('POST', ROUTE, '2xx'))).toBe(4);
    expect.soft(getValue(countRequests('POST', `${ROUTE}:id/cancel/`, '2xx'))).toBe(1);
    expect.soft(getValue(countRequests('GET', `${ROUTE}:id/status/`, '2xx'))).toBe(1);
    expect.soft(getValue(countRequests('GET', `${ROUTE}:id/status/`, '4xx'))).toBe(1);
    expect.soft(getValue('razmen_http_rate_limited_total{budget="claim"}')).toBe(2);
    expect.soft(getValue('razmen_http_requests_in_flight')).toBe(0);
    expect.soft(getValue('razmen_claims_created_total')).toBe(2);
    expect.soft(getValue('razmen_mail_attempts_total{result="failed"}')).toBe(0);
    expect.soft(getValue('razmen_ready')).toBe(1);
    expect.soft(getValue('razmen_maintenance')).toBe(0);
    expect.soft(getValue('razmen_data_dir_free_bytes')).toBeGreaterThan(0);
    expect.soft(getValue('razmen_database_connection_failures_total{state="used"}')).toBe(0);
    const transactions = 'razmen_database_transaction_duration_seconds_count';
    expect.soft(getValue(`${transactions}{outcome="committed"}`)).toBeGreaterThanOrEqual(3);
    // The conflict.
    expect.soft(getValue(`${transactions}{outcome="rolled_back"}`)).toBeGreaterThanOrEqual(1);
    expect.soft(getValue('razmen_database_lock_wait_seconds_count')).toBeGreaterThanOrEqual(1);
    const pools = dialect === 'sqlite' ? { writes: 1 } : { reads: 6, writes: 8, counts: 2 };
    for (const [pool, max] of Object.entries(pools)) {
      expect.soft(getValue(`razmen_database_connections_max{pool="${pool}"}`)).toBe(max);
      expect.soft(getValue(`razmen_database_connections_awaited{pool="${pool}"}`)).toBe(0);
      const open = ['idle', 'used'].map(state =>
        getValue(`razmen_database_connections{pool="${pool}",state="${state}"}`),
      );
      expect.soft(Math.max(...open.map(Number))).toBeGreaterThan(0);
      const waits = `razmen_database_connection_wait_seconds_count{pool="${pool}"}`;
      expect.soft(getValue(waits)).toBeGreaterThan(0);
    }
    const personal = [body.email, claim.id, claim.secret, claim.number, key, '127.0.0.1', 'example.com'];
    const requisites = [body.fromRequisites, body.toRequisites].flatMap(fields => Object.values(fields));
    for (const value of [...personal, ...requisites]) expect.soft(text).not.toContain(value);
  });

  test('has the open claims by status, and the jobs that run', async () => {
    const server = await startOnDatabase({});
    const client = createClaimClient((path, init) => fetch(server.origin + path, init));
    for (const fromSumma of ['2', '3'])
      await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma }));
    const last = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '4' }));
    expect((await client.postStep(last.id, 'confirm', last.secret)).status).toBe(200);
    const readLastRun = async () => (await server.scrape()).getValue(getLastRun('claim_expiry'));
    // On PostgreSQL the jobs wait for their lease.
    await expect.poll(readLastRun).toBeDefined();
    const first = await server.scrape();
    expect(first.getValue('razmen_claims{status="waiting"}')).toBe(2);
    expect(first.getValue('razmen_claims{status="claimed"}')).toBe(1);
    expect(first.getValue('razmen_claims{status="hold"}')).toBe(0);
    expect(first.text).not.toContain('status="completed"');
    for (const task of [
      'catalogue',
      'claim_expiry',
      'limit_cleanup',
      'mail',
      'retention',
      'verification_cleanup',
    ]) {
      const age = Date.now() / 1_000 - (first.getValue(getLastRun(task)) ?? 0);
      expect.soft(age, task).toBeLessThan(60);
      expect.soft(first.getValue(`razmen_task_failures_total{task="${task}"}`), task).toBe(0);
    }
    const started = first.getValue(getLastRun('claim_expiry')) ?? 0;
    await expect.poll(readLastRun).toBeGreaterThan(started);
  });

  const getLastRun = (task: string) => `razmen_task_last_run_timestamp_seconds{task="${task}"}`;
});

describe('the port', () => {
  test('serves the metrics alone, and the public one does not', async () => {
    const server = await startMeasuredServer();
    for (const path of ['/metrics', '/metrics/', '/api/metrics', '//metrics'])
      expect((await fetch(server.origin + path)).status).toBe(404);
    for (const path of ['/', '/healthz', '/api/v1/calculator/'])
      expect((await fetch(`http://127.0.0.1:${server.metricsPort}${path}`)).status).toBe(404);
    const { text } = await server.scrape();
    expect(text).toContain('# TYPE razmen_http_request_duration_seconds histogram\n');
    expect(text).toContain('# TYPE nodejs_eventloop_lag_p99_seconds gauge\n');
    await server.stop();
    await expect(fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).rejects.toThrow('fetch failed');
  });

  test('that is used stops the start with one line', async () => {
    const { metricsPort } = await startMeasuredServer();
    const second = startMeasuredServer({ DATA_DIR: join(folder, 'b'), METRICS_PORT: String(metricsPort) });
    const reason = `Cannot listen on 127.0.0.1:${metricsPort}: the port is already in use. Set METRICS_PORT or METRICS_HOST.`;
    await expect(second).rejects.toThrow(reason);
  });

  test('of a front end has its requests, and nothing of an exchange', async () => {
    const backend = await startMeasuredServer();
    const DATA_DIR = join(folder, 'front');
    const front = await startMeasuredServer({ API_ORIGIN: backend.origin, DATA_DIR });
    expect((await fetch(`${front.origin}/metrics`)).status).toBe(404);
    expect((await fetch(`${front.origin}/api/v1/calculator/`)).status).toBe(200);
    const { text, getValue } = await front.scrape();
    expect(getValue(countRequests('GET', '/api/*', '2xx'))).toBe(1);
    expect(text).not.toMatch(/razmen_(ready|claims|price_timestamp_seconds)\b/);
  });
});
