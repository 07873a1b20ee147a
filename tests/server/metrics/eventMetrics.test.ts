import { expect, test } from 'vitest';
import { createBackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { createUploadBudget } from '#server/platform/files/uploadBudget.ts';
import { createLogger } from '#server/platform/logger.ts';
import type { EmailMessage } from '#server/platform/email/emailTransport.ts';
import { createMetrics } from '#server/operator/metrics/metrics.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { setMaintenance } from '../../support/maintenanceMode.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createTestServer } from '../../support/testServer.ts';
import { parseMetrics } from './scrapeMetrics.ts';

/** Creates metrics that count from now on. */
function startMetrics() {
  const metrics = createMetrics({ host: '127.0.0.1', port: 9 }, createLogger('silent'));
  const read = async (series: string) => parseMetrics(await metrics.registry.metrics()).getValue(series);
  return { ...metrics, read };
}

test('counts the runs of a job that fail, and goes on', async () => {
  const { read } = startMetrics();
  let runCount = 0;
  const runTask = async () => {
    if (++runCount === 2) throw new Error('the second run');
  };
  const job = createBackgroundJob('example', 1, runTask, () => {});
  job.start();
  const lastRun = 'razmen_task_last_run_timestamp_seconds{task="example"}';
  const startedAt = (await read(lastRun)) ?? 0;
  expect(Date.now() / 1_000 - startedAt).toBeLessThan(60);
  await expect.poll(() => runCount).toBeGreaterThan(3);
  await job.stop();
  expect(await read('razmen_task_failures_total{task="example"}')).toBe(1);
  expect(await read(lastRun)).toBeGreaterThan(startedAt);
});

test('counts the attempts to send an e-mail, except those that a stop aborts', async () => {
  const { read, observeEmailTransport } = startMetrics();
  const message = {} as EmailMessage;
  const { signal } = new AbortController();
  const createTransport = (send: () => Promise<void>) => observeEmailTransport({ send, close: () => {} });
  await createTransport(async () => {}).send(message, signal);
  const refusing = createTransport(() => Promise.reject(new Error('550')));
  await expect(refusing.send(message, signal)).rejects.toThrow('550');
  await expect(refusing.send(message, AbortSignal.abort())).rejects.toThrow('550');
  expect(await read('razmen_mail_attempts_total{result="sent"}')).toBe(1);
  expect(await read('razmen_mail_attempts_total{result="failed"}')).toBe(1);
});

test('counts an upload that is refused because the client sends others', async () => {
  const { read } = startMetrics();
  const uploads = createUploadBudget({ maxClientBytes: 10, maxTotalBytes: 20 });
  uploads.reserve('client', 6);
  expect(() => uploads.reserve('client', 6)).toThrow('429');
  expect(await read('razmen_http_rate_limited_total{budget="upload_bytes"}')).toBe(1);
});

test('names the limit of open claims, maintenance and methods that no route has', async () => {
  const { read, addExchange } = startMetrics();
  const limits = { ...relaxedLimits, LIMIT_OPEN_CLAIMS_PER_ADDRESS: '1', METRICS_PORT: '9' };
  const testServer = await createTestServer(limits);
  const { app, context, close } = testServer;
  addExchange({ context, database: { getPoolUsage: () => [] } });
  const client = createInProcessClient(app);
  const body = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '2' });
  const next = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '3' });
  expect((await client.postClaim(body)).status).toBe(201);
  expect((await client.postClaim(next)).status).toBe(429);
  expect(await read('razmen_http_rate_limited_total{budget="open_claims"}')).toBe(1);
  expect(await read('razmen_maintenance')).toBe(0);
  await setMaintenance(testServer, true);
  expect((await client.postClaim(next)).status).toBe(503);
  expect(await read('razmen_http_unavailable_total{code="maintenance"}')).toBe(1);
  expect(await read('razmen_maintenance')).toBe(1);
  await app.request('/nobody', { method: 'PROPFIND' });
  const others = 'razmen_http_request_duration_seconds_count{method="other",route="/*",status="4xx"}';
  expect(await read(others)).toBe(1);
  await close();
});
