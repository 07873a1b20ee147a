import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import type { PlatformContext } from '../context.ts';
import { DatabaseBusyError } from '../database/databaseError.ts';
import { describeJson } from './openapiDocs.ts';
import { withTimeout } from './withTimeout.ts';

/** Timeout of a check, milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;

/** How long a result is reused, milliseconds: all probes together cause at most one write a second. */
const RESULT_LIFETIME_MS = 1_000;

const statusResponse = describeJson(
  v.object({ status: v.pipe(v.literal('ok'), v.description('Always `ok`')) }),
  'It does',
);

const healthDocs = describeRoute({
  summary: 'Readiness: whether the server can read and write its database',
  tags: ['server'],
  responses: {
    200: statusResponse,
    503: { description: 'The database cannot be written, or the server is about to stop' },
  },
});

const liveDocs = describeRoute({
  summary: 'Liveness: whether the process responds; the database is not asked',
  tags: ['server'],
  responses: { 200: statusResponse },
});

/** Creates /healthz for load balancers and /livez for process supervisors. */
export function createHealthRoutes({ checkHealth, shutdown }: PlatformContext): Hono {
  const routes = new Hono();
  routes.get('/livez', liveDocs, c => c.json({ status: 'ok' }));
  routes.get('/healthz', healthDocs, async c => {
    shutdown.recordProbe();
    if (shutdown.signal.aborted) return c.json({ status: 'stopping' }, 503);
    return (await checkHealth()) ? c.json({ status: 'ok' }) : c.json({ status: 'database' }, 503);
  });
  return routes;
}

/** Returns a function that writes the heartbeat, at most once a second, and returns whether that succeeded. */
export function createHealthCheck({
  healthDb,
  log,
  now,
}: Pick<PlatformContext, 'healthDb' | 'log' | 'now'>): () => Promise<boolean> {
  let startedAt = -Infinity;
  let result = Promise.resolve(false);
  const writeHeartbeat = async () => {
    try {
      const write = healthDb
        .updateTable('heartbeat')
        .set({ at: BigInt(now()) })
        .execute();
      await withTimeout(write, CHECK_TIMEOUT_MS, 'the health check timed out');
      return true;
    } catch (error) {
      // The database is writable, but has more waiting work than it can do at once.
      if (error instanceof DatabaseBusyError) return true;
      log.error({ err: error }, 'the database cannot be written');
      return false;
    }
  };
  return () => {
    if (performance.now() - startedAt < RESULT_LIFETIME_MS) return result;
    startedAt = performance.now();
    result = writeHeartbeat();
    return result;
  };
}
