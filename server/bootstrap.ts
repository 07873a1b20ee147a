import type { Logger } from 'pino';
import { createPasswordHasher } from '#server/platform/passwords/passwordHasher.ts';
import { createAccountClaimSubscriber } from './accounts/accountClaimSubscriber.ts';
import { createBackgroundTasks } from '#server/platform/jobs/backgroundTasks.ts';
import { openCatalogue } from '#server/exchange/catalogue/catalogue.ts';
import { seedDatabase } from '#server/exchange/catalogue/seedDatabase.ts';
import { createClock, createReferenceReader } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { ServerContext } from './notifications/context.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { createHealthCheck } from '#server/platform/http/health.ts';
import { createShutdownNotice } from '#server/platform/http/shutdownNotice.ts';
import { loadServerKeys, type LoadKeysOptions } from '#server/platform/keys/registeredKeys.ts';
import { createEmailSubscriber } from '#server/notifications/emails/emailSubscriber.ts';
import { createMarketRates } from '#server/exchange/courses/prices/marketRates.ts';
import { partnerAccountSubscriber } from '#server/partners/partnerAccountSubscriber.ts';
import { createPartnerSubscriber } from '#server/partners/partnerSubscriber.ts';
import { createTelegramBot } from '#server/notifications/telegram/telegramBot.ts';
import { holderSubscriber } from '#server/operator/claims/claimHolder.ts';
import { telegramSubscriber } from '#server/notifications/telegram/telegramSubscriber.ts';

/** The running exchange, before it listens for HTTP requests. */
export interface RunningExchange {
  context: ServerContext;
  database: Database;
  /** Stops the timers, finishes background tasks and closes the database. */
  close: () => Promise<void>;
}

/** Logs the reason why the server waits for its database: once, until the reason changes. */
function createWaitLogger(log: Logger): (reason: string) => void {
  let lastReason = '';
  return reason => {
    if (reason !== lastReason) log.warn(`${reason}. Waiting for it.`);
    lastReason = reason;
  };
}

/**
 * Opens the database, seeds a new one, and starts polling catalogue and rates. `testClock` replaces the clock,
 * milliseconds since 1970 UTC. Without `createIfMissing`, as for an operator's command, database and key must exist,
 * and the price sources are not polled: the stored prices are used. Throws StartError (one line) if database or key
 * cannot be used.
 */
export async function bootstrapExchange(
  config: Config,
  log: Logger,
  testClock?: () => number,
  options: LoadKeysOptions = { createIfMissing: true, allowMissing: false },
): Promise<RunningExchange> {
  const onConnectionError = (error: Error) => log.error({ err: error }, 'a database connection failed');
  const database = await openDatabase({
    ...config,
    onConnectionError,
    // A server waits for its database; an operator's command fails at once.
    ...(options.createIfMissing && { onWait: createWaitLogger(log) }),
    createIfMissing: options.createIfMissing,
  });
  const elapsed = testClock ?? (() => performance.now());
  try {
    const clock = testClock
      ? null
      : await createClock({ readReference: createReferenceReader(database), elapsed, log });
    const now = testClock ?? clock?.now ?? Date.now;
    const isNew = await seedDatabase(database.db, config.seed, now());
    const keys = await loadServerKeys(config, database.db, now(), options);
    if (isNew) await database.checkpoint();
    const catalogue = await openCatalogue(database, log);
    const tickers = [...new Set(catalogue.currencies.map(({ ticker }) => ticker))];
    const rates = createMarketRates({
      config: config.rates,
      database,
      tickers,
      isPoller: options.createIfMissing,
      now,
      log,
    });
    await rates.start();
    catalogue.startPolling();
    clock?.job.start();
    const { db, healthDb, runShortWrite } = database;
    const backgroundTasks = createBackgroundTasks(log);
    return {
      database,
      context: {
        config,
        db,
        healthDb,
        runShortWrite,
        now,
        elapsed,
        log,
        catalogue,
        accountSubscribers: [partnerAccountSubscriber],
        claimSubscribers: [
          createAccountClaimSubscriber({ keys, log, now }),
          createPartnerSubscriber({ db, keys, log, now }),
          telegramSubscriber,
          holderSubscriber,
          createEmailSubscriber(catalogue),
        ],
        rates,
        keys,
        passwords: createPasswordHasher(),
        telegram: config.telegram && createTelegramBot(config.telegram),
        shutdown: createShutdownNotice(),
        backgroundTasks,
        checkHealth: createHealthCheck({ healthDb, log, now }),
      },
      async close() {
        await Promise.all([clock?.job.stop(), rates.stop(), catalogue.stopPolling()]);
        await backgroundTasks.finish();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
