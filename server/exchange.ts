import type { Logger } from 'pino';
import * as catalogues from './catalogue/catalogue.ts';
import { seed } from './catalogue/seed.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import * as databases from './database/database.ts';
import { secret } from './database/secret.ts';
import * as rates from './rates/rates.ts';

/** The exchange at work, without an ear to the network yet. */
export interface Exchange {
  context: Context;
  /** Ends its timers and closes the database. */
  close: () => Promise<void>;
}

/**
 * Opens the database, fills a new one, and starts what keeps catalogue and rates fresh. `now` in milliseconds since
 * 1970 UTC; without `create` an exchange has to be there. Throws StartError, one line, when the database cannot be used.
 */
export async function open(
  config: Config,
  log: Logger,
  now: () => number = Date.now,
  create = true,
): Promise<Exchange> {
  const trouble = (error: Error) => log.error({ err: error }, 'a connection to the database broke');
  const database = await databases.open({ ...config, trouble, create });
  try {
    const isNew = await seed(database.db, config.seed, now());
    const key = await secret(database.db);
    if (isNew) await database.settle();
    const catalogue = await catalogues.open(database, log);
    const tickers = [...new Set(catalogue.currencies.map(({ ticker }) => ticker))];
    const prices = rates.create({ config: config.rates, now, log, tickers });
    await prices.start();
    catalogue.start();
    return {
      context: { config, db: database.db, now, log, catalogue, rates: prices, secret: key },
      async close() {
        prices.stop();
        await catalogue.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
