import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { ServerContext } from '#server/context.ts';
import type { DialectName } from '#server/database/schema.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createLogger } from '#server/logger.ts';

/** The moment at which every world begins, unless told otherwise. */
export const TEST_START_TIME = Date.UTC(2026, 10, 21, 12);

/** A whole exchange of its own: real database, real routes, in this process. Only the clock is a test's. */
export interface TestServer {
  context: ServerContext;
  app: Hono;
  /** The answer to a GET. */
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** Milliseconds since 1970 UTC; stands still until moved `forward`. */
  now: () => number;
  advanceClock: (ms: number) => void;
  /** Every line logged so far. */
  log: () => string;
  /** What its server was configured with: another server on the same database, by `exchange.open`. */
  config: Config;
  close: () => Promise<void>;
}

/** Makes a world; `env` are variables of its server. */
export type StartTestServer = (env?: Record<string, string>) => Promise<TestServer>;

/**
 * A world on a temporary folder, or in a schema of its own in TEST_DATABASE_URL's database, with the start catalogue and
 * without drift unless `env` says otherwise. Close it.
 */
export async function createTestServer(
  env: Record<string, string> = {},
  dialect: DialectName = 'sqlite',
): Promise<TestServer> {
  let now = TEST_START_TIME;
  const logLines: string[] = [];
  const database = dialect === 'sqlite' ? createDataFolder() : await createPostgresSchema();
  try {
    const settings = parseConfig({
      SEED: 'start',
      RATE_DRIFT: 'off',
      OPERATOR: 'manual',
      ...database.env,
      ...env,
    });
    const log = createLogger(settings.logLevel, { write: line => void logLines.push(line) });
    const running = await bootstrapExchange(settings, log, () => now);
    const app = createApp(running.context);
    return {
      context: running.context,
      app,
      get: async (path, headers = {}) => app.request(path, { headers }),
      now: () => now,
      advanceClock: ms => void (now += ms),
      log: () => logLines.join(''),
      config: settings,
      async close() {
        await running.close();
        await database.remove();
      },
    };
  } catch (error) {
    await database.remove();
    throw error;
  }
}

/** Somewhere for a database: the variables that name it, and its end. */
export interface TestDatabase {
  env: Record<string, string>;
  remove: () => void | Promise<void>;
}

function createDataFolder(): TestDatabase {
  const path = mkdtempSync(join(tmpdir(), 'razmen-world-'));
  return { env: { DATA_DIR: path }, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * An empty schema of TEST_DATABASE_URL's database. It costs a tenth of the time that a database does. Its commits do not
 * wait for the disk: what has to be there after a crash is tested on a database of its own (createClaimCrash.test.ts).
 */
export async function createPostgresSchema(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set');
  const name = `razmen_${randomBytes(6).toString('hex')}`;
  const runStatement = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await runStatement(`create schema ${name}`);
  const schemaUrl = new URL(server);
  schemaUrl.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`);
  return {
    env: { DATABASE_URL: schemaUrl.href },
    remove: () => runStatement(`drop schema ${name} cascade`),
  };
}

/**
 * A suite on both databases; worlds that it opens are closed after each test. PostgreSQL needs TEST_DATABASE_URL; without
 * it that half is skipped, which under CI is a failure.
 */
export function forEachDatabase(suite: (open: StartTestServer, dialect: DialectName) => void): void {
  const defineSuite = (dialect: DialectName) => () => {
    const testServers: TestServer[] = [];
    afterEach(async () => {
      for (const testServer of testServers.splice(0)) await testServer.close();
    });
    suite(async (env = {}) => {
      const testServer = await createTestServer(env, dialect);
      testServers.push(testServer);
      return testServer;
    }, dialect);
  };
  describe('on SQLite', defineSuite('sqlite'));
  if (process.env.TEST_DATABASE_URL) describe('on PostgreSQL', defineSuite('postgres'));
  else if (process.env.CI) {
    it('on PostgreSQL', () => {
      expect.fail('CI has no PostgreSQL: TEST_DATABASE_URL is not set');
    });
  } else describe.skip('on PostgreSQL', defineSuite('postgres'));
}
