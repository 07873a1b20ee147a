import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely';
import pg from 'pg';
import { codeOf, reason, StartError } from './error.ts';

/** Connections of one server. */
const MOST = 10;

/** A statement or a silent transaction longer than this (milliseconds) is broken: its locks must not stay. */
const PATIENCE = 30_000;

/** Key of the lock that write transactions take turns by; any number nobody else uses in this database. */
const WRITERS = 7_296_254;

/** OID of int8, in PostgreSQL's own catalogue. */
const INT8 = 20;

/** Whole numbers as bigints, like SQLite gives them; everything else as pg reads it. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    Number(oid) === INT8 ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format),
};

/**
 * Kysely over pg. Transactions take turns over all servers, as on SQLite: each statement then sees everything that was
 * committed before its transaction began, and none has to be tried again. `written` hears of every commit.
 */
export function dialect(pool: pg.Pool, written: () => void): PostgresDialect {
  return new TurnsDialect(pool, written);
}

/** A pool for the address; `trouble` hears of connections that break while idle. */
export function pool(url: string, trouble: (error: Error) => void): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    max: MOST,
    types,
    connectionTimeoutMillis: 10_000,
    statement_timeout: PATIENCE,
    idle_in_transaction_session_timeout: PATIENCE,
    application_name: 'razmen',
  });
  made.on('error', trouble);
  return made;
}

/** Connects once. Throws StartError, one line without the password, when that does not work. */
export async function reach(made: pg.Pool): Promise<void> {
  try {
    (await made.connect()).release();
  } catch (error) {
    throw new StartError(`PostgreSQL at DATABASE_URL cannot be used: ${explain(error)}`, { cause: error });
  }
}

function explain(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  switch (codeOf(inner)) {
    case 'ECONNREFUSED':
      return 'nothing answers at its host and port';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its host is not known';
    default:
      return reason(inner);
  }
}

class TurnsDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #written: () => void;

  constructor(pool: pg.Pool, written: () => void) {
    super({ pool });
    this.#pool = pool;
    this.#written = written;
  }

  override createDriver() {
    return new TurnsDriver(this.#pool, this.#written);
  }
}

class TurnsDriver extends PostgresDriver {
  readonly #written: () => void;

  constructor(pool: pg.Pool, written: () => void) {
    super({ pool });
    this.#written = written;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ) {
    await super.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${WRITERS})`));
    } catch (error) {
      await super.rollbackTransaction(connection as Parameters<PostgresDriver['rollbackTransaction']>[0]);
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await super.commitTransaction(connection);
    this.#written();
  }
}
