import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Rates } from './rates/rates.ts';
import type { Schema } from './database/schema.ts';
import type { FirstForm } from './web/first.ts';

/** Everything a request needs, made once in main.ts (or by a test) and passed down. */
export interface Context {
  config: Config;
  db: Kysely<Schema>;
  /** Milliseconds since 1970 UTC; tests put their own clock here. */
  now: () => number;
  log: Logger;
  catalogue: Catalogue;
  rates: Rates;
  /** HMAC key of claim secrets, quotes and hashes; made at the first start, kept in the database. */
  secret: Uint8Array;
  /** The widget's ready-made form, where the widget is built. */
  form?: FirstForm | null;
}
