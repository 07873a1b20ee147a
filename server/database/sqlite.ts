import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT = 5_000;

/** Prepared statements kept a connection; the program has fewer. */
const PREPARED = 500;

/**
 * Kysely over node:sqlite. Two connections on one file: transactions and single writes take turns on one, BEGIN
 * IMMEDIATE, so that a second process never makes them fail half-way; reads use the other and wait for nobody.
 * `written` hears of every commit.
 */
export function dialect(file: string, written: () => void): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SqliteDriver(file, written),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely itself would let one query wait for another's transaction; who waits here is the driver's business. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** Opens the file so that a commit is on disk when it returns. */
function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  return database;
}

class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #written: () => void;
  #writer: Handle | undefined;
  #reader: Handle | undefined;
  /** Settles when the writing connection is free. */
  #turn: Promise<void> = Promise.resolve();

  constructor(file: string, written: () => void) {
    this.#file = file;
    this.#written = written;
  }

  async init() {
    this.#writer = new Handle(connect(this.#file));
    this.#reader = new Handle(connect(this.#file));
  }

  async acquireConnection() {
    return new Connection(this);
  }

  async beginTransaction(connection: DatabaseConnection) {
    const mine = connection as Connection;
    const done = await this.take();
    try {
      this.writer.exec('begin immediate');
    } catch (error) {
      done();
      throw error;
    }
    mine.done = done;
  }

  async commitTransaction(connection: DatabaseConnection) {
    // A commit that fails leaves the transaction open: Kysely rolls it back.
    this.writer.exec('commit');
    this.#written();
    (connection as Connection).finish();
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    try {
      // SQLite itself rolls back on some errors (a full disk).
      if (this.writer.database.isTransaction) this.writer.exec('rollback');
    } finally {
      (connection as Connection).finish();
    }
  }

  async releaseConnection(connection: DatabaseConnection) {
    if ((connection as Connection).done) await this.rollbackTransaction(connection);
  }

  async destroy() {
    this.#reader?.database.close();
    this.#writer?.database.close();
  }

  /** Waits for the writing connection; the answer gives it back. */
  async take(): Promise<() => void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    return resolve;
  }

  /** One write outside a transaction. */
  async write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const done = await this.take();
    try {
      const result = this.writer.run<R>(query);
      this.#written();
      return result;
    } finally {
      done();
    }
  }

  get writer(): Handle {
    return opened(this.#writer);
  }

  get reader(): Handle {
    return opened(this.#reader);
  }
}

function opened(handle: Handle | undefined): Handle {
  if (!handle) throw new Error('the database is not open');
  return handle;
}

/** What Kysely takes for a connection: outside a transaction only a way to the two real ones. */
class Connection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  /** Set within a transaction: gives the writing connection back. */
  done: (() => void) | undefined;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  finish() {
    this.done?.();
    this.done = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.done) return this.#driver.writer.run<R>(query);
    return query.query.kind === 'SelectQueryNode'
      ? this.#driver.reader.run<R>(query)
      : this.#driver.write<R>(query);
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('nothing here is large enough to stream');
  }
}

/** One real connection and its prepared statements. */
class Handle {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  exec(text: string) {
    this.database.exec(text);
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.database.prepare(text);
    statement.setReadBigInts(true);
    if (this.#statements.size >= PREPARED) this.#statements.clear();
    this.#statements.set(text, statement);
    return statement;
  }
}
