import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { createAccountCleanupJob } from '#server/accounts/accountCleanup.ts';
import { createAccountDeletionJob } from '#server/accounts/deletion/accountDeletion.ts';
import { createApp } from './app.ts';
import { formatStartupBanner, listPublicUrls, listStartWarnings } from './startupBanner.ts';
import { createClaimExpiryJob } from '#server/exchange/claims/status/claimExpiry.ts';
import { createPaymentWatchers } from '#server/exchange/payments/paymentWatcher.ts';
import { ConfigError, parseConfig, type Config } from '#server/platform/config/config.ts';
import { createCourseAlertJob } from '#server/notifications/courseAlerts/checkAlerts.ts';
import { createCourseHistoryJob } from '#server/exchange/courseHistory/courseSamples.ts';
import { createDemoOperator } from '#server/demo/demoOperator.ts';
import { recordUse } from '#server/demo/recordUse.ts';
import { combineJobs, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { bootstrapExchange } from './bootstrap.ts';
import { createLease } from '#server/platform/database/lease.ts';
import { createLeasedJob } from '#server/platform/jobs/leasedJob.ts';
import { createProxyApp } from '#server/proxy/proxyApp.ts';
import { createBackendClient } from '#server/proxy/backendClient.ts';
import { createBackendSettingsSource } from '#server/proxy/backendSettingsSource.ts';
import type { ShutdownNotice } from '#server/platform/http/shutdownNotice.ts';
import { startHttpServer } from '#server/platform/http/httpServer.ts';
import { lockDataDir } from '#server/platform/dataDirLock.ts';
import { createLogger } from '#server/platform/logger.ts';
import type { Metrics } from '#server/operator/metrics/metrics.ts';
import { createLimitCleanupJob } from '#server/platform/limits/limitCleanup.ts';
import { createEmailWorker } from '#server/notifications/emails/emailWorker.ts';
import { createEmailTransport } from '#server/platform/email/emailTransport.ts';
import { mayPrintEmailLinks, printEmailLinks } from '#server/notifications/emails/printEmailLinks.ts';
import { StartError } from '#server/platform/startError.ts';
import { createAutoWithdrawalJob } from '#server/partners/withdrawals/autoWithdrawal.ts';
import { createPartnerStatisticsJob } from '#server/partners/statistics/partnerStatisticsJob.ts';
import { createRetentionJob } from './retentionJob.ts';
import { createVerificationCleanupJob } from '#server/exchange/verification/verificationCleanup.ts';
import { createTelegramJobs } from '#server/notifications/telegram/telegramJobs.ts';
import { createWebhookSender } from '#server/partners/webhooks/sendWebhook.ts';
import { resolveHost } from '#server/partners/webhooks/webhookTarget.ts';
import { createWebhookWorker } from '#server/partners/webhooks/webhookWorker.ts';
import { openWebHost, type WebHost } from '#server/web/webHost.ts';
import { createLocalSettingsSource } from '#server/web/settingsSource.ts';

/** Time for running requests to end after a signal, milliseconds; the whole stop takes at most ten seconds. */
const SHUTDOWN_GRACE_MS = 6_000;

/** Errors of the environment, not of the program: only their message is printed. */
const expectedErrors = [ConfigError, StartError];

/** Functions that stop everything that uses the database. Run concurrently at shutdown or after a failed start. */
const stops: (() => Promise<unknown>)[] = [];

/** Functions that close the rest. Run afterwards, in reverse order. */
const cleanups: (() => unknown)[] = [];

let shutdownNotice: ShutdownNotice | undefined;

/** Stops and closes everything that was started. A failure is printed, and the rest continues. */
async function runCleanups(): Promise<void> {
  const results = await Promise.allSettled(stops.splice(0).map(stop => stop()));
  for (const result of results) if (result.status === 'rejected') console.error(result.reason);
  for (const cleanup of cleanups.splice(0).reverse())
    try {
      await cleanup();
    } catch (error) {
      console.error(error);
    }
}

async function startServer(): Promise<void> {
  const config = parseConfig(process.env);
  const log = createLogger(config.logLevel);
  // Only SQLite needs the lock: servers may share a PostgreSQL database, and a proxy has no database.
  if (config.databaseUrl === null && config.apiOrigin === null)
    cleanups.push(lockDataDir(config.dataDir).release);
  const host = await openWebHost(config, fileURLToPath(new URL('..', import.meta.url)), log);
  cleanups.push(host.stop);
  const metrics = await createMetricsIfEnabled(config, log);
  const { apiOrigin } = config;
  const handler =
    apiOrigin === null
      ? await startExchangeApp(config, log, host, metrics)
      : startProxyApp({ ...config, apiOrigin }, log, host);
  const server = await startHttpServer(handler, config);
  stops.push(() => server.stop(SHUTDOWN_GRACE_MS));
  const metricsServer = await metrics?.listen();
  cleanups.push(() => metricsServer?.stop(0));

  if (process.stdout.isTTY) console.log(formatStartupBanner(config));
  else log.info(listPublicUrls(config), 'server started');
  for (const warning of listStartWarnings(config)) log.warn(warning);
  if (!host.isBuilt) log.warn('site and widget are not built: run npm run build, then restart');
  await host.compressFiles();
}

/** Creates the metrics. Without METRICS_PORT it returns null and does not load their code. */
async function createMetricsIfEnabled(config: Config, log: Logger): Promise<Metrics | null> {
  if (!config.metrics) return null;
  const { createMetrics } = await import('#server/operator/metrics/metrics.ts');
  return createMetrics(config.metrics, log);
}

/** Starts a job, which runs until the server stops. */
function startJob({ start, stop }: BackgroundJob): void {
  start();
  stops.push(stop);
}

/** Starts the exchange and its background jobs. */
async function startExchangeApp(
  config: Config,
  log: Logger,
  host: WebHost,
  metrics: Metrics | null,
): Promise<Hono> {
  const exchange = await bootstrapExchange(config, log);
  cleanups.push(exchange.close);
  const { database } = exchange;
  const useWarning = await recordUse(database.db, config);
  if (useWarning !== null) log.warn(useWarning);
  exchange.context.formPrerenderer = host.formPrerenderer;
  host.enableHomePage(createLocalSettingsSource(exchange.context));
  const periodicJobs = combineJobs([
    createClaimExpiryJob(exchange.context),
    createVerificationCleanupJob(exchange.context),
    createRetentionJob(exchange.context),
    createLimitCleanupJob(exchange.context),
    createAccountCleanupJob(exchange.context),
    createAccountDeletionJob(exchange.context),
    createPartnerStatisticsJob(exchange.context),
    createCourseHistoryJob(exchange.context),
    createCourseAlertJob(exchange.context),
    createAutoWithdrawalJob(exchange.context),
  ]);
  // A SQLite database belongs to one process.
  startJob(
    database.dialect === 'sqlite'
      ? periodicJobs
      : createLeasedJob({ database, lease: createLease('periodic'), job: periodicJobs, log }),
  );
  metrics?.addExchange(exchange);
  const transport = createEmailTransport(config);
  const emailTransport = mayPrintEmailLinks(config) ? printEmailLinks(transport, console.log) : transport;
  const observedTransport = metrics?.observeEmailTransport(emailTransport) ?? emailTransport;
  startJob(createEmailWorker(exchange.context, observedTransport));
  const sendWebhook = createWebhookSender({
    resolve: resolveHost,
    allowPrivate: config.allowPrivateWebhooks,
  });
  startJob(createWebhookWorker(exchange.context, sendWebhook));
  for (const watcher of createPaymentWatchers(exchange.context, database)) startJob(watcher);
  const { telegram } = exchange.context;
  if (telegram) startJob(createTelegramJobs(exchange.context, telegram, database));
  shutdownNotice = exchange.context.shutdown;
  if (config.operator === 'demo') startJob(createDemoOperator(exchange.context));
  return createApp(exchange.context, host.servePages);
}

/** Starts the front end for a backend at API_ORIGIN; no database is opened. */
function startProxyApp(config: Config & { apiOrigin: string }, log: Logger, host: WebHost): Hono {
  const backend = createBackendClient(config, log);
  cleanups.push(backend.close);
  host.enableHomePage(createBackendSettingsSource(backend));
  return createProxyApp(config, log, backend, host.servePages);
}

let isShuttingDown = false;
async function shutDown(signal: NodeJS.Signals): Promise<void> {
  // A second signal ends the process at once.
  if (isShuttingDown) process.exit(signal === 'SIGINT' ? 130 : 143);
  isShuttingDown = true;
  await shutdownNotice?.announce();
  await runCleanups();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void shutDown(signal));
// `npm start` holds the other end of this channel: the server stops when npm is killed.
process.once('disconnect', () => void shutDown('SIGTERM'));
process.channel?.unref();

try {
  await startServer();
} catch (error) {
  const isExpected = expectedErrors.some(kind => error instanceof kind);
  console.error(isExpected ? (error as Error).message : error);
  await runCleanups();
  process.exit(1);
}
