import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { startTimer, type EndTimer, type ServerEvents } from '../../serverEvents.ts';
import { CommitGroup } from './commitGroup.ts';
import { openConnection, SqliteHandle } from './sqliteHandle.ts';
import type { WriteQueue } from './writeQueue.ts';

/** A Kysely driver for node:sqlite with two connections, see `createSqliteDialect`. */
export class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #writeQueue: WriteQueue;
  readonly #onCommit: () => void;
  #writer: SqliteHandle | undefined;
  #reader: SqliteHandle | undefined;
  #commitGroup: CommitGroup | undefined;

  constructor(file: string, writeQueue: WriteQueue, onCommit: () => void) {
    this.#file = file;
    this.#writeQueue = writeQueue;
    this.#onCommit = onCommit;
  }

  async init() {
    this.#writer = new SqliteHandle(openConnection(this.#file));
    this.#reader = new SqliteHandle(openConnection(this.#file));
    this.#commitGroup = new CommitGroup(this.#writer, this.#onCommit);
  }

  async acquireConnection() {
    return new SqliteConnection(this);
  }

  async beginTransaction(connection: DatabaseConnection) {
    const releaseLock = await this.#writeQueue.acquire();
    const endTimer = startTimer('lockAwaited');
    try {
      this.commitGroup.begin();
    } catch (error) {
      try {
        this.commitGroup.leave(this.#writeQueue.hasWaiting);
      } finally {
        releaseLock();
      }
      throw error;
    } finally {
      endTimer?.({});
    }
    (connection as SqliteConnection).startTransaction(releaseLock);
  }

  async commitTransaction(connection: DatabaseConnection) {
    const ownConnection = connection as SqliteConnection;
    const committed = this.commitGroup.commit(this.#writeQueue.hasWaiting);
    ownConnection.releaseWriter();
    try {
      await committed;
      ownConnection.reportEnd('committed');
    } catch (error) {
      ownConnection.reportEnd('rolled_back');
      throw error;
    }
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    const ownConnection = connection as SqliteConnection;
    // A failed commit has already rolled back.
    if (!ownConnection.isWriting) return;
    const rolledBack = this.commitGroup.rollback(this.#writeQueue.hasWaiting);
    ownConnection.releaseWriter();
    ownConnection.reportEnd('rolled_back');
    await rolledBack;
  }

  async releaseConnection(connection: DatabaseConnection) {
    await this.rollbackTransaction(connection);
  }

  async destroy() {
    this.#commitGroup?.close();
    this.#reader?.database.close();
    this.#writer?.database.close();
  }

  /** Runs a single write outside a transaction. */
  async runWrite<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const releaseLock = await this.#writeQueue.acquire();
    try {
      this.commitGroup.leave(false);
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

  get commitGroup(): CommitGroup {
    return requireOpen(this.#commitGroup);
  }
}

function requireOpen<T>(part: T | undefined): T {
  if (!part) throw new Error('the database is not open');
  return part;
}

/** A connection for Kysely. Outside a transaction it routes queries to the reader or the writer. */
class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  /** Set within a transaction. */
  #releaseWriteLock: (() => void) | undefined;
  #endTimer: EndTimer<'transactionEnded'> | undefined;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  /** Whether it is within a transaction. */
  get isWriting(): boolean {
    return this.#releaseWriteLock !== undefined;
  }

  startTransaction(releaseWriteLock: () => void) {
    this.#releaseWriteLock = releaseWriteLock;
    this.#endTimer = startTimer('transactionEnded');
  }

  /** Allows the next transaction to begin. */
  releaseWriter() {
    this.#releaseWriteLock?.();
    this.#releaseWriteLock = undefined;
  }

  reportEnd(outcome: ServerEvents['transactionEnded']['outcome']) {
    this.#endTimer?.({ outcome });
    this.#endTimer = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader, commitGroup } = this.#driver;
    if (this.isWriting) return commitGroup.run(() => writer.run<R>(query));
    return query.query.kind === 'SelectQueryNode' ? reader.run<R>(query) : this.#driver.runWrite<R>(query);
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming queries are not supported');
  }
}
