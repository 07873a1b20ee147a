import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import * as catalogues from './catalogue/catalogue.ts';
import { seed } from './catalogue/seed.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import * as databases from './database/database.ts';
import type { Schema } from './database/schema.ts';
import * as rates from './rates/rates.ts';

/** The exchange at work, without an ear to the network yet. */
export interface Exchange {
  context: Context;
  /** Ends its timers and closes the database. */
  close: () => Promise<void>;
}

/**
 * Opens the database, fills a new one, and starts what keeps catalogue and rates fresh. `now` in milliseconds since
 * 1970 UTC. Throws StartError, one line, when the database cannot be used.
 */
export async function open(config: Config, log: Logger, now: () => number = Date.now): Promise<Exchange> {
  const trouble = (error: Error) => log.error({ err: error }, 'a connection to the database broke');
  const database = await databases.open({ ...config, trouble });
  try {
    await seed(database.db, config.seed, now());
    const secret = await secretOf(database.db);
    const catalogue = await catalogues.open(database, log);
    const tickers = [...new Set(catalogue.currencies.map(({ ticker }) => ticker))];
    const prices = rates.create({ config: config.rates, now, log, tickers });
    await prices.start();
    catalogue.start();
    return {
      context: { config, db: database.db, now, log, catalogue, rates: prices, secret },
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

/** The key of claims' secrets, quotes and hashes; made once, by whichever server comes first. */
async function secretOf(db: Kysely<Schema>): Promise<Uint8Array> {
  const made = JSON.stringify(randomBytes(32).toString('base64url'));
  await db
    .insertInto('settings')
    .values({ name: 'secret', value: made })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'secret')
    .executeTakeFirstOrThrow();
  return new Uint8Array(Buffer.from(JSON.parse(value) as string, 'base64url'));
}
