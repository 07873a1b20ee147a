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
import { startTimer, type EndTimer, type ServerEvents } from '../serverEvents.ts';
import { DatabaseBusyError } from './databaseError.ts';

/** Time that a statement waits for another process's write, milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/** Largest number of transactions and writes that wait for their turn; further ones are refused at once. */
const MAX_WAITING_WRITES = 200;

/** Largest number of cached statements per connection; the program has fewer. */
const MAX_PREPARED_STATEMENTS = 500;

/**
 * Creates the Kysely dialect for node:sqlite with two connections. Transactions and single writes are queued
 * on one; BEGIN IMMEDIATE takes the write lock first, so that another process's write cannot make a later
 * statement fail. Reads use the other and never wait. `onCommit` is called after every commit.
 */
export function createSqliteDialect(file: string, writeQueue: WriteQueue, onCommit: () => void): Dialect {
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => new SqliteDriver(file, writeQueue, onCommit),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely would make reads wait for transactions. The driver does its own queueing. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }

  /** SQLite rolls back DDL; Kysely assumes that it does not and would run migrations without a transaction. */
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Opens a connection whose commits are on disk when they return. */
function openConnection(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  return database;
}

/** The queue for the writing connection: one transaction or write at a time, in the order of arrival. */
export class WriteQueue {
  /** Settles when the connection is free. */
  #lastTurn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #used = 0;

  /** Waits for the connection. Returns the function that releases it. Throws DatabaseBusyError if too many wait. */
  async acquire(): Promise<() => void> {
    if (this.#waiting >= MAX_WAITING_WRITES) throw new DatabaseBusyError();
    const previousTurn = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    this.#waiting++;
    const endTimer = startTimer('connectionAwaited');
    await previousTurn;
    endTimer?.({ pool: 'writes' });
    this.#waiting--;
    this.#used = 1;
    return () => {
      this.#used = 0;
      // The next turn waits for the event loop, so that a long queue does not delay reads.
      setImmediate(resolve);
    };
  }

  getUsage() {
    return { used: this.#used, idle: 1 - this.#used, max: 1, waiting: this.#waiting };
  }
}

class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #writeQueue: WriteQueue;
  readonly #onCommit: () => void;
  #writer: SqliteHandle | undefined;
  #reader: SqliteHandle | undefined;

  constructor(file: string, writeQueue: WriteQueue, onCommit: () => void) {
    this.#file = file;
    this.#writeQueue = writeQueue;
    this.#onCommit = onCommit;
  }

  async init() {
    this.#writer = new SqliteHandle(openConnection(this.#file));
    this.#reader = new SqliteHandle(openConnection(this.#file));
  }

  async acquireConnection() {
    return new SqliteConnection(this);
  }

  async beginTransaction(connection: DatabaseConnection) {
    const ownConnection = connection as SqliteConnection;
    const releaseLock = await this.#writeQueue.acquire();
    const endTimer = startTimer('lockAwaited');
    try {
      this.writer.exec('begin immediate');
    } catch (error) {
      releaseLock();
      throw error;
    } finally {
      endTimer?.({});
    }
    ownConnection.startTransaction(releaseLock);
  }

  async commitTransaction(connection: DatabaseConnection) {
    // A commit that fails leaves the transaction open: Kysely rolls it back.
    this.writer.exec('commit');
    this.#onCommit();
    (connection as SqliteConnection).endTransaction('committed');
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    try {
      // SQLite itself rolls back on some errors (a full disk).
      if (this.writer.database.isTransaction) this.writer.exec('rollback');
    } finally {
      (connection as SqliteConnection).endTransaction('rolled_back');
    }
  }

  async releaseConnection(connection: DatabaseConnection) {
    if ((connection as SqliteConnection).releaseWriteLock) await this.rollbackTransaction(connection);
  }

  async destroy() {
    this.#reader?.database.close();
    this.#writer?.database.close();
  }

  /** Runs a single write outside a transaction. */
  async runWrite<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const releaseLock = await this.#writeQueue.acquire();
    try {
      const result = this.writer.run<R>(query);
      this.#onCommit();
      return result;
    } finally {
      releaseLock();
    }
  }

  get writer(): SqliteHandle {
    return requireOpen(this.#writer);
  }

  get reader(): SqliteHandle {
    return requireOpen(this.#reader);
  }
}

function requireOpen(handle: SqliteHandle | undefined): SqliteHandle {
  if (!handle) throw new Error('the database is not open');
  return handle;
}

/** A connection for Kysely. Outside a transaction it routes queries to the reader or the writer. */
class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  /** Set within a transaction: releases the writing connection. */
  releaseWriteLock: (() => void) | undefined;
  #endTimer: EndTimer<'transactionEnded'> | undefined;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  startTransaction(releaseWriteLock: () => void) {
    this.releaseWriteLock = releaseWriteLock;
    this.#endTimer = startTimer('transactionEnded');
  }

  endTransaction(outcome: ServerEvents['transactionEnded']['outcome']) {
    this.#endTimer?.({ outcome });
    this.#endTimer = undefined;
    this.releaseWriteLock?.();
    this.releaseWriteLock = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.releaseWriteLock) return this.#driver.writer.run<R>(query);
    return query.query.kind === 'SelectQueryNode'
      ? this.#driver.reader.run<R>(query)
      : this.#driver.runWrite<R>(query);
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming queries are not supported');
  }
}

/** One real connection and its prepared statements. */
class SqliteHandle {
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
    const cached = this.#statements.get(text);
    if (cached) return cached;
    const statement = this.database.prepare(text);
    statement.setReadBigInts(true);
    if (this.#statements.size >= MAX_PREPARED_STATEMENTS) this.#statements.clear();
    this.#statements.set(text, statement);
    return statement;
  }
}
