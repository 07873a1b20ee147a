import { Hono } from 'hono';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '#server/platform/config/config.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { startHttpServer, type HttpServer } from '#server/platform/http/httpServer.ts';
import type { EmailTransport } from '#server/platform/email/emailTransport.ts';
import { listenToEvents } from '#server/platform/serverEvents.ts';
import { createDatabaseListeners, registerPoolGauges } from './databaseMetrics.ts';
import { createClaimListener, registerAddressGauge, registerClaimGauge } from './claimMetrics.ts';
import { createRequestListeners } from './requestMetrics.ts';
import { createJobListeners } from './jobMetrics.ts';
import { createEmailObserver, registerEmailGauges } from './emailMetrics.ts';
import { registerPriceGauges } from './priceMetrics.ts';
import { registerPaymentGauges } from './paymentMetrics.ts';
import { createWebhookListener, registerWebhookGauge } from './webhookMetrics.ts';
import { registerStateGauges } from './stateMetrics.ts';

/** The metrics of this process. deploy/outages.md lists them. */
export interface Metrics {
  registry: Registry;
  /** Adds the gauges of an exchange: claims, prices, e-mails, connections, state. They are read at each scrape. */
  addExchange: (exchange: { context: ServerContext; database: Pick<Database, 'getPoolUsage'> }) => void;
  /** Returns a transport that counts the attempts to send. */
  observeEmailTransport: (transport: EmailTransport) => EmailTransport;
  /** Serves `/metrics` in the text format of Prometheus, on a separate port. Throws StartError. */
  listen: () => Promise<HttpServer>;
}

/** Creates the metrics and starts to count the events of this process. */
export function createMetrics(address: NonNullable<Config['metrics']>, log: Logger): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const listeners = {
    ...createRequestListeners(registry),
    ...createDatabaseListeners(registry),
    ...createJobListeners(registry),
    ...createClaimListener(registry),
    ...createWebhookListener(registry),
  };
  listenToEvents(listeners, error => log.error({ err: error }, 'an event cannot be counted'));
  return {
    registry,
    observeEmailTransport: createEmailObserver(registry),
    addExchange({ context, database }) {
      registerPoolGauges(registry, database.getPoolUsage);
      registerClaimGauge(registry, context);
      registerAddressGauge(registry, context);
      registerPriceGauges(registry, context);
      registerPaymentGauges(registry, context);
      registerEmailGauges(registry, context);
      registerWebhookGauge(registry, context);
      registerStateGauges(registry, context);
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
