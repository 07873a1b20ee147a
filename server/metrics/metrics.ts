import { Hono } from 'hono';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { startHttpServer, type HttpServer } from '../http/httpServer.ts';
import { listenToEvents } from '../serverEvents.ts';
import { createDatabaseListeners, registerPoolGauges } from './databaseMetrics.ts';
import { createRequestListeners } from './requestMetrics.ts';

/** The metrics of this process. */
export interface Metrics {
  registry: Registry;
  /** Adds the gauges of an exchange: its connections. They are read at each scrape. */
  addExchange: (exchange: { database: Pick<Database, 'getPoolUsage'> }) => void;
  /** Serves `/metrics` in the text format of Prometheus, on a port of its own. Throws StartError. */
  listen: () => Promise<HttpServer>;
}

/** Creates the metrics and counts the events of this process from now on. */
export function createMetrics(address: NonNullable<Config['metrics']>, log: Logger): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const listeners = {
    ...createRequestListeners(registry),
    ...createDatabaseListeners(registry),
  };
  listenToEvents(listeners, error => log.error({ err: error }, 'an event cannot be counted'));
  return {
    registry,
    addExchange({ database }) {
      registerPoolGauges(registry, database.getPoolUsage);
    },
    listen: () =>
      startHttpServer(createMetricsApp(registry, log), {
        ...address,
        variables: 'METRICS_PORT or METRICS_HOST',
      }),
  };
}

function createMetricsApp(registry: Registry, log: Logger): Hono {
  const app = new Hono().get('/metrics', async c =>
    c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }),
  );
  app.onError((error, c) => {
    log.error({ err: error }, 'the metrics cannot be read');
    return c.text('', 500);
  });
  return app;
}
