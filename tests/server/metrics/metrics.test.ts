import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createServerProcess, type ServerProcess } from '../../support/serverProcess.ts';
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

const countRequests = (method: string, route: string, status: string) =>
  `razmen_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

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

  test('of a front end has its requests', async () => {
    const backend = await startMeasuredServer();
    const DATA_DIR = join(folder, 'front');
    const front = await startMeasuredServer({ API_ORIGIN: backend.origin, DATA_DIR });
    expect((await fetch(`${front.origin}/metrics`)).status).toBe(404);
    expect((await fetch(`${front.origin}/api/v1/calculator/`)).status).toBe(200);
    const { getValue } = await front.scrape();
    expect(getValue(countRequests('GET', '/api/*', '2xx'))).toBe(1);
  });
});
