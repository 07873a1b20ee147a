import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresIntrospector,
  sql,
  type DatabaseConnection,
  type Kysely,
  type TableMetadata,
} from 'kysely';
import pg from 'pg';
import { setTimeout } from 'node:timers/promises';
import { getSystemErrorCode, describeError, StartError } from '../startError.ts';
import { isDatabaseUnavailable } from './databaseError.ts';

/** Pool size of one server. */
const MAX_CONNECTIONS = 10;

/** Timeout of a statement and of an idle transaction, milliseconds, so that their locks are released. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** Time between attempts to connect at start, milliseconds. */
const START_RETRY_MS = 1_000;

/** Key of the advisory lock that serializes write transactions. */
const WRITE_LOCK_KEY = 7_296_254;

/** OID of the type int8. */
const INT8_OID = 20;

/** Parses int8 as bigint, as on SQLite; other types as pg does. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    Number(oid) === INT8_OID ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format),
};

/**
 * Creates the Kysely dialect for pg. Transactions are serialized across all servers, as on SQLite: each sees all earlier
 * commits and needs no retry. `onCommit` is called after every commit.
 */
export function createPostgresDialect(pool: pg.Pool, onCommit: () => void): PostgresDialect {
  return new SerializedPostgresDialect(pool, onCommit);
}

/** Creates a pool. `onConnectionError` is called when a connection breaks, idle or in use. */
export function createPostgresPool(url: string, onConnectionError: (error: Error) => void): pg.Pool {
  const pgPool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'razmen',
  });
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

class SerializedPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #onCommit: () => void;

  constructor(pool: pg.Pool, onCommit: () => void) {
    super({ pool });
    this.#pool = pool;
    this.#onCommit = onCommit;
  }

  override createDriver() {
    return new SerializedPostgresDriver(this.#pool, this.#onCommit);
  }

  override createAdapter() {
    return new SerializedPostgresAdapter();
  }

  override createIntrospector(db: Kysely<unknown>) {
    return new CurrentSchemaIntrospector(db);
  }
}

/** The transaction that migrations run in already holds the write lock. A second lock would outlive a rollback. */
class SerializedPostgresAdapter extends PostgresAdapter {
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

class SerializedPostgresDriver extends PostgresDriver {
  readonly #onCommit: () => void;

  constructor(pool: pg.Pool, onCommit: () => void) {
    super({ pool });
    this.#onCommit = onCommit;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ) {
    await super.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${WRITE_LOCK_KEY})`));
    } catch (error) {
      await super.rollbackTransaction(connection as Parameters<PostgresDriver['rollbackTransaction']>[0]);
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await super.commitTransaction(connection);
    this.#onCommit();
  }
}
