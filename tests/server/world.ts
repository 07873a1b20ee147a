import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { app as createApp } from '#server/app.ts';
import * as config from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { DialectName } from '#server/database/schema.ts';
import * as exchange from '#server/exchange.ts';
import { open as openLog } from '#server/log.ts';

/** The moment at which every world begins, unless told otherwise. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** A whole exchange of its own: real database, real routes, in this process. Only the clock is a test's. */
export interface World {
  context: Context;
  app: Hono;
  /** The answer to a GET. */
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** Milliseconds since 1970 UTC; stands still until moved `forward`. */
  now: () => number;
  forward: (ms: number) => void;
  /** Every line logged so far. */
  log: () => string;
  /** What its server was configured with: another server on the same database, by `exchange.open`. */
  config: config.Config;
  close: () => Promise<void>;
}

/** Makes a world; `env` are variables of its server. */
export type Open = (env?: Record<string, string>) => Promise<World>;

/**
 * A world on a temporary folder, or in a schema of its own in TEST_DATABASE_URL's database, with the start catalogue and
 * without drift unless `env` says otherwise. Close it.
 */
export async function world(
  env: Record<string, string> = {},
  dialect: DialectName = 'sqlite',
): Promise<World> {
  let now = NOON;
  const lines: string[] = [];
  const place = dialect === 'sqlite' ? folder() : await schema();
  try {
    const settings = config.read({
      SEED: 'start',
      RATE_DRIFT: 'off',
      OPERATOR: 'manual',
      ...place.env,
      ...env,
    });
    const log = openLog(settings.logLevel, { write: line => void lines.push(line) });
    const running = await exchange.open(settings, log, () => now);
    const app = createApp(running.context);
    return {
      context: running.context,
      app,
      get: async (path, headers = {}) => app.request(path, { headers }),
      now: () => now,
      forward: ms => void (now += ms),
      log: () => lines.join(''),
      config: settings,
      async close() {
        await running.close();
        await place.remove();
      },
    };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

/** Somewhere for a database: the variables that name it, and its end. */
export interface Place {
  env: Record<string, string>;
  remove: () => void | Promise<void>;
}

function folder(): Place {
  const path = mkdtempSync(join(tmpdir(), 'razmen-world-'));
  return { env: { DATA_DIR: path }, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * An empty schema of TEST_DATABASE_URL's database. It costs a tenth of the time that a database does. Its commits do not
 * wait for the disk: what has to be there after a crash is tested on a database of its own (crash.test.ts).
 */
export async function schema(): Promise<Place> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set');
  const name = `razmen_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create schema ${name}`);
  const own = new URL(server);
  own.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`);
  return {
    env: { DATABASE_URL: own.href },
    remove: () => run(`drop schema ${name} cascade`),
  };
}

/**
 * A suite on both databases; worlds that it opens are closed after each test. PostgreSQL needs TEST_DATABASE_URL; without
 * it that half is skipped, which under CI is a failure.
 */
export function forEachDatabase(suite: (open: Open, dialect: DialectName) => void): void {
  const half = (dialect: DialectName) => () => {
    const worlds: World[] = [];
    afterEach(async () => {
      for (const one of worlds.splice(0)) await one.close();
    });
    suite(async (env = {}) => {
      const made = await world(env, dialect);
      worlds.push(made);
      return made;
    }, dialect);
  };
  describe('on SQLite', half('sqlite'));
  if (process.env.TEST_DATABASE_URL) describe('on PostgreSQL', half('postgres'));
  else if (process.env.CI) {
    it('on PostgreSQL', () => {
      expect.fail('CI has no PostgreSQL: TEST_DATABASE_URL is not set');
    });
  } else describe.skip('on PostgreSQL', half('postgres'));
}
