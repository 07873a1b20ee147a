import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterAll, afterEach, beforeEach, describe } from 'vitest';
import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/platform/config/config.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { DATABASE_FILE_NAME, openDatabase } from '#server/platform/database/database.ts';
import type { DialectName } from '#server/platform/database/schema.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createPasswordHasher } from '#server/platform/passwords/passwordHasher.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createLateObject } from './createLateObject.ts';
import { dropIdleSchemas, takeMigratedSchema, type TestDatabase } from './postgresSchema.ts';

/** The database of the running Vitest project. Its servers find PostgreSQL at TEST_DATABASE_URL. */
export const testedDialect: DialectName = process.env.TEST_DIALECT === 'postgres' ? 'postgres' : 'sqlite';

/** Start time of every test server by default. */
export const TEST_START_TIME = Date.UTC(2026, 10, 21, 12);

/** The lowest cost of argon2id: a hash of production takes more time than the rest of most tests. */
const TEST_HASH_COST = { memory: 8, passes: 1, parallelism: 1 };

/** A complete exchange in this process: real database, real routes, fake clock. */
export interface TestServer {
  context: ServerContext;
  app: Hono;
  /** Sends a GET request. */
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** Milliseconds since 1970 UTC. The time changes only through `advanceClock`. */
  now: () => number;
  advanceClock: (ms: number) => void;
  /** All logged lines. */
  log: () => string;
  /** The server's configuration. `bootstrapExchange` can open another server on the same database with it. */
  config: Config;
  close: () => Promise<void>;
}

/** Creates a test server; `env` holds its environment variables. */
export type StartTestServer = (env?: Record<string, string>) => Promise<TestServer>;

/**
 * Creates a server on a temporary folder or in an empty schema of TEST_DATABASE_URL's database. It has the start
 * catalogue and no rate drift unless `env` overrides them. The caller must close it.
 */
export async function createTestServer(
  env: Record<string, string> = {},
  dialect: DialectName = 'sqlite',
): Promise<TestServer> {
  let now = TEST_START_TIME;
  const logLines: string[] = [];
  const database = dialect === 'sqlite' ? await createDataFolder() : await takeMigratedSchema();
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
    const context = { ...running.context, passwords: createPasswordHasher({ cost: TEST_HASH_COST }) };
    const app = declareBodyLengths(createApp(context));
    return {
      context,
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

/** Gives bodies of `app.request()` their type and Content-Length, as HTTP clients do. A stream has no length. */
function declareBodyLengths(app: Hono): Hono {
  const sendRequest = app.request;
  app.request = async (input, init, ...rest) =>
    sendRequest(input, init?.body == null ? init : await declareBodyLength(init), ...rest);
  return app;
}

async function declareBodyLength(init: RequestInit): Promise<RequestInit> {
  if (init.body instanceof ReadableStream) return init;
  const encoded = new Response(init.body);
  const body = await encoded.arrayBuffer();
  const type = encoded.headers.get('content-type');
  const headers = new Headers({
    ...(type && { 'content-type': type }),
    'content-length': String(body.byteLength),
  });
  new Headers(init.headers).forEach((value, name) => headers.set(name, value));
  return { ...init, body, headers };
}

/** A migrated SQLite database without any other rows, made once for each file of tests. */
let template: Promise<Buffer> | undefined;

async function createTemplate(): Promise<Buffer> {
  const folder = createTemporaryFolder();
  try {
    const database = await openDatabase({ dataDir: folder, databaseUrl: null });
    await database.close();
    return readFileSync(join(folder, DATABASE_FILE_NAME));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a folder with a migrated database: writing the file is ten times faster than the migrations. */
async function createDataFolder(): Promise<TestDatabase> {
  template ??= createTemplate();
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, DATABASE_FILE_NAME), await template);
  return { env: { DATA_DIR: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const createTemporaryFolder = () => mkdtempSync(join(tmpdir(), 'razmen-world-'));

/**
 * Defines a suite on the database of the running project (`testedDialect`), and closes its servers after each test.
 * The project `server` runs it on SQLite, the project `postgres` on PostgreSQL.
 */
export function forEachDatabase(suite: (open: StartTestServer, dialect: DialectName) => void): void {
  describe(testedDialect === 'postgres' ? 'on PostgreSQL' : 'on SQLite', () => {
    const testServers: TestServer[] = [];
    afterEach(async () => {
      for (const testServer of testServers.splice(0)) await testServer.close();
    });
    if (testedDialect === 'postgres') afterAll(dropIdleSchemas);
    suite(async (env = {}) => {
      const testServer = await createTestServer(env, testedDialect);
      testServers.push(testServer);
      return testServer;
    }, testedDialect);
  });
}

/**
 * Creates an object before each test of the suite, after those of earlier calls. The returned one has the properties of
 * the current test's object, so that the suite can name it once.
 */
export function createBeforeEach<T extends object>(create: () => T | Promise<T>): T {
  let created: T | undefined;
  beforeEach(async () => void (created = await create()));
  return createLateObject(() => created);
}
