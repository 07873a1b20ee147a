import {
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  sql,
  type Kysely,
  type TableMetadata,
} from 'kysely';
import pg from 'pg';
import { setTimeout } from 'node:timers/promises';
import { getSystemErrorCode, describeError, StartError } from '../startError.ts';
import { isDatabaseUnavailable } from './databaseError.ts';
import { PostgresDriver, type PostgresPools } from './postgresDriver.ts';

/** Numbers of connections of one server. */
const READ_CONNECTIONS = 6;
const WRITE_CONNECTIONS = 8;

/** Longest time for a statement and for a pause within a transaction, milliseconds, so that their locks are released. */
const STATEMENT_TIMEOUT_MS = 5_000;

/** Longest wait for a lock, milliseconds. */
const LOCK_TIMEOUT_MS = 3_000;

/** A connection that gives no answer for so long is closed, milliseconds: its server may be gone. */
const ANSWER_TIMEOUT_MS = 6_000;

/** Longest wait for a connection of the pool, milliseconds. */
const CONNECTION_TIMEOUT_MS = 4_000;

/** Time between attempts to connect at start, milliseconds. */
const START_RETRY_MS = 1_000;

/** OID of the type int8. */
const INT8_OID = 20;

/** Parses int8 as bigint, as on SQLite; other types as pg does. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    Number(oid) === INT8_OID ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format),
};

/** Creates the Kysely dialect for pg. `onCommit` is called after every commit. */
export function createPostgresDialect(pools: PostgresPools, onCommit: () => void): PostgresDialect {
  return new PooledPostgresDialect(pools, onCommit);
}

/**
 * Creates the pools of one server. `onConnectionError` is called when a connection breaks, idle or in use. Without
 * `hasTimeouts` statements and waits for locks may take any time.
 */
export function createPostgresPools(
  url: string,
  onConnectionError: (error: Error) => void,
  { hasTimeouts } = { hasTimeouts: true },
): PostgresPools {
  const settings: pg.PoolConfig = {
    connectionString: url,
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    application_name: 'razmen',
    ...(hasTimeouts && {
      query_timeout: ANSWER_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    }),
  };
  return {
    reads: createPool({ ...settings, max: READ_CONNECTIONS }, onConnectionError),
    writes: createPool({ ...settings, max: WRITE_CONNECTIONS }, onConnectionError),
  };
}

/** Closes all connections once their queries have ended. */
export async function closePools({ reads, writes }: PostgresPools): Promise<void> {
  await Promise.all([reads.end(), writes.end()]);
}

function createPool(settings: pg.PoolConfig, onConnectionError: (error: Error) => void): pg.Pool {
  const pgPool = new pg.Pool(settings);
  // The pool listens to idle connections only. Without a listener, an error of one in use would end the process.
  pgPool.on('connect', client => client.on('error', onConnectionError));
  // Called for the same errors of idle connections.
  pgPool.on('error', () => {});
  return pgPool;
}

/**
 * Connects once. Throws StartError (one line without the password) if that fails. With `onWait` it waits for a database
 * that is not reachable yet, and calls `onWait` with the reason before each further attempt.
 */
export async function checkPostgresConnection(
  pgPool: pg.Pool,
  onWait?: (reason: string) => void,
): Promise<void> {
  for (;;) {
    try {
      (await pgPool.connect()).release();
      return;
    } catch (error) {
      const reason = `PostgreSQL at DATABASE_URL cannot be used: ${explainConnectionError(error)}`;
      if (!onWait || !isDatabaseUnavailable(error)) throw new StartError(reason, { cause: error });
      onWait(reason);
      await setTimeout(START_RETRY_MS);
    }
  }
}

function explainConnectionError(error: unknown): string {
  const rootError = error instanceof AggregateError ? error.errors[0] : error;
  switch (getSystemErrorCode(rootError)) {
    case 'ECONNREFUSED':
      return 'the connection is refused';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host is unknown';
    default:
      return describeError(rootError);
  }
}

class PooledPostgresDialect extends PostgresDialect {
  readonly #pools: PostgresPools;
  readonly #onCommit: () => void;

  constructor(pools: PostgresPools, onCommit: () => void) {
    super({ pool: pools.writes });
    this.#pools = pools;
    this.#onCommit = onCommit;
  }

  override createDriver() {
    return new PostgresDriver(this.#pools, this.#onCommit);
  }

  override createAdapter() {
    return new UnlockedPostgresAdapter();
  }

  override createIntrospector(db: Kysely<unknown>) {
    return new CurrentSchemaIntrospector(db);
  }
}

/** The transaction that migrations run in already holds a lock. A second lock would outlive a rollback. */
class UnlockedPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** Lists the tables of the current schema only: other schemas of the database may have a record of migrations, too. */
class CurrentSchemaIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{
      name: string;
    }>`select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
      this.#db,
    );
    return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }));
  }
}
