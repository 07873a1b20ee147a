import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { SqliteDriver } from './sqliteDriver.ts';
import type { WriteQueue } from './writeQueue.ts';

/**
 * Creates the Kysely dialect for node:sqlite with two connections. Transactions and single writes are queued on one;
 * BEGIN IMMEDIATE takes the write lock first, so that another process's write cannot make a later statement fail. Reads
 * use the other and never wait. `onCommit` is called after every commit.
 */
export function createSqliteDialect(file: string, writeQueue: WriteQueue, onCommit: () => void): Dialect {
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => new SqliteDriver(file, writeQueue, onCommit),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely would make reads wait for transactions. The driver has its own queue. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }

  /** SQLite rolls back DDL. Kysely assumes that it does not, and would run migrations without a transaction. */
  override get supportsTransactionalDdl() {
    return true;
  }
}
